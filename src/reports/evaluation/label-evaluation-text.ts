import { grouped, percent, plural } from "../../base/numbers.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import type { AverageMetrics } from "../../evaluation/metrics/metrics.js";
import type { Protocol } from "../../evaluation/protocols/protocol-splits.js";
import type { Section, TableBlock } from "../blocks.js";
import type { Report } from "../report-forms.js";
import { scoreCells, settingsSection, testedCells } from "./evaluation-text.js";
import { type PredictionOptions, predictionsJson } from "./predictions.js";
import { classifierText, type EvaluatedClassifier, protocolText } from "./settings-text.js";

/**
 * Returns an evaluation of several labels as the content of report files.
 *
 * @param ids the id of the document in each row
 */
export function labelEvaluationReport(
  evaluation: LabelEvaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  ids: readonly string[],
  { page, ...options }: PredictionOptions & Pick<Report, "page"> = {},
): Report {
  const { predictions: _, thresholds, labels, ...figures } = evaluation;
  const settings = settingsSection({ classifier, protocol });
  return {
    json: () => ({
      classifier,
      protocol,
      ...figures,
      labels: labels.map((label) => ({ ...label, threshold: thresholds.get(label.label) ?? null })),
      predictions: predictionsJson(evaluation, ids, options),
    }),
    rows: () => [
      ["label", "tested", "predicted", "precision", "recall", "f1", "threshold"],
      ...labels.map(({ label, support, predicted, precision, recall, f1 }) => {
        return [label, support, predicted, precision, recall, f1, thresholds.get(label)];
      }),
    ],
    content: () => [...labelEvaluationSections(evaluation, classifier, protocol), settings],
    page,
  };
}

/** Makes the sections of an evaluation of several labels. @param settings other settings in words; may be empty */
export function labelEvaluationSections(
  evaluation: LabelEvaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  settings = "",
): Section[] {
  const { documents, runs, vocabulary, labelsPerDocument, predictedPerDocument } = evaluation;
  const tests = runs === 1 ? plural(documents, "document") : `${plural(documents, "test")} in ${plural(runs, "run")}`;
  const sizes = `${tests}, ${plural(Math.round(vocabulary), "term")}`;
  const labels = `a document has ${labelsPerDocument.toFixed(2)} labels and got ${predictedPerDocument.toFixed(2)}`;
  return [
    [
      { heading: `${classifierText(classifier)}, a decision for each label: ${sizes}` },
      ...(settings === "" ? [] : [settings]),
      `${protocolText(protocol)}; ${labels}`,
    ],
    [figureTable(evaluation)],
    [labelTable(evaluation)],
  ];
}

/** Makes a table of the figures over all labels. */
function figureTable({ micro, macro, subsetAccuracy, hammingLoss }: LabelEvaluation): TableBlock {
  const average = (name: string, scores: AverageMetrics, over: string) => {
    const [precision, recall, f1] = scoreCells(scores);
    return [`${name} F1`, f1, `precision ${precision}, recall ${recall}, ${over}`];
  };
  const rows = [
    average("micro", micro, "over all decisions"),
    average("macro", macro, "mean over labels"),
    ["subset accuracy", percent(subsetAccuracy), "documents with exactly their labels"],
    ["Hamming loss", hammingLoss.toFixed(4), "wrong decisions among all"],
  ];
  return { rows, align: "lrl", isHeadless: true };
}

/** Makes a table of the labels. A label that was never learned has no threshold. */
function labelTable({ labels, macro, thresholds }: LabelEvaluation): TableBlock {
  const rows = [
    ["label", "precision", "recall", "f1", "tested", "threshold"],
    ...labels.map((scores) => {
      const threshold = thresholds.get(scores.label)?.toFixed(3) ?? "";
      return [scores.label, ...testedCells(scores), grouped(scores.support), threshold];
    }),
    ["mean over labels", ...scoreCells(macro), "", ""],
  ];
  return { rows, align: "lrrrrr" };
}
