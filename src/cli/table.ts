import { resolve } from "node:path";
import { Command } from "commander";
import { requirePlace, writeAtomically } from "../documents/write-file.js";
import { UsageError } from "../errors.js";
import { evaluationCsv } from "../reports/evaluation-csv.js";
import { evaluationMarkdown } from "../reports/evaluation-markdown.js";
import { evaluationSpec } from "../reports/plots/evaluation-spec.js";
import { plotReports } from "../reports/plots/plot-reports.js";
import type { ReportForm } from "../reports/report-forms.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { tableClassifier, tableJson } from "../reports/table-json.js";
import { classifiedRowLine, ROW_LINE_HEAD } from "../reports/table-rows-text.js";
import { type TableResult, tableText } from "../reports/table-text.js";
import { evaluateTable } from "../tables/evaluate-table.js";
import { type Experiment, withDuplicate, withIrrelevant } from "../tables/experiments.js";
import { MISSING, type ReadTable, tableFrom } from "../tables/read-table.js";
import type { RowToClassify } from "../tables/rows.js";
import type { Table } from "../tables/table.js";
import { tableModelJson } from "../tables/table-file.js";
import { fitTable, type TableModel, tableChoices } from "../tables/table-model.js";
import { inOptionNames } from "./model-options.js";
import { tell } from "./notices.js";
import { withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { requireReports, withReportOption, writeReports } from "./report-option.js";
import { loadTableModel, readRecords, rowsToClassify, testRowsOf } from "./table-input.js";
import {
  modelOptionsOf,
  requireNoTraining,
  splitsOf,
  type TableCommandOptions,
  tableProtocol,
  withTableOptions,
} from "./table-options.js";
import { terminalStyle } from "./terminal.js";

/** What there is a report in. */
const REPORTS: readonly ReportForm[] = [".svg", ".vl.json", ".csv", ".json", ".md"];

/** `thresher table FILE.csv --target COLUMN` */
export function tableCommand(): Command {
  const command = new Command("table")
    .description("Naive Bayes on the rows of a table: learn, measure, and classify rows as it is done by hand.")
    .argument("[table]", "separated values, the first line naming the columns; left out: the model alone is used")
    .action(run);
  withTableOptions(withReportOption(command, REPORTS));
  return withCommonOptions(command).addHelpText(
    "after",
    `
A column of numbers, more than two of them different, is numeric and normally
distributed in each class; any other is categorical. A missing value leaves the
product, as does a category that no training row has. Without --test, --holdout,
--folds or --leave-one-out the rows that were learned from are tested.

Examples:
  thresher table weather.csv --target play --leave-one-out
  thresher table weather.csv --target play --alpha 0 --query outlook=sunny,humidity=high
  thresher table people.csv --target sex --variance unbiased --classify strangers.csv
  thresher table train.csv --target class --test test.csv --report result.md
  thresher table weather.csv --target play -m weather.json
  thresher table -m weather.json --query outlook=sunny
  thresher table weather.csv --target play --duplicate outlook=3 --folds 7`,
  );
}

async function run(path: string | undefined, options: TableCommandOptions): Promise<void> {
  const { missing = MISSING, classify, query } = options;
  const protocol = tableProtocol(options);
  if (options.lines && classify === undefined && query === undefined) {
    throw new UsageError("table: --lines goes with --classify or --query, got neither");
  }
  const { duplicate, irrelevant } = options;
  if (options.lines && (protocol.kind !== "training" || duplicate !== undefined || irrelevant !== undefined)) {
    throw new UsageError("table: --lines prints classified rows alone, got it with a protocol or an experiment");
  }
  if (path === undefined) {
    requireNoTraining(options);
    const file = loadTableModel(options.model as string);
    const { rows, notices } = rowsToClassify(options, file.model.parts, file.missing);
    tellOf(options, notices);
    await print({ result: resultOf(file.model, rows), protocol, lines: [] }, options);
    return;
  }

  const target = options.target;
  if (target === undefined) throw new UsageError("table: required --target COLUMN, the column of the class, got none");
  const modelOptions = modelOptionsOf(options);
  inOptionNames(() => tableChoices(modelOptions));
  if (options.model !== undefined) {
    if (
      [path, classify, options.test].some(
        (input) => input !== undefined && resolve(input) === resolve(options.model as string),
      )
    ) {
      throw new UsageError(`--model: required a place of its own for the model, got the table ${options.model}`);
    }
    requirePlace(options.model);
  }
  requireReports(options, REPORTS, [], [path, classify, options.test, options.model]);
  const { records, notices } = readRecords(path, options);
  const read: ReadTable = tableFrom(records, { ...options, target, missing });
  const tested = options.test === undefined ? undefined : testRowsOf(read.table, options.test, missing, options);
  const table = tested?.table ?? read.table;
  const learned = tested?.split.train;
  const model = fitTable(read.table, modelOptions);
  const toClassify = rowsToClassify(options, { target, attributes: table.attributes }, missing);
  const changed = experimentOf(table, toClassify.rows, options);
  const splits = tested === undefined ? splitsOf(table, protocol) : [tested.split];
  const ofModel = model.likelihoods.flatMap((likelihood, a) => noticesOf(table.attributes[a].name, likelihood));
  tellOf(options, [...notices, ...read.notices, ...(tested?.notices ?? []), ...ofModel, ...toClassify.notices]);

  // Rows to classify are an answer by themselves.
  const measures = protocol.kind !== "training" || toClassify.rows.length === 0 || options.report !== undefined;
  const evaluated = (of: Table) => {
    if (!measures) return undefined;
    const bar = progressBar("testing", Array.isArray(splits) ? splits.length : table.y.length, options);
    const evaluation = evaluateTable(of, splits, modelOptions, bar.update);
    bar.stop();
    return evaluation;
  };
  const result = { ...resultOf(model, toClassify.rows), evaluation: evaluated(table) };
  const experiment = changed && {
    title: changed.title,
    ...resultOf(
      fitTable(changed.table, modelOptions, learned),
      toClassify.rows.map((row, r) => ({ ...row, values: changed.rows[r], cells: cellsOf(row, changed, r) })),
    ),
    evaluation: evaluated(changed.table),
  };
  if (options.model !== undefined) writeAtomically(options.model, Buffer.from(tableModelJson({ model, missing })));

  const report = { result, experiment, protocol, lines: table.lines };
  const { evaluation } = result;
  try {
    if (evaluation !== undefined) {
      await writeReports(options, {
        ...plotReports(() => evaluationSpec(evaluation)),
        ".csv": () => evaluationCsv(evaluation),
        ".json": () => jsonOf(report),
        ".md": () =>
          evaluationMarkdown(evaluation, tableClassifier(model), protocol, {
            title: `Naive Bayes for ${target}`,
            item: "row",
            feature: "attribute",
          }),
      });
    }
  } finally {
    await print(report, options);
  }
}

/** What is to be printed of one run. */
interface Printed {
  readonly result: TableResult;
  readonly experiment?: (TableResult & { readonly title: string }) | undefined;
  readonly protocol: ReturnType<typeof tableProtocol>;
  readonly lines: readonly number[];
}

async function print(printed: Printed, options: TableCommandOptions): Promise<void> {
  const { result, experiment, protocol } = printed;
  const output = new Output();
  if (options.json) await output.write(jsonOf(printed));
  else if (options.lines) {
    await output.write(ROW_LINE_HEAD);
    for (const row of result.rows) await output.write(classifiedRowLine(result.model, row));
  } else await output.write(tableText({ ...result, experiment, protocol }, terminalStyle()));
  await output.flush();
}

function jsonOf({ result, experiment, protocol, lines }: Printed): string {
  return `${safeJson(tableJson({ ...result, experiment, protocol }, lines), 2)}\n`;
}

function resultOf(model: TableModel, rows: readonly RowToClassify[]): TableResult {
  return { model, rows: rows.map((row) => ({ row, classification: model.classify(row.values) })) };
}

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

/** What the columns that an experiment adds have in a row, as text. */
function cellsOf({ cells }: RowToClassify, { table, rows }: Experiment, row: number): RowToClassify["cells"] {
  return table.attributes.map((attribute, a) => {
    if (a < cells.length) return cells[a];
    const value = rows[row][a];
    return attribute.kind === "numeric" ? String(value) : attribute.categories[value];
  });
}

function noticesOf(name: string, { silent, notices }: TableModel["likelihoods"][number]): string[] {
  // Of a column without any value reading has spoken.
  const out = silent === undefined || silent.startsWith("no row has") ? [] : [`${name} leaves the product: ${silent}`];
  return [...out, ...notices];
}

function tellOf(options: TableCommandOptions, notices: readonly string[]): void {
  tell(options, ...notices.map((notice) => `thresher: ${safeText(notice)}`));
}
