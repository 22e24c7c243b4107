import { cellOfLabels } from "../../documents/label-cells.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import { classColumns, otherNames } from "../classification/classification-lines.js";
import { tsvLine } from "../csv.js";

/** Options for lists of predictions. */
export interface PredictionOptions {
  /** Whether to write the probability of every class, not only of the predicted one. Default false. */
  readonly probabilities?: boolean | undefined;
  /** Other columns of the tested table, for lines of predictions. Default: none. */
  readonly others?: OtherColumns | undefined;
}

/** Columns of a table, with their cells by row. */
interface OtherColumns {
  readonly names: readonly string[];
  /** Returns the cells of a row, in the order of the names. */
  readonly cells: (row: number) => readonly string[];
}

/** A prediction with names instead of indices: of one class, or of several labels, which have no probability together. */
interface NamedPrediction {
  readonly row: number;
  readonly run: number;
  readonly actual: string | readonly string[];
  readonly predicted: string | readonly string[];
  readonly probability?: number;
  /** The probability of every class or label. */
  readonly all: () => ReadonlyMap<string, number>;
}

/** Returns the predictions of an evaluation with names. */
function namedPredictions(evaluation: Evaluation | LabelEvaluation): readonly NamedPrediction[] {
  // Only evaluations of several labels have a Hamming loss.
  if ("hammingLoss" in evaluation) {
    return evaluation.predictions.map(({ decisions, ...names }) => {
      return { ...names, all: () => new Map(decisions.map(({ label, probability }) => [label, probability])) };
    });
  }
  const { predictions, labels, logProbabilities } = evaluation;
  return predictions.map(({ row, run, actual, predicted, probability }, p) => {
    const all = () => new Map(labels.map((label, c) => [label, Math.exp(logProbabilities[p * labels.length + c])]));
    return { row, run, actual: labels[actual], predicted: labels[predicted], probability, all };
  });
}

/** Returns predictions as `thresher evaluate --json` prints them. @param ids the id of the document in each row */
export function predictionsJson(
  evaluation: Evaluation | LabelEvaluation,
  ids: readonly string[],
  { probabilities = false }: PredictionOptions,
): object[] {
  return namedPredictions(evaluation).map(({ row, all, ...names }) => {
    return { id: ids[row], ...names, ...(probabilities && { probabilities: Object.fromEntries(all()) }) };
  });
}

/**
 * Yields the predictions of an evaluation as tab-separated lines: id, actual and predicted class or labels, the
 * probability of the class, the probability of every class or label if requested, and other columns. Names are safe as in
 * CSV.
 *
 * @param ids the id of the document in each row
 */
export function* predictionLines(
  evaluation: Evaluation | LabelEvaluation,
  ids: readonly string[],
  { probabilities = false, others }: PredictionOptions = {},
): Generator<string> {
  const isMultiLabel = "hammingLoss" in evaluation;
  const labels = isMultiLabel ? evaluation.labels.map(({ label }) => label) : evaluation.labels;
  const shown = probabilities ? labels : [];
  const head = ["id", "actual", "predicted", ...(isMultiLabel ? [] : ["probability"]), ...classColumns(shown)];
  yield tsvLine([...head, ...otherNames(head, others?.names)]);
  const cellOf = (name: NamedPrediction["actual"]) => (typeof name === "string" ? name : cellOfLabels(name));
  for (const { row, actual, predicted, probability, all } of namedPredictions(evaluation)) {
    const probabilityOf = shown.length === 0 ? new Map() : all();
    yield tsvLine([
      ...[ids[row], cellOf(actual), cellOf(predicted), ...(probability === undefined ? [] : [probability])],
      ...shown.map((label) => probabilityOf.get(label)),
      ...(others?.cells(row) ?? []),
    ]);
  }
}
