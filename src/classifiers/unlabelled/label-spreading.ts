import { requireNumber, requireWhole } from "../../base/checks.js";
import { type SparseMatrix, UNLABELLED } from "../../features/sparse-matrix.js";
import { argmax } from "../scores.js";

/** The options of label spreading. */
export interface SpreadOptions {
  /** How much of its values a row takes from its neighbours, above 0 and below 1. Default 0.9. */
  readonly alpha?: number | undefined;
  /** How many rounds, at least 1. Default 40: α^40 is then 0.015. */
  readonly rounds?: number | undefined;
}

/**
 * Label spreading. Each row passes its values for all classes on to its neighbours, and labelled rows keep adding
 * their label. With Y(i, c) = 1 for the label of a row and otherwise 0, S the normalized graph, and F = Y at first,
 *
 *     F = α · S · F + (1 - α) · Y,   repeated
 *
 * It assumes that neighbours mostly have the same class. Source: Zhou, Bousquet, Lal, Weston and Schölkopf 2004.
 *
 * @param graph S, as `neighbourGraph` makes it
 * @param y the class index of each row, or `UNLABELLED`
 * @param classes how many there are
 * @returns F, rows × classes; 0 for rows that no label reaches
 * @throws UsageError if an option is out of range.
 */
export function spread(
  { rows, starts, ids, values }: SparseMatrix,
  y: ArrayLike<number>,
  classes: number,
  { alpha = 0.9, rounds = 40 }: SpreadOptions = {},
): Float64Array {
  requireNumber("alpha", alpha, { above: 0, below: 1 });
  requireWhole("rounds", rounds, 1);
  let now = new Float64Array(rows * classes);
  let next = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) if (y[row] !== UNLABELLED) now[row * classes + y[row]] = 1;
  for (let round = 0; round < rounds; round++) {
    next.fill(0);
    for (let row = 0; row < rows; row++) {
      const at = row * classes;
      for (let i = starts[row]; i < starts[row + 1]; i++) {
        const from = ids[i] * classes;
        const part = alpha * values[i];
        for (let c = 0; c < classes; c++) next[at + c] += part * now[from + c];
      }
      if (y[row] !== UNLABELLED) next[at + y[row]] += 1 - alpha;
    }
    [now, next] = [next, now];
  }
  return now;
}

/**
 * Turns the values of `spread` into the share of each class in each row. First the values of a class are scaled, so
 * that the unlabelled rows have as much of it in all as its share among the labelled rows. Otherwise a class whose
 * labelled rows happen to have many neighbours wins too often.
 *
 * Source: class mass normalization of Zhu, Ghahramani and Lafferty 2003, section 4.
 *
 * @param values rows × classes, as `spread` returns them
 * @returns rows × classes; the shares of a row sum to 1, or are all 0 if no label reaches it
 */
export function classShares(values: Float64Array, y: ArrayLike<number>, classes: number): Float64Array {
  const labelled = new Float64Array(classes);
  const masses = new Float64Array(classes);
  for (let row = 0; row < y.length; row++) {
    if (y[row] !== UNLABELLED) labelled[y[row]]++;
    else for (let c = 0; c < classes; c++) masses[c] += values[row * classes + c];
  }
  const scale = labelled.map((n, c) => (masses[c] > 0 ? n / masses[c] : 0));
  const shares = new Float64Array(values.length);
  for (let row = 0; row < y.length; row++) {
    const at = row * classes;
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      shares[at + c] = values[at + c] * scale[c];
      sum += shares[at + c];
    }
    if (sum > 0) for (let c = 0; c < classes; c++) shares[at + c] /= sum;
  }
  return shares;
}

/** The likeliest class of each row, and how clear it is. */
export interface ClearLabels {
  /** The class index of each row. */
  readonly y: Uint32Array;
  /** 1 for labelled rows; for others the share of the class less that of the next, 0 to 1. */
  readonly weights: Float64Array;
}

/**
 * Gives each row without a label its likeliest class, with a weight for training: how clear the class is.
 *
 * @param shares rows × classes, as `classShares` or `expectationMaximization` return them
 */
export function clearLabels(shares: Float64Array, y: ArrayLike<number>, classes: number): ClearLabels {
  const labels = new Uint32Array(y.length);
  const weights = new Float64Array(y.length);
  for (let row = 0; row < y.length; row++) {
    const own = shares.subarray(row * classes, (row + 1) * classes);
    labels[row] = y[row] === UNLABELLED ? argmax(own) : y[row];
    weights[row] = y[row] === UNLABELLED ? lead(own) : 1;
  }
  return { y: labels, weights };
}

/** Returns the largest share less the second largest. */
export function lead(shares: Float64Array): number {
  let [best, second] = [0, 0];
  for (let c = 0; c < shares.length; c++) {
    if (shares[c] > best) [best, second] = [shares[c], best];
    else if (shares[c] > second) second = shares[c];
  }
  return best - second;
}
