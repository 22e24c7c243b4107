import type { Command } from "commander";
import { UsageError } from "../../base/errors.js";
import { VARIANCES } from "../../classifiers/bayes/gaussian.js";
import { M_PRIORS, SMOOTHING_OPTIONS } from "../../classifiers/bayes/smoothing.js";
import { SEPARATORS, type Separator } from "../../documents/archives/dialect.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import { splitRows } from "../../evaluation/protocols/protocol-splits.js";
import type { TableSplits } from "../../tables/evaluate-table.js";
import type { Table, TableOptions } from "../../tables/read-table.js";
import type { TableModelOptions } from "../../tables/table-model.js";
import { type ProtocolOptions, protocolFrom, SPLITTING, splittingRows } from "./evaluation-options.js";
import { type CommonOptions, type SeedOption, withOptions } from "./options.js";
import { collect, names, number, prior, whole } from "./parsers.js";
import type { ReportOptions } from "./report-option.js";

/** The forms of classified rows. */
const ROW_FORMATS = ["table", "tsv"] as const;
type RowFormat = (typeof ROW_FORMATS)[number];

/** The options of `thresher table`. */
export interface TableCommandOptions
  extends CommonOptions,
    SeedOption,
    ReportOptions,
    ProtocolOptions,
    TableModelOptions,
    Partial<TableOptions> {
  readonly separator?: Separator;
  readonly encoding?: string;
  /** The path of a table with rows to classify. */
  readonly classify?: string;
  /** Rows to classify, such as `outlook=sunny,windy=true`. */
  readonly query?: readonly string[];
  /** How classified rows are printed: with every factor, or a line for each. */
  readonly format: RowFormat;
  /** The column to count several times: `column` (twice) or `column=n`. */
  readonly duplicate?: string;
  /** How many attributes of coin tosses to add. */
  readonly irrelevant?: number;
}

/** Adds the options of `thresher table`, except `--report` and those of output and running. */
export function withTableOptions(command: Command): Command {
  withOptions(command, "Table", {
    "--target <column>": "the column that holds the class",
    "--categorical <columns>": ["columns to treat as categories, separated by commas", names],
    "--numeric <columns>": ["columns to treat as numbers", names],
    "--ignore <columns>": ["columns to leave out", names],
    "--missing <texts>": ["texts that mean a missing value (default: nothing, ? and NA)", names],
    "--separator <name>": ["the separator of cells (default: by the first line)", Object.keys(SEPARATORS)],
    "--encoding <name>": "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)",
  });
  withOptions(command, "Likelihoods", {
    "--alpha <a>": ["smoothing: added to every count, 0 for none (default: 1, add-one)", number],
    "--m-estimate <m>": ["in place of alpha: the prior estimate counts as m rows", number],
    "--m-prior <p>": ["the prior estimate: the same for all categories, or their shares (default: uniform)", M_PRIORS],
    "--dirichlet <beta>": ["in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one", number],
    "--variance <kind>": ["for numbers: divide squares by n or n - 1 (default: maximum-likelihood)", VARIANCES],
    "--prior <prior>": [
      "class priors: fit (share of the rows), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit)",
      prior,
    ],
  });
  withOptions(command, "Protocol", {
    "--test <table>": ["test on the rows of another table with the same columns", { conflicts: SPLITTING }],
    ...splittingRows(),
    "--leave-one-out": ["test each row on what is learned from all others", { conflicts: ["repeats"] }],
    "--repeats <n>": ["draw the hold-out or the folds n times (default: 1)", whole(1)],
  });
  withOptions(command, "Rows to classify", {
    "--classify <file>": "the rows of another table with the same columns",
    "--query <values>": ["one row, such as outlook=sunny,windy=true (repeatable)", collect],
    "--format <form>": [
      "the form of classified rows; tsv prints only a line for each: its line, class, probability and log odds",
      ROW_FORMATS,
      { default: "table" },
    ],
  });
  return withOptions(command, "Experiments, before and after", {
    "--duplicate <column[=n]>": "count an attribute n times (default: 2)",
    "--irrelevant <n>": ["add n attributes of coin tosses", whole(1)],
  });
}

/** The names of the options that are settings of the model of a table. */
export const MODEL_OPTIONS = [...SMOOTHING_OPTIONS, "variance", "prior"] as const;

/**
 * Returns the protocol that the options name. Without one, the training rows are tested.
 *
 * @throws UsageError if --repeats has nothing to repeat.
 */
export function tableProtocol(options: TableCommandOptions): AnyProtocol {
  const { test, holdout, folds, leaveOneOut, repeats } = options;
  if (repeats !== undefined && holdout === undefined && folds === undefined) {
    throw new UsageError("--repeats needs --holdout or --folds");
  }
  const isNamed = [test, holdout, folds, leaveOneOut].some((option) => option !== undefined);
  return isNamed ? protocolFrom(options) : { kind: "training" };
}

/**
 * Returns the splits of a table, or `training` if its rows are learned from and tested.
 *
 * @throws UsageError if the protocol is not possible on it, DataError if nothing could be withheld.
 */
export function tableSplits({ y }: Table, protocol: AnyProtocol): TableSplits {
  return protocol.kind === "training" ? "training" : splitRows(y, protocol);
}
