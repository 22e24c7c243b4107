import { UsageError } from "../../../base/errors.js";
import { optionName } from "../../../base/option-names.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { evaluateLabelsByProtocol } from "../../../evaluation/corpora/evaluate-corpora.js";
import type { LabelEvaluation } from "../../../evaluation/labels/evaluate-labels.js";
import type { Protocol } from "../../../evaluation/protocols/protocol.js";
import { singleLabels } from "../../../model/multi-label.js";
import { named, type Settings } from "../../../model/settings.js";
import { terminalText } from "../../../reports/blocks.js";
import { otherColumnsOf, type PredictionOptions } from "../../../reports/evaluation/evaluation-json.js";
import {
  labelEvaluationReport,
  labelEvaluationSections,
  labelPredictionLines,
} from "../../../reports/evaluation/label-evaluation-text.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { followReading } from "../../input/follow-reading.js";
import type { LearningOptions } from "../../options/model-options.js";
import { type ReportOptions, requireReports, writeReports } from "../../options/report-option.js";
import { chosenText } from "../../options/settings-text.js";
import { labelEvaluationPage } from "../../output/evaluation-page.js";
import { FEW_TESTED, fewTestedText } from "../../output/figure-notices.js";
import { alikeLines, NO_TERMS, namedLines, sameNameLines, tell } from "../../output/notices.js";
import { terminalStyle, writeAndPrint, writeLines } from "../../output/output.js";
import { protocolLines, untestedText } from "../../output/split-notices.js";

type EvaluateLabelsOptions = LearningOptions &
  PredictionOptions &
  ReportOptions & { readonly predictions?: string; readonly seed: number };

/** Options of `evaluate` that need one class for each document. */
const ONE_CLASS = ["leaveOneOut", "audit", "positive", "threshold", "falseAlarmCost"] as const;

/** @throws UsageError if an option needs one class for each document. */
export function requireLabelOptions(options: Partial<Record<(typeof ONE_CLASS)[number], unknown>>): void {
  const wrong = ONE_CLASS.find((name) => options[name] !== undefined);
  if (wrong === undefined) return;
  throw new UsageError(`--${optionName(wrong)} and --multi-label cannot be combined: leave out one of the two`);
}

/** `thresher evaluate --multi-label`: evaluates a model of several labels, prints the result and writes the reports. */
export async function evaluateLabelled(
  corpora: readonly Corpus[],
  planned: Protocol,
  settings: Settings,
  options: EvaluateLabelsOptions,
): Promise<void> {
  requireReports(options, REPORT_FORMS, corpora, [options.predictions]);
  const { evaluation, protocol, tested } = evaluateLabelsByProtocol(corpora, settings, planned, {
    jobs: options.jobs,
    ...followReading(corpora, settings, options, ({ train }) =>
      tell(options, alikeLines(train), sameNameLines(singleLabels({ ...train, y: [] }).labels)),
    ),
    onSplits: (found) => tell(options, protocolLines(planned, found)),
  });
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  tell(options, untestedLines(evaluation), unlearnedLines(evaluation), fewLines(evaluation));
  const description = named(settings);
  const { ids } = tested;
  const page = (path: string) =>
    labelEvaluationPage(path, { corpora, classifier: description, protocol, evaluation, ids });
  const report = labelEvaluationReport(evaluation, description, protocol, ids, { ...options, page });
  const write = () => {
    if (options.predictions !== undefined)
      writeLines(
        options.predictions,
        labelPredictionLines(evaluation, ids, { ...options, others: otherColumnsOf(corpora, tested) }),
      );
    return writeReports(options, report);
  };
  await writeAndPrint(options, write, {
    asJson: report.json,
    asText: () =>
      terminalText(labelEvaluationSections(evaluation, description, protocol, chosenText(settings)), terminalStyle()),
  });
}

/** Returns the line on labels that no test document has; empty if there are none. */
function untestedLines({ labels, thresholds }: LabelEvaluation): string[] {
  const tested = new Set(labels.flatMap(({ label, support }) => (support > 0 ? label : [])));
  const untested = [...thresholds.keys()].filter((label) => !tested.has(label)).sort();
  return namedLines(untested, (n) => untestedText(n, "label is", "labels are"));
}

/** Returns the line on labels that were tested and never learned; empty if there are none. */
function unlearnedLines({ labels, thresholds }: LabelEvaluation): string[] {
  // Each label that was learned has a threshold.
  const unlearned = labels.filter(({ label }) => !thresholds.has(label)).map(({ label }) => label);
  return namedLines(unlearned, (n) =>
    n === 1
      ? "1 label was never learned, so it is always missed"
      : `${n} labels were never learned, so they are always missed`,
  );
}

/** Returns the line on labels with few tested documents; empty if there are none. */
function fewLines({ labels, runs, documents, predictions }: LabelEvaluation): string[] {
  // How often a document was tested on average: several runs count the same documents again.
  const times = runs === 0 ? 1 : documents / Math.max(1, new Set(predictions.map(({ row }) => row)).size);
  const few = labels.filter(({ support }) => support > 0 && support / times < FEW_TESTED).map(({ label }) => label);
  return namedLines(few, (n) => fewTestedText(n, "label", "labels"));
}
