import { Command } from "commander";
import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { type EvaluateOptions, evaluateCorpus } from "../../../jobs/measuring/evaluate-corpus.js";
import { type MeasureFewLabelsOptions, measureFewLabels } from "../../../jobs/measuring/measure-curve.js";
import { writeLines } from "../../../jobs/write-lines.js";
import { PLOTLESS_FORMS, REPORT_FORMS, reportForm } from "../../../reports/report-forms.js";
import { withBinaryOptions, withOriginOptions, withProtocolOptions } from "../../options/evaluation-options.js";
import { FEW_LABELS, UNLABELLED_PILE } from "../../options/few-label-options.js";
import { withHelp } from "../../options/help.js";
import { CALIBRATE, SEVERAL_METHODS, withLearning } from "../../options/model-options.js";
import {
  CORPUS,
  type CommonOptions,
  ID_COLUMN,
  ORIGIN_COLUMNS,
  SEVERAL_LABELS,
  withOptions,
  wordsOfCommand,
} from "../../options/options.js";
import { type ReportOptions, requireReports, withReportOption } from "../../options/report-option.js";
import { following } from "../../output/following.js";
import { printReport } from "../../output/print-report.js";
import { onlyOne } from "./curve.js";

type EvaluateCommandOptions = CommonOptions &
  ReportOptions &
  Omit<EvaluateOptions, "classifier"> &
  Omit<MeasureFewLabelsOptions, "classifier" | "labels"> & {
    readonly classifier?: readonly string[];
    readonly labels?: readonly number[];
    readonly predictions?: string;
  };

/** Makes the command `thresher evaluate`. */
export function newCommand(): Command {
  const command = new Command("evaluate")
    .description("Measure how accurate a classifier is on documents it has not learned from.")
    .argument("<corpus>", CORPUS)
    .option("--predictions <file>", "write id, actual, predicted and probability of each test document, tab-separated")
    .option("--probabilities", "add the probability of every class to --predictions and JSON")
    .action(run);
  withReportOption(command, REPORT_FORMS);
  withOriginOptions(withProtocolOptions(command)).option(
    "--audit",
    "look for leaks: headers, copies in training, single fields that tell the class",
  );
  withOptions(command, "Few labels", { ...FEW_LABELS, ...UNLABELLED_PILE });
  withBinaryOptions(command);
  return withHelp(
    withLearning(command, {
      method: { ...SEVERAL_METHODS, ...CALIBRATE },
      corpus: { ...ID_COLUMN, ...ORIGIN_COLUMNS, ...SEVERAL_LABELS },
    }),
    `Examples:
  thresher evaluate mail
  thresher evaluate news/train --test news/test --encoding latin1
  thresher evaluate news --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100
  thresher evaluate mail --by-date --folds 5
  thresher evaluate news --group-by thread --folds 10
  thresher evaluate mail --folds 10 --classifier multinomial,bernoulli --json
  thresher evaluate mail --folds 10 --report mail.html --report mail.md
  thresher evaluate news --holdout 1/3 --audit
  thresher evaluate news --labels 5,15,50
  thresher evaluate sorted --folds 5 --unlabelled pile`,
    ["test", "holdout", "folds", "by-date", "labels", "preset", "classifier", "report", "predictions", "json", "quiet"],
  );
}

/** @throws UsageError if --probabilities has no file or JSON to go to. */
function requireWhereTo({ probabilities, predictions, json, report = [] }: EvaluateCommandOptions): void {
  if (!probabilities || predictions !== undefined || json || report.some((path) => reportForm(path) === ".json"))
    return;
  throw new UsageError("--probabilities has nowhere to go: add --predictions FILE or --json");
}

/** Options that only one method can have. */
const ONE_METHOD = ["labels", "unlabelled", "report", "predictions", "audit", "multiLabel", "labelSeparator"] as const;

/** @throws UsageError if an option is for one method, and there are several. */
function requireOneMethod({ classifier: names = [], ...options }: EvaluateCommandOptions): void {
  const wrong = ONE_METHOD.find((name) => options[name]);
  if (names.length < 2 || wrong === undefined) return;
  throw new UsageError(`--${optionName(wrong)} is for one method: name only one of ${names.join(", ")}`);
}

/** Evaluates as the options say, prints the results (as JSON, several are a list), and writes the files. */
async function run(root: string, options: EvaluateCommandOptions): Promise<void> {
  requireOneMethod(options);
  const { labels, predictions, report = [], unlabelled } = options;
  const followed = { ...options, ...following(options) };
  if (labels !== undefined) {
    const outputs = requireReports(options, REPORT_FORMS);
    return printReport(measureFewLabels(root, { ...onlyOne(followed), labels, outputs }), options);
  }
  requireWhereTo(options);
  const outputs = requireReports(options, options.multiLabel ? PLOTLESS_FORMS : REPORT_FORMS, [predictions]);
  // The mistakes cannot be explained if models learn from a pile, too.
  const hasPage = unlabelled === undefined && report.some((path) => reportForm(path) === ".html");
  const results = evaluateCorpus(root, {
    ...followed,
    outputs,
    otherColumns: predictions !== undefined,
    command: hasPage ? wordsOfCommand() : undefined,
  });
  const [first] = results;
  const shown = {
    report:
      results.length === 1 ? first.report : { ...first.report, json: () => results.map((one) => one.report.json()) },
    text: (style: object) => results.map((one) => one.text(style)).join("\n"),
  };
  await printReport(shown, options, () => {
    if (predictions !== undefined) writeLines(predictions, first.predictions());
  });
}
