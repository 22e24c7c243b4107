import { UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { SMOOTHING_OPTIONS } from "../../classifiers/bayes/smoothing.js";
import { type AnyProtocol, splitRows, withFittingFolds } from "../../evaluation/protocols/protocol-splits.js";
import type { Report } from "../../reports/report-forms.js";
import { tableJson, tableReport } from "../../reports/table/table-report.js";
import type { TableOutcome, TableResult } from "../../reports/table/table-text.js";
import { evaluateTable } from "../../tables/evaluate-table.js";
import { type Experiment, withDuplicate, withIrrelevant } from "../../tables/experiments.js";
import { MISSING, type Table, type TableOptions, tableFrom } from "../../tables/read-table.js";
import type { RowToClassify } from "../../tables/row-encoder.js";
import { fitTable, type TableModel, type TableModelOptions, tableChoices } from "../../tables/table-model.js";
import { type Follower, tell } from "../follower.js";
import { type ProtocolOptions, protocolFrom } from "../measuring/measuring-options.js";
import { fewerFoldsLines } from "../notices/figure-lines.js";
import { pick } from "../settings.js";
import { readRecords, rowsToClassify, type TableFileOptions, testRowsOf } from "./table-input.js";

/** The options of `analyseTable`. Without a protocol, the training rows are tested. */
export interface TableJobOptions
  extends Follower,
    Omit<ProtocolOptions, "byDate" | "groupBy" | "groupColumn">,
    TableModelOptions,
    TableFileOptions,
    Omit<TableOptions, "missing"> {
  /** Texts that stand for a missing value. Default: nothing, `?` and `NA`. */
  readonly missing?: readonly string[];
  /** The column to count several times: `column` (twice) or `column=n`. */
  readonly duplicate?: string;
  /** How many attributes of coin tosses to add. */
  readonly irrelevant?: number;
  /** The seed of the splits and of the coin tosses. Default 1. */
  readonly seed?: number;
  /** Whether to measure on the training rows even if there are rows to classify. Default false. */
  readonly measuresAnyway?: boolean;
}

/** The results for a table. */
export interface AnalysedTable {
  /** The model, the evaluation if something was measured, the classified rows, and the experiment. */
  readonly outcome: TableOutcome;
  /** Returns the outcome as `--json` prints it. */
  readonly json: () => object;
  /** The report of the evaluation, if something was measured. */
  readonly report: Report | undefined;
}

/**
 * Learns naive Bayes from the rows of a table, evaluates it, and classifies rows.
 *
 * @param path of a file of separated values whose first line names the columns
 * @throws UsageError if an option is not allowed; DataError if the file cannot be read
 */
export function analyseTable(path: string, options: TableJobOptions): AnalysedTable {
  const { missing = MISSING, target, onProgress, signal } = options;
  const planned = tableProtocol(options);
  const modelOptions = pick<TableModelOptions>(options, MODEL_OPTIONS);
  // Checks the options before the file is read.
  tableChoices(modelOptions);
  const { records, notices } = readRecords(path, options);
  const read = tableFrom(records, { ...options, target, missing });
  const tested = options.test === undefined ? undefined : testRowsOf(read.table, options.test, missing, options);
  const table = tested?.table ?? read.table;
  const model = fitTable(read.table, modelOptions);
  const toClassify = rowsToClassify(options, { target, attributes: table.attributes }, missing);
  const changed = experimentOf(table, toClassify.rows, options);
  const protocol = withFittingFolds(planned, table.y.length);
  const fewer = fewerFoldsLines(planned, protocol, (rows) => plural(rows, "row"));
  const ofTable = protocol.kind === "training" ? "training" : splitRows(table.y, protocol);
  const splits = tested === undefined ? ofTable : [tested.split];
  const ofModel = model.likelihoods.flatMap((likelihood, a) => noticesOf(table.attributes[a].name, likelihood));
  tell(options, notices, read.notices, tested?.notices ?? [], ofModel, toClassify.notices, fewer);

  // Without a protocol, rows to classify are answer enough.
  const measures = protocol.kind !== "training" || toClassify.rows.length === 0 || options.measuresAnyway;
  const evaluated = (of: Table) =>
    measures ? evaluateTable(of, splits, modelOptions, { onProgress, signal }) : undefined;
  const result = { ...resultOf(model, toClassify.rows), evaluation: evaluated(table) };
  // The same results with the changed table, beside those before.
  const experiment = changed && {
    title: changed.title,
    ...resultOf(
      // The test rows are not learned from.
      fitTable(changed.table, modelOptions, tested?.split.train),
      changed.rows,
    ),
    evaluation: evaluated(changed.table),
  };
  const outcome: TableOutcome = { ...result, experiment, protocol, lines: table.lines };
  const { evaluation } = result;
  return {
    outcome,
    json: () => tableJson(outcome),
    report: evaluation && tableReport(outcome, evaluation),
  };
}

/** The names of the options that are settings of the model of a table. */
const MODEL_OPTIONS = [...SMOOTHING_OPTIONS, "variance", "prior"] as const;

/**
 * Returns the protocol that the options name. Without one, the training rows are tested.
 *
 * @throws UsageError if --repeats has nothing to repeat.
 */
function tableProtocol(options: TableJobOptions): AnyProtocol {
  const { test, holdout, folds, leaveOneOut, repeats } = options;
  if (repeats !== undefined && holdout === undefined && folds === undefined) {
    throw new UsageError("--repeats needs --holdout or --folds");
  }
  const isNamed = [test, holdout, folds, leaveOneOut].some((option) => option !== undefined);
  return isNamed ? protocolFrom(options) : { kind: "training" };
}

/** Classifies rows with a model. */
function resultOf(model: TableModel, rows: readonly RowToClassify[]): TableResult {
  return { model, rows: rows.map((row) => ({ row, classification: model.classify(row.values) })) };
}

/** Returns the table and the rows as --duplicate and --irrelevant change them; undefined without these options. */
function experimentOf(
  table: Table,
  rows: readonly RowToClassify[],
  { duplicate, irrelevant, seed }: TableJobOptions,
): Experiment | undefined {
  if (duplicate === undefined && irrelevant === undefined) return undefined;
  let experiment: Experiment = { title: "", table, rows };
  if (duplicate !== undefined) {
    // A column may itself be called `a=2`.
    const isColumn = table.attributes.some(({ name }) => name === duplicate);
    const counted = isColumn ? null : /^(.*)=(\d+)$/s.exec(duplicate);
    experiment = withDuplicate(experiment, counted?.[1] ?? duplicate, Number(counted?.[2] ?? 2));
  }
  if (irrelevant !== undefined) experiment = withIrrelevant(experiment, irrelevant, seed ?? 1);
  return experiment;
}

/** Returns the notices on an attribute: why it is ignored, if it is, and others. */
function noticesOf(name: string, { whyIgnored, notices }: TableModel["likelihoods"][number]): string[] {
  // The reader has already told of a column without values.
  const out =
    whyIgnored === undefined || whyIgnored.startsWith("no row has") ? [] : [`${name} is ignored: ${whyIgnored}`];
  return [...out, ...notices];
}
