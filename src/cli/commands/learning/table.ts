import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { type AnalysedTable, analyseTable, type TableJobOptions } from "../../../jobs/tables/analyse-table.js";
import { terminalText } from "../../../reports/blocks.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { classifiedRowLine, ROW_LINE_HEAD } from "../../../reports/table/table-rows-text.js";
import { tableSections } from "../../../reports/table/table-text.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, SEED, withCommonOptions } from "../../options/options.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "../../options/report-option.js";
import { type ROW_FORMATS, withTableOptions } from "../../options/table-options.js";
import { following } from "../../output/following.js";
import { terminalStyle, writeAndPrint } from "../../output/output.js";

type TableCommandOptions = CommonOptions &
  ReportOptions &
  Omit<TableJobOptions, "target"> & { readonly target?: string; readonly format: (typeof ROW_FORMATS)[number] };

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
  const { target, classify, test } = options;
  if (options.format === "tsv") requireOnlyRows(options);
  if (target === undefined) throw new UsageError("table needs --target COLUMN, the column of the class");
  requireReports(options, REPORT_FORMS, [path, classify, test]);
  const measuresAnyway = options.report !== undefined;
  const analysed = analyseTable(path, { ...options, ...following(options), target, measuresAnyway });
  const { json, report } = analysed;
  const write = async () => {
    if (report !== undefined) await writeReports(options, report);
  };
  await writeAndPrint(options, write, { asJson: json, asText: () => textOf(analysed, options) });
}

/** @throws UsageError if --format tsv has no rows to print, or there is more to print. */
function requireOnlyRows(options: TableCommandOptions): void {
  const { classify, query } = options;
  if (classify === undefined && query === undefined) throw new UsageError("--format tsv needs --classify or --query");
  const more = ["test", "holdout", "folds", "leaveOneOut", "duplicate", "irrelevant"] as const;
  if (more.some((name) => options[name] !== undefined)) {
    throw new UsageError("--format tsv prints classified rows only: leave out the protocol or the experiment");
  }
}

function textOf({ outcome }: AnalysedTable, { format }: TableCommandOptions): string {
  const { model, rows } = outcome;
  if (format !== "tsv") return terminalText(tableSections(outcome), terminalStyle());
  return ROW_LINE_HEAD + rows.map((row) => classifiedRowLine(model, row)).join("");
}
