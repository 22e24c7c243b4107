import type { Corpus } from "../../documents/corpora/corpus.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { classColumns, otherNames, tsvLine } from "../csv.js";

/** The evaluated classifier: its name and all settings of the model. */
export interface EvaluatedClassifier {
  readonly name: string;
  readonly [setting: string]: unknown;
}

/** Options for lists of predictions. */
export interface PredictionOptions {
  /** Whether to write the probability of every class, not only of the predicted one. Default false. */
  readonly probabilities?: boolean | undefined;
  /** Other columns of the tested table, for lines of predictions. Default: none. */
  readonly others?: OtherColumns | undefined;
}

/** Columns of a table, with their cells by row. */
export interface OtherColumns {
  readonly names: readonly string[];
  /** Returns the cells of a row, in the order of the names. */
  readonly cells: (row: number) => readonly string[];
}

/**
 * Returns an evaluation as `thresher evaluate --json` prints it. It has the figures, and all predictions so that two
 * evaluations can be compared.
 *
 * @param ids the id of the document in each row
 */
export function evaluationJson(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  ids: readonly string[],
  { probabilities = false }: PredictionOptions = {},
): object {
  // Whether the runs resample one corpus follows from the protocol.
  const { predictions, logProbabilities: _, resampled: __, ...figures } = evaluation;
  return {
    classifier,
    protocol,
    ...figures,
    predictions: predictions.map(({ run, row, actual, predicted, probability }, p) => ({
      id: ids[row],
      run,
      actual: evaluation.labels[actual],
      predicted: evaluation.labels[predicted],
      probability,
      ...(probabilities && { probabilities: Object.fromEntries(probabilitiesOf(evaluation, p)) }),
    })),
  };
}

/**
 * Yields the predictions of an evaluation as tab-separated lines. The first line has the names of the columns: id,
 * actual class, predicted class, its probability, and the probability of every class if requested, then other columns.
 * Names are made safe as in CSV.
 *
 * @param ids the id of the document in each row
 */
export function* predictionLines(
  evaluation: Evaluation,
  ids: readonly string[],
  { probabilities = false, others }: PredictionOptions = {},
): Generator<string> {
  const { predictions, labels } = evaluation;
  const own = ["id", "actual", "predicted", "probability", ...(probabilities ? classColumns(labels) : [])];
  yield tsvLine([...own, ...otherNames(own, others?.names)]);
  for (const [p, { row, actual, predicted, probability }] of predictions.entries()) {
    const all = probabilities ? probabilitiesOf(evaluation, p).values() : [];
    yield tsvLine([ids[row], labels[actual], labels[predicted], probability, ...all, ...(others?.cells(row) ?? [])]);
  }
}

/** Returns P(class | document) of one prediction, by class. */
function probabilitiesOf({ labels, logProbabilities }: Evaluation, prediction: number): Map<string, number> {
  const from = prediction * labels.length;
  return new Map(labels.map((label, c) => [label, Math.exp(logProbabilities[from + c])]));
}

/** Returns the other columns of the tested table, which is the last corpus; undefined if it has none. */
export function otherColumnsOf(
  corpora: readonly Corpus[],
  { facts }: Pick<CorpusData, "facts">,
): OtherColumns | undefined {
  const names = corpora.at(-1)?.form?.otherColumns;
  return names && { names, cells: (row) => facts?.[row]?.others ?? [] };
}
