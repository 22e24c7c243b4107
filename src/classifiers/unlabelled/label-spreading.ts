import { requireNumber } from "../../base/checks.js";
import { sumOf } from "../../base/lists.js";
import { type SparseMatrix, UNLABELLED } from "../../features/sparse-matrix.js";

/** How often values are passed on. */
const ROUNDS = 40;

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
 * @param alpha how much of its values a row takes from its neighbours, above 0 and below 1
 * @returns F, rows × classes; 0 for rows that no label reaches
 * @throws UsageError if alpha is out of range.
 */
export function spread(
  { rows, starts, ids, values }: SparseMatrix,
  y: ArrayLike<number>,
  classes: number,
  alpha = 0.95,
): Float64Array {
  requireNumber("alpha", alpha, { above: 0, below: 1 });
  let now = new Float64Array(rows * classes);
  let next = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) if (y[row] !== UNLABELLED) now[row * classes + y[row]] = 1;
  for (let round = 0; round < ROUNDS; round++) {
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
 * @returns rows × classes; the shares of a row sum to 1, or are all 0 if only classes reach it that reach no unlabelled row
 */
export function classShares(values: Float64Array, y: ArrayLike<number>, classes: number): Float64Array {
  const labelled = new Float64Array(classes);
  const masses = new Float64Array(classes);
  for (let row = 0; row < y.length; row++) {
    if (y[row] !== UNLABELLED) labelled[y[row]]++;
    else for (let c = 0; c < classes; c++) masses[c] += values[row * classes + c];
  }
  const scale = labelled.map((n, c) => (masses[c] > 0 ? n / masses[c] : 0));
  const shares = values.map((value, i) => value * scale[i % classes]);
  for (let at = 0; at < shares.length; at += classes) {
    const sum = sumOf(shares, at, at + classes);
    if (sum > 0) for (let c = 0; c < classes; c++) shares[at + c] /= sum;
  }
  return shares;
}
