import { optionName } from "../../../base/checks.js";
import { UsageError } from "../../../base/errors.js";
import { type EvaluateOptions, evaluateCorpus } from "../../../jobs/measuring/evaluate-corpus.js";
import { measureFewLabels } from "../../../jobs/measuring/measure-curve.js";
import { type ReportOptions, requireReports } from "../../../jobs/measuring/measuring-options.js";
import { writeLines } from "../../../jobs/write-lines.js";
import { PLOTLESS_FORMS, REPORT_FORMS, reportForm } from "../../../reports/report-forms.js";
import { commandFrom } from "../../command.js";
import {
  CORPUS,
  type DrawnLabels,
  FEW_LABELS,
  ID_COLUMN,
  ORIGIN_COLUMNS,
  PROTOCOL,
  SEVERAL_LABELS,
  TWO_CLASSES,
  UNLABELLED_PILE,
} from "../../options/corpus-options.js";
import { CALIBRATE, learningGroups, SEVERAL_METHODS } from "../../options/model-options.js";
import { NONE_BELOW } from "../../options/option-rows.js";
import { type CommonOptions, type Texts, wordsOfCommand } from "../../options/options.js";
import { reported, reportRows } from "../../output/report-option.js";
import { onlyOne } from "./curve.js";

type EvaluateCommandOptions = CommonOptions &
  ReportOptions &
  Omit<EvaluateOptions, "classifier"> &
  Texts<"predictions"> & { readonly classifier?: readonly string[]; readonly labels?: DrawnLabels };

/** `thresher evaluate`. As JSON, the results of several methods are a list. */
export const newCommand = commandFrom({
  does: "Measure how accurate a classifier is on documents it has not learned from.",
  takes: { "<corpus>": CORPUS },
  options: {
    Options: {
      "--predictions <file>": "write id, actual, predicted and probability of each test document, tab-separated",
      "--probabilities": "add the probability of every class to --predictions and JSON",
      ...reportRows(REPORT_FORMS),
    },
    Protocol: {
      ...PROTOCOL,
      ...NONE_BELOW,
      "--audit": "look for leaks: headers, copies in training, single fields that tell the class",
    },
    "Few labels": { ...FEW_LABELS, ...UNLABELLED_PILE },
    "Two classes": TWO_CLASSES,
    ...learningGroups({ ...SEVERAL_METHODS, ...CALIBRATE }, { ...ID_COLUMN, ...ORIGIN_COLUMNS, ...SEVERAL_LABELS }),
  },
  help: `Examples:
  thresher evaluate news/train --test news/test --encoding latin1
  thresher evaluate mail --by-date --folds 5
  thresher evaluate news --group-by thread --folds 10 --audit
  thresher evaluate mail --folds 10 --classifier multinomial,bernoulli --json
  thresher evaluate mail --folds 10 --report mail.html --report mail.md
  thresher evaluate news --labels 5,15,50
  thresher evaluate sorted --folds 5 --unlabelled pile`,
  shown: "test holdout folds by-date labels preset classifier report predictions json quiet",
  run(root: string, options: EvaluateCommandOptions) {
    requireOneMethod(options);
    const { labels, predictions, report = [], unlabelled } = options;
    if (labels !== undefined) {
      const outputs = requireReports(options, REPORT_FORMS);
      return reported(measureFewLabels(root, { ...onlyOne(options), ...labels, outputs }), options);
    }
    requirePlaceForProbabilities(options);
    const outputs = requireReports(options, options.multiLabel ? PLOTLESS_FORMS : REPORT_FORMS, [predictions]);
    // The mistakes cannot be explained if models learn from a pile, too.
    const hasPage = unlabelled === undefined && report.some((path) => reportForm(path) === ".html");
    const command = hasPage ? wordsOfCommand() : undefined;
    const results = evaluateCorpus(root, { ...options, outputs, otherColumns: predictions !== undefined, command });
    const [first] = results;
    const all = {
      report: first.report,
      json: () => (results.length === 1 ? first.json() : results.map((one) => one.json())),
      text: (style: object) => results.map((one) => one.text(style)).join("\n"),
    };
    return reported(all, options, () => {
      if (predictions !== undefined) writeLines(predictions, first.predictions());
    });
  },
});

/** @throws UsageError if --probabilities has no file or JSON to go to. */
function requirePlaceForProbabilities({ probabilities, predictions, json, report = [] }: EvaluateCommandOptions): void {
  const isWritten = predictions !== undefined || json || report.some((path) => reportForm(path) === ".json");
  if (probabilities && !isWritten)
    throw new UsageError("--probabilities has nowhere to go: add --predictions FILE or --json");
}

/** Options that only one method can have. */
const ONE_METHOD = [
  "labels",
  "noneBelow",
  "unlabelled",
  "report",
  "predictions",
  "audit",
  "multiLabel",
  "labelSeparator",
] as const;

/** @throws UsageError if an option is for one method, and there are several. */
function requireOneMethod({ classifier: names = [], ...options }: EvaluateCommandOptions): void {
  const wrong = ONE_METHOD.find((name) => options[name]);
  if (names.length < 2 || wrong === undefined) return;
  throw new UsageError(`--${optionName(wrong)} is for one method: name only one of ${names.join(", ")}`);
}
