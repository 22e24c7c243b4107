import { cellOfLabels } from "../../documents/label-cells.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import { classColumns, otherNames, tsvLine } from "../csv.js";
import type { EvaluatedClassifier, PredictionOptions } from "./evaluation-json.js";

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

/**
 * Yields the predictions as tab-separated lines: id, actual and predicted labels, all probabilities if requested, then
 * other columns. The first line has the names of the columns.
 */
export function* labelPredictionLines(
  { predictions, labels }: LabelEvaluation,
  ids: readonly string[],
  { probabilities = false, others }: PredictionOptions = {},
): Generator<string> {
  const names = labels.map(({ label }) => label);
  const own = ["id", "actual", "predicted", ...(probabilities ? classColumns(names) : [])];
  yield tsvLine([...own, ...otherNames(own, others?.names)]);
  for (const { row, actual, predicted, decisions } of predictions) {
    const of = new Map(decisions.map(({ label, probability }) => [label, probability]));
    const all = probabilities ? names.map((label) => of.get(label)) : [];
    yield tsvLine([ids[row], cellOfLabels(actual), cellOfLabels(predicted), ...all, ...(others?.cells(row) ?? [])]);
  }
}
