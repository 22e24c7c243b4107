import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import {
  type MeasureCurveOptions,
  type MeasureFewLabelsOptions,
  measureCurve,
  measureFewLabels,
} from "../../../jobs/measuring/measure-curve.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { FEW_LABELS } from "../../options/few-label-options.js";
import { withHelp } from "../../options/help.js";
import { SEVERAL_METHODS, withLearning } from "../../options/model-options.js";
import { CORPUS, type CommonOptions, withOptions } from "../../options/options.js";
import { fraction, InvalidValue, listOf, whole } from "../../options/parsers.js";
import { type ReportOptions, requireReports, withReportOption } from "../../options/report-option.js";
import { following } from "../../output/following.js";
import { printReport } from "../../output/print-report.js";

type CurveCommandOptions = CommonOptions &
  ReportOptions &
  Omit<MeasureCurveOptions & MeasureFewLabelsOptions, "classifier" | "labels"> & {
    readonly classifier?: readonly string[];
    readonly labels?: readonly number[];
  };

/** Makes the command `thresher curve`. */
export function newCommand(): Command {
  const command = new Command("curve")
    .description(
      "Measure how accuracy grows with the number of training documents, and predict what twice as many would bring.",
    )
    .argument("<corpus>", CORPUS)
    .action(run);
  withOptions(withReportOption(command, REPORT_FORMS), "Protocol", {
    "--test <folder>": ["test on another folder with the same classes", { conflicts: ["holdout"] }],
    "--holdout <share>": ["withhold a share of each class for testing (default: 1/3)", fraction],
    "--repeats <n>": ["draw the hold-out and the order of the rest n times (default: 5)", whole(1)],
    "--sizes <list>": [
      "training sizes, such as 100,200,1/2,all (default: 7, spread evenly on a logarithmic axis)",
      listOf(size),
    ],
  });
  withOptions(command, "Few labels", FEW_LABELS);
  withLearning(command, { method: SEVERAL_METHODS });
  return withHelp(
    command,
    `Examples:
  thresher curve mail
  thresher curve mail --report curve.svg --report curve.csv
  thresher curve news --classifier multinomial,bernoulli --sizes 100,200,500,1000,2000,5000,all
  thresher curve news --classifier multinomial,logistic-regression --tf log --idf smooth --alpha 0.1 --cost 0.1
  thresher curve mail --labels 10,20,50,100,200 --in-all --report few-labels.svg
  thresher curve news/train --test news/test --repeats 10 --json`,
    ["test", "holdout", "sizes", "labels", "repeats", "classifier", "preset", "report", "json", "quiet"],
  );
}

/** Measures the curves of all methods on one corpus, or with few labels, prints them and writes the reports. */
async function run(root: string, options: CurveCommandOptions): Promise<void> {
  const { labels } = options;
  const outputs = requireReports(options, REPORT_FORMS);
  const followed = { ...options, ...following(options), outputs };
  const measured =
    labels === undefined ? measureCurve(root, followed) : measureFewLabels(root, { ...onlyOne(followed), labels });
  await printReport(measured, options);
}

/** Returns options with the only method that --classifier names, if any. @throws UsageError if it names several */
export function onlyOne<T extends { readonly classifier?: readonly string[] }>({
  classifier: names = [],
  ...options
}: T) {
  if (names.length > 1) throw new UsageError(`--labels measures one method: name only one of ${names.join(", ")}`);
  return { ...options, ...(names.length === 1 && { classifier: names[0] }) };
}

/** Parses a training size: a number of documents, a share, or all. */
function size(text: string): NonNullable<MeasureCurveOptions["sizes"]>[number] {
  if (text === "all") return "all";
  if (/^\d+$/.test(text)) return Number(text);
  try {
    return { share: fraction(text) };
  } catch {
    throw new InvalidValue("give numbers of documents, shares and all, such as 100,1/2,all");
  }
}
