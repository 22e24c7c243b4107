import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { type AnyProtocol, withFittingFolds } from "../../../evaluation/protocols/protocol.js";
import { terminalText } from "../../../reports/blocks.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { tableJson, tableReport } from "../../../reports/table/table-report.js";
import { classifiedRowLine, ROW_LINE_HEAD } from "../../../reports/table/table-rows-text.js";
import { type TableOutcome, type TableResult, tableSections } from "../../../reports/table/table-text.js";
import { evaluateTable } from "../../../tables/evaluate-table.js";
import { type Experiment, withDuplicate, withIrrelevant } from "../../../tables/experiments.js";
import { MISSING, type ReadTable, type Table, tableFrom } from "../../../tables/read-table.js";
import type { RowToClassify } from "../../../tables/rows.js";
import { fitTable, type TableModel, tableChoices } from "../../../tables/table-model.js";
import { readRecords, rowsToClassify, testRowsOf } from "../../input/table-input.js";
import { withHelp } from "../../options/help.js";
import { pick, SEED, withCommonOptions } from "../../options/options.js";
import { requireReports, withReportOption, writeReports } from "../../options/report-option.js";
import {
  MODEL_OPTIONS,
  type TableCommandOptions,
  tableProtocol,
  tableSplits,
  withTableOptions,
} from "../../options/table-options.js";
import { tell } from "../../output/notices.js";
import { terminalStyle, writeAndPrint } from "../../output/output.js";
import { phaseBars } from "../../output/phase-bars.js";
import { fewerFoldsLines } from "../../output/split-notices.js";

/** Makes the command `thresher table`. */
export function newCommand(): Command {
  const command = new Command("table")
    .description("Naive Bayes on the rows of a table: learn, measure, and classify rows, with every factor shown.")
    .argument("<table>", "a file of separated values whose first line names the columns")
    .action(run);
  withTableOptions(withReportOption(command, REPORT_FORMS));
  return withHelp(
    withCommonOptions(command, SEED),
    `A column of numbers with more than two different values is numeric and normally
distributed in each class; any other column is categorical. A missing value, or
a category that no training row has, is left out of the product. Without --test,
--holdout, --folds or --leave-one-out, the training rows are tested.

Examples:
  thresher table weather.csv --target play --leave-one-out
  thresher table weather.csv --target play --alpha 0 --query outlook=sunny,humidity=high
  thresher table people.csv --target sex --variance unbiased --classify strangers.csv
  thresher table train.csv --target class --test test.csv --report result.md
  thresher table weather.csv --target play --duplicate outlook=3 --folds 7`,
    ["target", "test", "folds", "leave-one-out", "classify", "query", "alpha", "report", "json"],
  );
}

/** Learns from the table, evaluates and classifies as the options say, and prints all of that. */
async function run(path: string, options: TableCommandOptions): Promise<void> {
  const { missing = MISSING, classify, target } = options;
  const planned = tableProtocol(options);
  if (options.format === "tsv") requireOnlyRows(options, planned);
  if (target === undefined) throw new UsageError("table needs --target COLUMN, the column of the class");
  const modelOptions = pick(options, MODEL_OPTIONS);
  // Checks the options before the file is read.
  tableChoices(modelOptions);
  requireReports(options, REPORT_FORMS, [], [path, classify, options.test]);
  const { records, notices } = readRecords(path, options);
  const read: ReadTable = tableFrom(records, { ...options, target, missing });
  const tested = options.test === undefined ? undefined : testRowsOf(read.table, options.test, missing, options);
  const table = tested?.table ?? read.table;
  // The rows to learn from; undefined for all.
  const learned = tested?.split.train;
  const model = fitTable(read.table, modelOptions);
  const toClassify = rowsToClassify(options, { target, attributes: table.attributes }, missing);
  const changed = experimentOf(table, toClassify.rows, options);
  const protocol = withFittingFolds(planned, table.y.length);
  const fewer = fewerFoldsLines(planned, protocol, (rows) => plural(rows, "row"));
  const splits = tested === undefined ? tableSplits(table, protocol) : [tested.split];
  const ofModel = model.likelihoods.flatMap((likelihood, a) => noticesOf(table.attributes[a].name, likelihood));
  tell(options, notices, read.notices, tested?.notices ?? [], ofModel, toClassify.notices, fewer);

  // Without a protocol, rows to classify are answer enough.
  const measures = protocol.kind !== "training" || toClassify.rows.length === 0 || options.report !== undefined;
  const evaluated = (of: Table) =>
    measures ? evaluateTable(of, splits, modelOptions, { onProgress: phaseBars(options) }) : undefined;
  const result = { ...resultOf(model, toClassify.rows), evaluation: evaluated(table) };
  // The same results with the changed table, beside those before.
  const experiment = changed && {
    title: changed.title,
    ...resultOf(
      fitTable(changed.table, modelOptions, learned),
      toClassify.rows.map((row, r) => ({ ...row, values: changed.rows[r], cells: cellsOf(row, changed, r) })),
    ),
    evaluation: evaluated(changed.table),
  };

  await printOutcome({ ...result, experiment, protocol }, table.lines, options);
}

