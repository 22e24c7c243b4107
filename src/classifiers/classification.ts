import type { SparseMatrix } from "../features/sparse-matrix.js";
import { type Model, softmaxInPlace } from "./classifier.js";

/** A class and how probable it is. */
export interface LabelProbability {
  readonly label: string;
  /** P(class | document), in [0, 1]. */
  readonly probability: number;
}

/** What a model says of one document. */
export interface Classification extends LabelProbability {
  /** All classes by score, the highest first; equals in the order of the labels. The probabilities sum to 1. */
  readonly ranking: readonly LabelProbability[];
  /** How many tokens of the document the model knows (different ones, in a model of presences). With 0, a multinomial model can only give the prior. */
  readonly knownTokens: number;
}

/** Classifies one row. */
export function classifyRow(model: Model, x: SparseMatrix, row: number): Classification {
  const scores = new Float64Array(model.labels.length);
  model.scoreInto(x, row, scores);
  const probabilities = softmaxInPlace(scores.slice());
  const order = Array.from(scores.keys()).sort((a, b) => compareScores(scores[b], scores[a]) || a - b);
  const ranking = order.map((c) => ({ label: model.labels[c], probability: probabilities[c] }));
  const counts = x.values.subarray(x.starts[row], x.starts[row + 1]);
  return { ...ranking[0], ranking, knownTokens: counts.reduce((sum, count) => sum + count, 0) };
}

/** Probabilities that round to the same number may still have an order. Two impossible classes have none. */
function compareScores(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
