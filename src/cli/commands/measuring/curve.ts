import { orElse, UsageError } from "../../../base/errors.js";
import {
  type MeasureCurveOptions,
  type MeasureFewLabelsOptions,
  measureCurve,
  measureFewLabels,
} from "../../../jobs/measuring/measure-curve.js";
import { type ReportOptions, requireReports } from "../../../jobs/measuring/measuring-options.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { commandFrom } from "../../command.js";
import { CORPUS, type DrawnLabels, FEW_LABELS } from "../../options/corpus-options.js";
import { learningGroups, SEVERAL_METHODS } from "../../options/model-options.js";
import { fraction, listOf, parser, whole } from "../../options/parsers.js";
import { reported, reportRows } from "../../output/report-option.js";

type CurveCommandOptions = ReportOptions &
  Omit<MeasureCurveOptions & Partial<MeasureFewLabelsOptions>, "classifier" | "labels"> & {
    readonly classifier?: readonly string[];
    readonly labels?: DrawnLabels;
  };

/** Parses a training size: a number of documents, a share, or all. */
const size = parser<NonNullable<MeasureCurveOptions["sizes"]>[number]>((text) => {
  if (text === "all") return "all";
  return /^\d+$/.test(text) ? Number(text) : orElse(() => ({ share: fraction(text) }), undefined);
}, "give numbers of documents, shares and all, such as 100,1/2,all");

/** `thresher curve`. */
export const newCommand = commandFrom({
  does: "Measure how accuracy grows with the number of training documents, and predict what twice as many would bring.",
  takes: { "<corpus>": CORPUS },
  options: {
    Options: reportRows(REPORT_FORMS),
    Protocol: {
      "--test <folder>": ["test on another folder with the same classes", { conflicts: ["holdout"] }],
      "--holdout <share>": ["withhold a share of each class for testing (default: 1/3)", fraction],
      "--repeats <n>": ["draw the hold-out and the order of the rest n times (default: 5)", whole(1)],
      "--sizes <list>": ["training sizes, such as 100,200,1/2,all (default: 7, spread evenly)", listOf(size)],
    },
    "Few labels": FEW_LABELS,
    ...learningGroups(SEVERAL_METHODS),
  },
  help: `Examples:
  thresher curve mail --report curve.svg --report curve.csv
  thresher curve news --classifier multinomial,bernoulli --sizes 100,200,500,1000,2000,5000,all
  thresher curve mail --labels in-all=10,20,50,100,200 --report few-labels.svg
  thresher curve news/train --test news/test --repeats 10 --json`,
  shown: "test holdout sizes labels repeats classifier preset report json quiet",
  run(root: string, options: CurveCommandOptions) {
    const { labels, shares } = options;
    if (labels === undefined && shares !== undefined) throw new UsageError("--shares needs --labels");
    const outputs = requireReports(options, REPORT_FORMS);
    const measured =
      labels === undefined
        ? measureCurve(root, { ...options, outputs })
        : measureFewLabels(root, { ...onlyOne(options), ...labels, outputs });
    return reported(measured, options);
  },
});

/** Returns options with the only method that --classifier names, if any. @throws UsageError if it names several */
export function onlyOne<T extends { readonly classifier?: readonly string[] }>({
  classifier: names = [],
  ...options
}: T) {
  if (names.length > 1) throw new UsageError(`--labels measures one method: name only one of ${names.join(", ")}`);
  return { ...options, ...(names.length === 1 && { classifier: names[0] }) };
}