/** @throws UsageError if --format tsv has no rows to print, or there is more to print. */
function requireOnlyRows(options: TableCommandOptions, { kind }: AnyProtocol): void {
  const { classify, query, duplicate, irrelevant } = options;
  if (classify === undefined && query === undefined) throw new UsageError("--format tsv needs --classify or --query");
  if (kind !== "training" || duplicate !== undefined || irrelevant !== undefined) {
    throw new UsageError("--format tsv prints classified rows only: leave out the protocol or the experiment");
  }
}

/** Prints the results, and writes the reports. @param lines the line in the file, by row */
function printOutcome(outcome: TableOutcome, lines: readonly number[], options: TableCommandOptions): Promise<void> {
  const { model, rows, evaluation } = outcome;
  const write = async () => {
    if (evaluation !== undefined) await writeReports(options, tableReport(outcome, evaluation, lines));
  };
  return writeAndPrint(options, write, {
    asJson: () => tableJson(outcome, lines),
    asText: () =>
      options.format === "tsv"
        ? ROW_LINE_HEAD + rows.map((row) => classifiedRowLine(model, row)).join("")
        : terminalText(tableSections(outcome), terminalStyle()),
  });
}

/** Classifies rows with a model. */
function resultOf(model: TableModel, rows: readonly RowToClassify[]): TableResult {
  return { model, rows: rows.map((row) => ({ row, classification: model.classify(row.values) })) };
}

/** Returns the table and the rows as --duplicate and --irrelevant change them; undefined without these options. */
function experimentOf(
  table: Table,
  rows: readonly RowToClassify[],
  { duplicate, irrelevant, seed }: TableCommandOptions,
): Experiment | undefined {
  if (duplicate === undefined && irrelevant === undefined) return undefined;
  let experiment: Experiment = { title: "", table, rows: rows.map(({ values }) => values) };
  if (duplicate !== undefined) {
    // A column may itself be called `a=2`.
    const isColumn = table.attributes.some(({ name }) => name === duplicate);
    const counted = isColumn ? null : /^(.*)=(\d+)$/s.exec(duplicate);
    experiment = withDuplicate(experiment, counted?.[1] ?? duplicate, Number(counted?.[2] ?? 2));
  }
  if (irrelevant !== undefined) experiment = withIrrelevant(experiment, irrelevant, seed);
  return experiment;
}

/** Returns the cells of a row, with those of the columns that an experiment adds. */
function cellsOf({ cells }: RowToClassify, { table, rows }: Experiment, row: number): RowToClassify["cells"] {
  return table.attributes.map((attribute, a) => {
    if (a < cells.length) return cells[a];
    const value = rows[row][a];
    return attribute.kind === "numeric" ? String(value) : attribute.categories[value];
  });
}

/** Returns the notices on an attribute: why it is ignored, if it is, and others. */
function noticesOf(name: string, { silent, notices }: TableModel["likelihoods"][number]): string[] {
  // The reader has already told of a column without values.
  const out = silent === undefined || silent.startsWith("no row has") ? [] : [`${name} is ignored: ${silent}`];
  return [...out, ...notices];
}
