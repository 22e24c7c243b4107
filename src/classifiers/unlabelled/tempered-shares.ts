import { UNLABELLED } from "../../features/sparse-matrix.js";
import { softmaxInPlace } from "../scores.js";
import { lead } from "./label-spreading.js";

/** The usual mean difference of the two best shares of a row. */
const MEAN_LEAD = 0.6;

/** How often the interval of the factor is halved, and its ends as powers of e. */
const HALVINGS = 30;
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
  const meanLead = (t: number) => {
    let [sum, count] = [0, 0];
    for (let row = 0; row < y.length; row++) {
      const at = row * classes;
      for (let c = 0; c < classes; c++) shares[at + c] = t * scores[at + c];
      const own = softmaxInPlace(shares.subarray(at, at + classes));
      if (y[row] !== UNLABELLED) continue;
      sum += lead(own);
      count++;
    }
    return count === 0 ? wanted : sum / count;
  };
  let [low, high] = [-WIDEST, WIDEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (meanLead(Math.exp(middle)) < wanted) low = middle;
    else high = middle;
  }
  meanLead(Math.exp(low));
  return shares;
}
