import type { SparseMatrix } from "../features/sparse-matrix.js";

/**
 * Adds what the terms of a row bring to the score of each class:
 *
 *     for each entry (t, x) of the row and each class c: scores[c] += x * weights[t * classes + c]
 *
 * @param weights a row per term, a weight per class
 */
export function gather(
  { starts, ids, values }: SparseMatrix,
  row: number,
  weights: Float64Array,
  scores: Float64Array,
) {
  const classes = scores.length;
  const blocks = classes - (classes % 4);
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    const value = values[i];
    const at = ids[i] * classes;
    let c = 0;
    for (; c < blocks; c += 4) {
      scores[c] += value * weights[at + c];
      scores[c + 1] += value * weights[at + c + 1];
      scores[c + 2] += value * weights[at + c + 2];
      scores[c + 3] += value * weights[at + c + 3];
    }
    for (; c < classes; c++) scores[c] += value * weights[at + c];
  }
}

/**
 * Adds a document to the weights of its terms:
 *
 *     for each entry (t, x) of the row and each class c: weights[t * classes + c] += r(t, c)² * x * change[c]
 *
 * @param ratios r, as `weights`; left out: 1 each
 */
export function scatter(
  { starts, ids, values }: SparseMatrix,
  row: number,
  change: Float64Array,
  ratios: Float32Array | undefined,
  weights: Float64Array,
) {
  const classes = change.length;
  const blocks = classes - (classes % 4);
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    const value = values[i];
    const at = ids[i] * classes;
    if (ratios !== undefined) {
      for (let c = 0; c < classes; c++) weights[at + c] += value * ratios[at + c] * ratios[at + c] * change[c];
      continue;
    }
    let c = 0;
    for (; c < blocks; c += 4) {
      weights[at + c] += value * change[c];
      weights[at + c + 1] += value * change[c + 1];
      weights[at + c + 2] += value * change[c + 2];
      weights[at + c + 3] += value * change[c + 3];
    }
    for (; c < classes; c++) weights[at + c] += value * change[c];
  }
}
