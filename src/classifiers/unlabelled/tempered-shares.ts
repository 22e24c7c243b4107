import { UNLABELLED } from "../../features/sparse-matrix.js";
import { softmaxInPlace } from "../scores.js";
import { lead } from "./label-spreading.js";

/** The mean difference of the two best shares of a row, for every opinion. */
const MEAN_LEAD = 0.6;

/** How often the interval of the factor is halved, and its ends as powers of e. */
const HALVINGS = 30;
const WIDEST = 10;

/**
 * Turns scores into shares, softmax(t · scores), with the factor t at which the mean difference of the two best shares
 * is 0.6 in the rows without labels. Methods differ much in how sure they are of themselves. After this, all are about
 * equally sure, so that none drowns the others when they are averaged.
 *
 * @param scores rows × classes
 */
export function temperedShares(scores: Float64Array, y: ArrayLike<number>, classes: number): Float64Array {
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
    return count === 0 ? MEAN_LEAD : sum / count;
  };
  let [low, high] = [-WIDEST, WIDEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (meanLead(Math.exp(middle)) < MEAN_LEAD) low = middle;
    else high = middle;
  }
  meanLead(Math.exp(low));
  return shares;
}
