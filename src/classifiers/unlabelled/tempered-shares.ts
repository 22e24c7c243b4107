import { UNLABELLED } from "../../features/sparse-matrix.js";
import { softmaxInPlace } from "../scores.js";

/** The usual mean difference of the two best shares of a row. */
const MEAN_LEAD = 0.6;

/** How often the interval of the factor is halved. */
const HALVINGS = 12;
/** The interval is first from e^-10 to e^10. */
const WIDEST = 10;

/**
 * Turns scores into shares, softmax(t · scores), with the factor t at which the mean difference of the two best shares
 * is `wanted` in the rows without labels. Methods differ much in how sure they are of themselves. After this, all are about
 * equally sure, so that none drowns the others when they are averaged.
 *
 * @param scores rows × classes
 * @param wanted above 0 and below 1
 */
export function temperedShares(
  scores: Float64Array,
  y: ArrayLike<number>,
  classes: number,
  wanted = MEAN_LEAD,
): Float64Array {
  const shares = new Float64Array(scores.length);
  const rows = Array.from(y, (_, row) => shares.subarray(row * classes, (row + 1) * classes));
  const unlabelled = rows.filter((_, row) => y[row] === UNLABELLED);
  /** Computes the shares with a factor. Returns the mean difference. */
  const temper = (t: number) => {
    for (let i = 0; i < shares.length; i++) shares[i] = t * scores[i];
    for (const own of rows) softmaxInPlace(own);
    return unlabelled.reduce((sum, own) => sum + lead(own), 0) / unlabelled.length;
  };
  let [low, high] = [-WIDEST, WIDEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (temper(Math.exp(middle)) < wanted) low = middle;
    else high = middle;
  }
  temper(Math.exp(low));
  return shares;
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
