import { type Command, Option } from "commander";
import { UsageError } from "../../base/errors.js";
import { optionName } from "../../base/option-names.js";
import { VARIANCES } from "../../classifiers/bayes/gaussian.js";
import { M_PRIORS, SMOOTHING_OPTIONS } from "../../classifiers/bayes/smoothing.js";
import { SEPARATORS, type Separator } from "../../documents/archives/delimited.js";
import { folds, holdouts, requireHoldout } from "../../model/fitting/splits.js";
import type { OnTraining, Protocol } from "../../reports/evaluation/evaluation-json.js";
import type { TableSplits } from "../../tables/evaluate-table.js";
import type { Table } from "../../tables/table.js";
import type { TableModelOptions } from "../../tables/table-model.js";
import { type CommonOptions, collect, fraction, number, prior, whole } from "./options.js";
import type { ReportOptions } from "./report-option.js";

/** The options of `thresher table`. */
export interface TableCommandOptions extends CommonOptions, ReportOptions, TableModelOptions {
  readonly target?: string;
  readonly separator?: Separator;
  readonly encoding?: string;
  readonly missing?: readonly string[];
  readonly categorical?: readonly string[];
  readonly numeric?: readonly string[];
  readonly ignore?: readonly string[];
  readonly test?: string;
  readonly folds?: number;
  readonly holdout?: number;
  readonly leaveOneOut?: boolean;
  readonly repeats?: number;
  readonly classify?: string;
  readonly query?: readonly string[];
  readonly lines?: boolean;
  readonly model?: string;
  readonly duplicate?: string;
  readonly irrelevant?: number;
}

/** Adds the options that only `thresher table` has. */
export function withTableOptions(command: Command): Command {
  const names = (text: string, before: readonly string[] = []) => [
    ...before,
    ...text.split(",").map((one) => one.trim()),
  ];
  return command
    .optionsGroup("Table:")
    .option("--target <column>", "the column that holds the class")
    .option("--categorical <columns>", "columns to treat as categories, separated by commas", names)
    .option("--numeric <columns>", "columns to treat as numbers", names)
    .option("--ignore <columns>", "columns to leave out", names)
    .option("--missing <texts>", "texts that mean a missing value (default: nothing, ? and NA)", names)
    .addOption(
      new Option("--separator <name>", "the separator of cells (default: by the first line)").choices(
        Object.keys(SEPARATORS),
      ),
    )
    .option("--encoding <name>", "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)")
    .optionsGroup("Likelihoods:")
    .option("--alpha <a>", "smoothing: added to every count, 0 for none (default: 1, add-one)", number)
    .option("--m-estimate <m>", "in place of alpha: how many rows a prior estimate is worth", number)
    .addOption(
      new Option(
        "--m-prior <p>",
        "that estimate: the same for all categories, or their shares overall (default: uniform)",
      ).choices(M_PRIORS),
    )
    .option("--dirichlet <beta>", "in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one", number)
    .addOption(
      new Option(
        "--variance <kind>",
        "of numbers: divide the squares by n, or by n - 1 (default: maximum-likelihood)",
      ).choices(VARIANCES),
    )
    .option(
      "--prior <prior>",
      "class priors: fit (share of the rows), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit)",
      prior,
    )
    .optionsGroup("Protocol:")
    .addOption(
      new Option("--test <table>", "test on the rows of another table with the same columns").conflicts([
        ...["holdout", "folds", "leaveOneOut", "repeats"],
      ]),
    )
    .addOption(
      new Option("--holdout <share>", "withhold a share of each class, such as 1/3")
        .argParser(fraction)
        .conflicts(["folds", "leaveOneOut"]),
    )
    .addOption(
      new Option("--folds <k>", "k-fold cross-validation, stratified (also --cv)")
        .argParser(whole(2))
        .conflicts("leaveOneOut"),
    )
    .addOption(new Option("--leave-one-out", "test each row on what is learned from all others").conflicts("repeats"))
    .option("--repeats <n>", "draw the hold-out or the folds n times (default: 1)", whole(1))
    .optionsGroup("Rows to classify:")
    .option("--classify <file>", "the rows of another table with the same columns")
    .option("--query <values>", "one row, such as outlook=sunny,windy=true (repeatable)", collect)
    .option("--lines", "print a line for each row: its line, class, probability and log odds, tab-separated")
    .option("-m, --model <file>", "write the model, or without a table, read it")
    .optionsGroup("Experiments, before and after:")
    .option("--duplicate <column[=n]>", "count an attribute n times (default: 2)")
    .option("--irrelevant <n>", "add n attributes of coin tosses", whole(1));
}

/** The options of the model among all. */
export function modelOptionsOf(options: TableCommandOptions): TableModelOptions {
  return Object.fromEntries(MODEL.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}

const MODEL = [...SMOOTHING_OPTIONS, "variance", "prior"] as const satisfies readonly (keyof TableModelOptions)[];

/** The protocol that the options name. @throws UsageError if --repeats has nothing to repeat. */
export function tableProtocol(options: TableCommandOptions): Protocol | OnTraining {
  const { test, holdout, folds, leaveOneOut, repeats, seed } = options;
  if (repeats !== undefined && holdout === undefined && folds === undefined) {
    throw new UsageError("--repeats needs --holdout or --folds");
  }
  if (test !== undefined) return { kind: "test", test };
  if (leaveOneOut) return { kind: "leave-one-out" };
  if (folds !== undefined) return { kind: "folds", folds, repeats: repeats ?? 1, seed };
  if (holdout === undefined) return { kind: "training" };
  requireHoldout(holdout, repeats ?? 1);
  return { kind: "holdout", share: holdout, repeats: repeats ?? 1, seed };
}

/** The splits of a table. @throws UsageError if the protocol is not possible on it, DataError if nothing could be withheld. */
export function splitsOf({ y }: Table, protocol: Protocol | OnTraining): TableSplits {
  switch (protocol.kind) {
    case "folds":
      return folds(y, protocol.folds, protocol.seed, protocol.repeats);
    case "holdout":
      return holdouts(y, protocol.share, protocol.repeats, protocol.seed);
    case "leave-one-out":
      return "leave one out";
    default:
      return "training";
  }
}

/** Options that have no meaning without a table to learn from. */
const TRAINING: readonly (keyof TableCommandOptions)[] = [
  "target",
  "categorical",
  "numeric",
  "ignore",
  "missing",
  ...MODEL,
  "test",
  "folds",
  "holdout",
  "leaveOneOut",
  "repeats",
  "duplicate",
  "irrelevant",
  "report",
];

/** @throws UsageError unless there is a model and something to classify, and no option of training. */
export function requireNoTraining(options: TableCommandOptions): void {
  if (options.model === undefined) throw new UsageError("table needs a table to learn from, or -m FILE");
  const training = TRAINING.find((name) => options[name] !== undefined);
  if (training !== undefined) {
    throw new UsageError(`--${optionName(training)} needs a table to learn from, not only a model`);
  }
  if (options.classify === undefined && options.query === undefined) {
    throw new UsageError("with a model alone, table needs --classify or --query");
  }
}
