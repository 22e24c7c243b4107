import { type Command, Option } from "commander";
import { VARIANCES } from "../classifiers/normal.js";
import { M_PRIORS, SMOOTHING_OPTIONS } from "../classifiers/smoothing.js";
import { SEPARATORS, type Separator } from "../documents/delimited.js";
import { UsageError } from "../errors.js";
import { folds, holdouts, requireHoldout } from "../evaluation/splits.js";
import type { OnTraining, Protocol } from "../reports/evaluation-json.js";
import { optionName } from "../reports/option-name.js";
import type { TableSplits } from "../tables/evaluate-table.js";
import type { Table } from "../tables/table.js";
import type { TableModelOptions } from "../tables/table-model.js";
import { type CommonOptions, collect, fraction, number, prior, whole } from "./options.js";
import type { ReportOptions } from "./report-option.js";

/** What `thresher table` takes. */
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

/** Adds what `thresher table` alone takes. */
export function withTableOptions(command: Command): Command {
  const names = (text: string, before: readonly string[] = []) => [
    ...before,
    ...text.split(",").map((one) => one.trim()),
  ];
  return command
    .optionsGroup("Table:")
    .option("--target <column>", "the column that holds the class")
    .option("--categorical <columns>", "columns that are categorical whatever they hold, with commas between", names)
    .option("--numeric <columns>", "columns that must hold numbers", names)
    .option("--ignore <columns>", "columns to leave out", names)
    .option("--missing <texts>", "what stands for a missing value (default: nothing, ? and NA)", names)
    .addOption(
      new Option("--separator <name>", "between cells (default: by the first line)").choices(Object.keys(SEPARATORS)),
    )
    .option("--encoding <name>", "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)")
    .optionsGroup("Likelihoods:")
    .option("--alpha <a>", "smoothing: added to every count, 0 for none (default: 1, add-one)", number)
    .option("--m-estimate <m>", "in place of alpha: how many rows a prior estimate is worth", number)
    .addOption(
      new Option(
        "--m-prior <p>",
        "that estimate: all categories alike, or their shares overall (default: uniform)",
      ).choices(M_PRIORS),
    )
    .option("--dirichlet <beta>", "in place of alpha: weight of Dirichlet priors, from 1; 2 is add-one", number)
    .addOption(
      new Option("--variance <kind>", "of numbers: squares by n, or by n - 1 (default: maximum-likelihood)").choices(
        VARIANCES,
      ),
    )
    .option(
      "--prior <prior>",
      "class priors: fit (share of the rows), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit)",
      prior,
    )
    .optionsGroup("Protocol:")
    .option("--test <table>", "test on the rows of another table with the same columns")
    .option("--holdout <share>", "withhold a share of each class, such as 1/3", fraction)
    .option("--folds <k>", "k-fold cross-validation, stratified", whole(2))
    .option("--leave-one-out", "test each row on what is learned from all others")
    .option("--repeats <n>", "draw the hold-out or the folds anew, n times (default: 1)", whole(1))
    .optionsGroup("Rows to classify:")
    .option("--classify <file>", "the rows of another table with the same columns")
    .option("--query <values>", "one row, such as outlook=sunny,windy=true (repeatable)", collect)
    .option("--lines", "print one line a row: where it stands, class, probability, log odds, tab-separated")
    .option("-m, --model <file>", "write the model; without a table, read it")
    .optionsGroup("Experiments, before and after:")
    .option("--duplicate <column[=n]>", "count an attribute n times (default: 2)")
    .option("--irrelevant <n>", "add n attributes that are the toss of a coin", whole(1));
}

/** The options of the model among all. */
export function modelOptionsOf(options: TableCommandOptions): TableModelOptions {
  return Object.fromEntries(MODEL.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}

const MODEL = [...SMOOTHING_OPTIONS, "variance", "prior"] as const satisfies readonly (keyof TableModelOptions)[];

/** @throws UsageError if the options contradict each other. */
export function tableProtocol(options: TableCommandOptions): Protocol | OnTraining {
  const { test, holdout, folds, leaveOneOut, repeats, seed } = options;
  const chosen = Object.entries({ test, holdout, folds, "leave-one-out": leaveOneOut }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (chosen.length > 1) {
    throw new UsageError(
      `table: required one of --test, --holdout, --folds and --leave-one-out, got ${chosen.join(" and ")}`,
    );
  }
  if (repeats !== undefined && holdout === undefined && folds === undefined) {
    throw new UsageError("table: --repeats goes with --holdout or --folds, got it without");
  }
  if (test !== undefined) return { kind: "test", test };
  if (leaveOneOut) return { kind: "leave-one-out" };
  if (folds !== undefined) return { kind: "folds", folds, repeats: repeats ?? 1, seed };
  if (holdout === undefined) return { kind: "training" };
  requireHoldout(holdout, repeats ?? 1);
  return { kind: "holdout", share: holdout, repeats: repeats ?? 1, seed };
}

/** @throws UsageError if the protocol is not possible on the table, DataError if nothing could be withheld. */
export function splitsOf({ y }: Table, protocol: Protocol | OnTraining): TableSplits {
  switch (protocol.kind) {
    case "folds":
      if (protocol.folds > y.length) {
        throw new UsageError(
          `folds: required a whole number from 2 to the number of rows, ${y.length}, got ${protocol.folds}`,
        );
      }
      return folds(y, protocol.folds, protocol.seed, protocol.repeats);
    case "holdout":
      return holdouts(y, protocol.share, protocol.repeats, protocol.seed);
    case "leave-one-out":
      return "leave one out";
    default:
      return "training";
  }
}

/** What has no meaning where a model is only used. */
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
  if (options.model === undefined)
    throw new UsageError("table: required a table to learn from, or --model, got neither");
  const training = TRAINING.find((name) => options[name] !== undefined);
  if (training !== undefined) {
    throw new UsageError(`table: required a table to learn from with --${optionName(training)}, got a model alone`);
  }
  if (options.classify === undefined && options.query === undefined) {
    throw new UsageError("table: required --classify or --query with a model alone, got neither");
  }
}
