import { grouped, percent, plural } from "../../base/numbers.js";
import { cellOfLabels } from "../../documents/label-sets.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import type { F1Scores } from "../../evaluation/labels/label-metrics.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import { type TableBlock, terminalText } from "../blocks.js";
import { classColumns, tsvLine } from "../csv.js";
import { headLook } from "../terminal/table.js";
import type { TerminalStyle } from "../terminal/terminal.js";
import type { EvaluatedClassifier, PredictionOptions } from "./evaluation-json.js";
import { scoreCells } from "./evaluation-text.js";
import { protocolText } from "./protocol-text.js";
import { classifierText } from "./settings-text.js";

/** Shows the evaluation of a model of several labels, as the command prints it. */
export function labelEvaluationText(
  evaluation: LabelEvaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  style: TerminalStyle,
  settings = "",
): string {
  const { documents, runs, vocabulary, labels, micro, macro, thresholds } = evaluation;
  const tests = runs === 1 ? plural(documents, "document") : `${plural(documents, "test")} in ${plural(runs, "run")}`;
  const average = (name: string, scores: F1Scores, over: string) => {
    const [precision, recall, f1] = scoreCells(scores);
    return [`${name} F1`, f1, `precision ${precision}, recall ${recall}, ${over}`];
  };
  const figures = [
    average("micro", micro, "over all decisions"),
    average("macro", macro, "mean over labels"),
    ["subset accuracy", percent(evaluation.subsetAccuracy), "documents with exactly their labels"],
    ["Hamming loss", evaluation.hammingLoss.toFixed(4), "wrong decisions among all"],
  ];
  const rows = [
    ["label", "precision", "recall", "f1", "tested", "threshold"],
    ...labels.map((scores) => {
      const threshold = thresholds.get(scores.label)?.toFixed(3) ?? "";
      return [scores.label, ...scoreCells(scores), grouped(scores.support), threshold];
    }),
    ["mean over labels", ...scoreCells(macro), "", ""],
  ];
  const title = [
    `${classifierText(classifier)}, a decision for each label: ${tests}, ${plural(Math.round(vocabulary), "term")}`,
    ...(settings === "" ? [] : [settings]),
    `${protocolText(protocol)}; a document has ${evaluation.labelsPerDocument.toFixed(2)} labels and got ${evaluation.predictedPerDocument.toFixed(2)}`,
  ];
  const labelTable: TableBlock = { rows, align: "lrrrrr", look: headLook("dim") };
  return terminalText([title, [{ rows: figures, align: "lrl" }], [labelTable]], style);
}

/**
 * Returns the evaluation of a model of several labels as one JSON document.
 *
 * @param ids the id of the document in each row
 */
export function labelEvaluationJson(
  { predictions, thresholds, labels, ...figures }: LabelEvaluation,
  classifier: EvaluatedClassifier,
  protocol: Protocol,
  ids: readonly string[],
  { probabilities = false }: PredictionOptions = {},
): object {
  return {
    classifier,
    protocol,
    ...figures,
    labels: labels.map((label) => ({ ...label, threshold: thresholds.get(label.label) ?? null })),
    predictions: predictions.map(({ row, run, actual, predicted, decisions }) => ({
      id: ids[row],
      run,
      actual,
      predicted,
      ...(probabilities && {
        probabilities: Object.fromEntries(decisions.map(({ label, probability }) => [label, probability])),
      }),
    })),
  };
}

/** Yields the predictions as tab-separated lines: id, actual and predicted labels, all probabilities if requested. */
export function* labelPredictionLines(
  { predictions, labels }: LabelEvaluation,
  ids: readonly string[],
  { probabilities = false }: PredictionOptions = {},
): Generator<string> {
  const names = labels.map(({ label }) => label);
  yield tsvLine(["id", "actual", "predicted", ...(probabilities ? classColumns(names) : [])]);
  for (const { row, actual, predicted, decisions } of predictions) {
    const of = new Map(decisions.map(({ label, probability }) => [label, probability]));
    const all = probabilities ? names.map((label) => of.get(label)) : [];
    yield tsvLine([ids[row], cellOfLabels(actual), cellOfLabels(predicted), ...all]);
  }
}
