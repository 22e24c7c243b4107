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
  /** All classes, the most probable first; equals in the order of the labels. Their sum is 1. */
  readonly ranking: readonly LabelProbability[];
  /** How many tokens of the document the model knows. With 0, a multinomial model can only give the prior. */
  readonly knownTokens: number;
}

/** Classifies one row. */
export function classifyRow(model: Model, x: SparseMatrix, row: number): Classification {
  const scores = new Float64Array(model.labels.length);
  model.scoreInto(x, row, scores);
  softmaxInPlace(scores);
  const ranking = model.labels
    .map((label, c) => ({ label, probability: scores[c] }))
    .sort((a, b) => b.probability - a.probability);
  const counts = x.values.subarray(x.starts[row], x.starts[row + 1]);
  return { ...ranking[0], ranking, knownTokens: counts.reduce((sum, count) => sum + count, 0) };
}
