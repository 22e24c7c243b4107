import type { Corpus } from "../../documents/corpora/corpus.js";
import { evaluateLabelsByProtocol } from "../../evaluation/corpora/evaluate-corpora.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import { singleLabels } from "../../model/multi-label.js";
import { named, type Settings } from "../../model/settings.js";
import { terminalText } from "../../reports/blocks.js";
import { otherColumnsOf, type PredictionOptions } from "../../reports/evaluation/evaluation-report.js";
import {
  labelEvaluationReport,
  labelEvaluationSections,
  labelPredictionLines,
} from "../../reports/evaluation/label-evaluation-text.js";
import { followReading } from "../follow-reading.js";
import { tell } from "../follower.js";
import { alikeLines, NO_TERMS, sameNameLines } from "../notices/class-lines.js";
import { FEW_TESTED, fewTestedText } from "../notices/figure-lines.js";
import { namedLines } from "../notices/names.js";
import { protocolLines, untestedText } from "../notices/split-lines.js";
import { chosenText } from "../settings-text.js";
import { labelEvaluationPage } from "./evaluation-page.js";
import type { MeasuringOptions } from "./measured.js";

/** Evaluates a model of several labels, and tells what makes the figures doubtful. */
export function evaluatedLabels(
  corpora: readonly Corpus[],
  planned: Protocol,
  settings: Settings,
  options: MeasuringOptions & PredictionOptions & { readonly command?: readonly string[] | undefined },
) {
  const result = evaluateLabelsByProtocol(corpora, settings, planned, {
    jobs: options.jobs,
    ...followReading(corpora, settings, options, ({ train }) =>
      tell(options, alikeLines(train), sameNameLines(singleLabels({ ...train, y: [] }).labels)),
    ),
    onSplits: (found) => tell(options, protocolLines(planned, found)),
  });
  const { evaluation, protocol, tested } = result;
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  tell(options, untestedLines(evaluation), fewLines(evaluation));
  const classifier = named(settings);
  const { ids } = tested;
  const { command } = options;
  const page =
    command &&
    ((path: string) => labelEvaluationPage(path, { corpora, classifier, protocol, evaluation, ids, command }));
  const more = { ...options, others: otherColumnsOf(corpora, tested) };
  const report = labelEvaluationReport(evaluation, classifier, protocol, ids, { ...options, ...(page && { page }) });
  return {
    ...result,
    settings,
    report,
    json: report.json,
    text: (style: object) =>
      terminalText(labelEvaluationSections(evaluation, classifier, protocol, chosenText(settings)), style),
    predictions: () => labelPredictionLines(evaluation, ids, more),
  };
}

/** Returns the line on labels that no test document has; empty if there are none. */
function untestedLines({ labels, thresholds }: LabelEvaluation): string[] {
  const tested = new Set(labels.flatMap(({ label, support }) => (support > 0 ? label : [])));
  const untested = [...thresholds.keys()].filter((label) => !tested.has(label)).sort();
  return namedLines(untested, (n) => untestedText(n, "label is", "labels are"));
}

/** Returns the line on labels with few tested documents; empty if there are none. */
function fewLines({ labels, runs, documents, predictions }: LabelEvaluation): string[] {
  // How often a document was tested on average: several runs count the same documents again.
  const times = runs === 0 ? 1 : documents / Math.max(1, new Set(predictions.map(({ row }) => row)).size);
  const few = labels.filter(({ support }) => support > 0 && support / times < FEW_TESTED).map(({ label }) => label);
  return namedLines(few, (n) => fewTestedText(n, "label", "labels"));
}
