import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { learningCurvesOf } from "../../../evaluation/corpora/learning-curves-of.js";
import { CURVE_DEFAULTS, type CurveOptions, type CurveSize } from "../../../evaluation/studies/learning-curve.js";
import { requireHoldout } from "../../../model/fitting/splits.js";
import { named, settingsOfEach } from "../../../model/settings.js";
import type { CurveProtocol } from "../../../reports/curve/curve-text.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { followReading } from "../../input/follow-reading.js";
import type { ProtocolOptions } from "../../options/evaluation-options.js";
import { FEW_LABELS, type FewLabelOptions } from "../../options/few-label-options.js";
import { withHelp } from "../../options/help.js";
import {
  type LearningOptions,
  modelOptions,
  SEVERAL_METHODS,
  settingsOf,
  withLearning,
} from "../../options/model-options.js";
import { CORPUS, withOptions } from "../../options/options.js";
import { fraction, InvalidValue, listOf, whole } from "../../options/parsers.js";
import { type ReportOptions, requireReports, withReportOption } from "../../options/report-option.js";
import { alikeLines, NO_TERMS, tell } from "../../output/notices.js";
import { splitLines } from "../../output/split-notices.js";
import { measureFewLabels } from "./few-labels.js";
import { printCurves } from "./print-curves.js";

type CurveCommandOptions = ReportOptions &
  Omit<LearningOptions, "classifier"> &
  FewLabelOptions &
  Pick<ProtocolOptions, "test" | "holdout" | "repeats"> &
  Pick<CurveOptions, "sizes"> & { readonly classifier?: readonly string[] };

/** Makes the command `thresher curve`. */
export function newCommand(): Command {
  const command = new Command("curve")
    .description(
      "Measure how accuracy grows with the number of training documents, and predict what twice as many would bring.",
    )
    .argument("<corpus>", CORPUS)
    .action(run);
  const { repeats, points } = CURVE_DEFAULTS;
  withOptions(withReportOption(command, REPORT_FORMS), "Protocol", {
    "--test <folder>": ["test on another folder with the same classes", { conflicts: ["holdout"] }],
    "--holdout <share>": ["withhold a share of each class for testing (default: 1/3)", fraction],
    "--repeats <n>": [`draw the hold-out and the order of the rest n times (default: ${repeats})`, whole(1)],
    "--sizes <list>": [
      `training sizes, such as 100,200,1/2,all (default: ${points}, spread evenly on a logarithmic axis)`,
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

/** Measures the curves of all methods on one corpus, prints them and writes the reports. */
async function run(root: string, options: CurveCommandOptions): Promise<void> {
  const { labels, classifier: methods, ...others } = options;
  if (labels !== undefined) return measureFewLabels(root, labels, onlyOne(methods, others));
  const { test, seed, holdout = CURVE_DEFAULTS.holdout, repeats = CURVE_DEFAULTS.repeats } = options;
  requireHoldout(holdout, repeats);
  const { classifier: names, ...choices } = options;
  // The settings of each method.
  const all = names === undefined ? [settingsOf(choices)] : settingsOfEach(names, modelOptions(choices));
  const corpora = (test === undefined ? [root] : [root, test]).map((path) => openCorpus(path, options));
  requireReports(options, REPORT_FORMS, corpora);

  const curves = learningCurvesOf(corpora, all, {
    ...options,
    holdout,
    repeats,
    ...followReading(corpora, all[0], options, ({ train }) => tell(options, alikeLines(train))),
    onSplits: (first) => tell(options, splitLines(first.protocol, first)),
  });
  if (curves.curves.every(({ points }) => points.every(({ vocabulary }) => vocabulary === 0))) tell(options, NO_TERMS);

  const protocol: CurveProtocol = {
    kind: "curve",
    ...(test === undefined ? { share: holdout } : { test }),
    repeats,
    seed,
  };
  const described = all.map((settings) => named(settings));
  await printCurves(curves, described, protocol, options);
}

/** Returns options with the only method that --classifier names, if any. @throws UsageError if it names several */
function onlyOne<T extends object>(
  names: readonly string[] | undefined,
  options: T,
): T & { readonly classifier?: string } {
  if (names === undefined) return options;
  if (names.length > 1) throw new UsageError(`--labels measures one method: name only one of ${names.join(", ")}`);
  return { ...options, classifier: names[0] };
}

/** Parses a training size: a number of documents, a share, or all. */
function size(text: string): CurveSize {
  if (text === "all") return "all";
  if (/^\d+$/.test(text)) return Number(text);
  try {
    return { share: fraction(text) };
  } catch {
    throw new InvalidValue("give numbers of documents, shares and all, such as 100,1/2,all");
  }
}
