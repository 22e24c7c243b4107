import { UsageError } from "../../../base/errors.js";
import { CHOICES } from "../../../jobs/choices.js";
import { type ReportOptions, requireReports } from "../../../jobs/measuring/measuring-options.js";
import { type AnalysedTable, analyseTable, type TableJobOptions } from "../../../jobs/tables/analyse-table.js";
import { terminalText } from "../../../reports/blocks.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { classifiedRowLine, ROW_LINE_HEAD } from "../../../reports/table/table-rows-text.js";
import { tableSections } from "../../../reports/table/table-text.js";
import { commandFrom } from "../../command.js";
import { SPLITTING, splittingRows } from "../../options/corpus-options.js";
import { prior } from "../../options/model-options.js";
import { SEED } from "../../options/options.js";
import { collect, names, number, whole } from "../../options/parsers.js";
import { reported, reportRows } from "../../output/report-option.js";

/** The forms of classified rows: with every factor, or a line for each. */
const ROW_FORMATS = ["table", "tsv"] as const;

type TableCommandOptions = ReportOptions & TableJobOptions & { readonly format: (typeof ROW_FORMATS)[number] };

/** `thresher table`. */
export const newCommand = commandFrom({
  does: "Naive Bayes on the rows of a table: learn, measure, and classify rows, with every factor shown.",
  takes: { "<table>": "a file of separated values whose first line names the columns" },
  options: {
    Options: reportRows(REPORT_FORMS),
    Table: {
      "--target <column>": ["the column that holds the class", { isNeeded: true }],
      "--categorical <columns>": ["columns to treat as categories, separated by commas", names],
      "--numeric <columns>": ["columns to treat as numbers", names],
      "--ignore <columns>": ["columns to leave out", names],
      "--missing <texts>": ["texts that mean a missing value (default: nothing, ? and NA)", names],
      "--separator <name>": ["the separator of cells (default: by the first line)", CHOICES.separator],
      "--encoding <name>": "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)",
    },
    Likelihoods: {
      "--alpha <a>": ["smoothing: added to every count, 0 for none (default: 1, add-one)", number],
      "--m-estimate <m>": ["in place of alpha: the prior estimate counts as m rows", number],
      "--m-prior <p>": ["the prior estimate: the same for all, or their shares (default: uniform)", CHOICES.mPrior],
      "--dirichlet <beta>": ["in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one", number],
      "--variance <kind>": ["divide squares by n or n - 1 (default: maximum-likelihood)", CHOICES.variance],
      "--prior <prior>": ["fit (share of the rows), map (add-one), uniform, none, or numbers (default: fit)", prior],
    },
    Protocol: {
      "--test <table>": ["test on the rows of another table with the same columns", { conflicts: SPLITTING }],
      ...splittingRows(),
      "--leave-one-out": ["test each row with a model of all other rows", { conflicts: ["repeats"] }],
      "--repeats <n>": ["draw the hold-out or the folds n times (default: 1)", whole(1)],
    },
    "Rows to classify": {
      "--classify <file>": "the rows of another table with the same columns",
      "--query <values>": ["one row, such as outlook=sunny,windy=true (repeatable)", collect],
      "--format <form>": ["tsv prints only a line for each classified row", ROW_FORMATS, { default: "table" }],
    },
    "Experiments, before and after": {
      "--duplicate <column[=n]>": "count an attribute n times (default: 2)",
      "--irrelevant <n>": ["add n attributes of coin tosses", whole(1)],
    },
    Running: SEED,
  },
  help: `A column of numbers with more than two different values is numeric and normally distributed in each class; any other column is categorical. A missing value, or a category that no training row has, is left out of the product. Without --test, --holdout, --folds or --leave-one-out, the training rows are tested.

Examples:
  thresher table weather.csv --target play --leave-one-out
  thresher table weather.csv --target play --alpha 0 --query outlook=sunny,humidity=high
  thresher table people.csv --target sex --variance unbiased --classify strangers.csv
  thresher table weather.csv --target play --duplicate outlook=3 --folds 7`,
  shown: "target test folds leave-one-out classify query alpha report json",
  run(path: string, options: TableCommandOptions) {
    if (options.format === "tsv") requireOnlyRows(options);
    requireReports(options, REPORT_FORMS, [path, options.classify, options.test]);
    const analysed = analyseTable(path, { ...options, measuresAnyway: options.report !== undefined });
    const { json, report } = analysed;
    const answer = { json, text: (style: object) => textOf(analysed, options, style) };
    return report === undefined ? answer : reported({ ...answer, report }, options);
  },
});

/** @throws UsageError if --format tsv has no rows to print, or there is more to print. */
function requireOnlyRows(options: TableCommandOptions): void {
  const { classify, query } = options;
  if (classify === undefined && query === undefined) throw new UsageError("--format tsv needs --classify or --query");
  const more = ["test", "holdout", "folds", "leaveOneOut", "duplicate", "irrelevant"] as const;
  if (more.some((name) => options[name] !== undefined)) {
    throw new UsageError("--format tsv prints classified rows only: leave out the protocol or the experiment");
  }
}

function textOf({ outcome }: AnalysedTable, { format }: TableCommandOptions, style: object): string {
  const { model, rows } = outcome;
  if (format !== "tsv") return terminalText(tableSections(outcome), style);
  return ROW_LINE_HEAD + rows.map((row) => classifiedRowLine(model, row)).join("");
}
