import { ascending, countedBy, sumOf } from "../../base/lists.js";
import { factsOfRows, requireDataset } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { argmax, softmaxInPlace } from "../scores.js";
import { partsOf } from "../wrappers/inner-folds.js";
import { OPINION_NAMES, OPINIONS, type OpinionName, type PartlyLabelled } from "./opinions.js";

/** The number of folds inside the labelled documents. */
const FOLDS = 5;

/** The weight of the prior by which all opinions weigh the same, in documents for each opinion. */
const PSEUDO_COUNT = 10;

/** The number of rounds in which the weights are fitted. */
const ROUNDS = 50;

/** How the labelled documents judged the opinions. Accuracies are of labelled documents, each hidden in one of the folds. */
export interface UnlabelledChoice {
  /** Whether documents without labels are learned from. */
  readonly isUsed: boolean;
  /** The number of labelled documents that were hidden in turn; 0 if there are too few for folds. */
  readonly judged: number;
  /** Accuracy with the documents without labels. NaN if none was judged. */
  readonly accuracy: number;
  /** The weight of each opinion, with sum 1, and its accuracy. */
  readonly opinions: readonly { readonly name: OpinionName; readonly weight: number; readonly accuracy: number }[];
}

/** Classes for rows without labels, and how they were chosen. */
export interface PooledLabels {
  /** The class index of each row. */
  readonly y: Uint32Array;
  /**
   * 1 for labelled rows. For others how clear the class is: its share less that of the next, 0 to 1; or 0 if they are
   * not used.
   */
  readonly weights: Float64Array;
  readonly choice: UnlabelledChoice;
}

/**
 * Gives each row without a label its likeliest class, by several opinions (`OPINIONS`), with P_k the shares of opinion k:
 *
 *     P(c | x) = Σ_k w_k · P_k(c | x)
 *
 * The weights w maximize Σ log P(y | x) over labelled rows, each scored while its label is hidden, under a prior that
 * all weigh the same. If the sum then makes clearly more errors in these rows than the opinion that looks at labelled
 * rows alone, rows without labels are not used: they get the weight 0. Clearly is by more than a standard error, the
 * root of the number of rows on which the two differ.
 *
 * Source: linear opinion pool of Stone 1961; its weights by folds as in Wolpert 1992.
 *
 * @param y the class index of each row, or `UNLABELLED`
 * @throws DataError if no row has a label.
 */
export function pooledLabels(data: PartlyLabelled, y: Uint32Array, groups?: ArrayLike<number>): PooledLabels {
  const { x, labels } = data;
  requireDataset("fit", { x, y, labels }, true);
  const hidden = hiddenRows(data, y, groups);
  const poolWeights = fitWeights(hidden);
  const choice = choiceOf(hidden, poolWeights);
  const shares = pooled(opinionsOf(data, y), poolWeights);
  const guessed = y.slice();
  const weights = new Float64Array(y.length).fill(1);
  for (let row = 0; row < y.length; row++) {
    if (y[row] !== UNLABELLED) continue;
    const own = shares.subarray(row * labels.length, (row + 1) * labels.length);
    guessed[row] = argmax(own);
    weights[row] = choice.isUsed ? lead(own) : 0;
  }
  return { y: guessed, weights, choice };
}

/** A labelled row whose label was hidden, and the shares that each opinion gave it. */
interface Hidden {
  readonly actual: number;
  readonly shares: readonly Float64Array[];
}

/** Returns the sum of the shares of all opinions, each by its weight. */
function pooled(opinions: readonly Float64Array[], weights: Float64Array): Float64Array {
  return opinions[0].map((_, i) => opinions.reduce((sum, own, k) => sum + weights[k] * own[i], 0));
}

function opinionsOf(data: PartlyLabelled, y: Uint32Array): Float64Array[] {
  return OPINION_NAMES.map((name) => temperedShares(OPINIONS[name](data, y), y, data.labels.length));
}

/** Hides the labels of one fold after the other. The only label of a class is never hidden. */
function hiddenRows(data: PartlyLabelled, y: Uint32Array, groups?: ArrayLike<number>): Hidden[] {
  const { labels } = data;
  const sizes = countedBy(y, (c) => c);
  const rows = ascending(y.length).filter((row) => y[row] !== UNLABELLED && sizes.get(y[row]) !== 1);
  const { partOf, count, scored } = partsOf({ ...factsOfRows({ y, groups }, rows), labels }, FOLDS);
  if (count < 2) return [];
  return Array.from({ length: scored }, (_, part) => {
    const own = rows.filter((_, i) => partOf[i] === part);
    const visible = y.slice();
    for (const row of own) visible[row] = UNLABELLED;
    const opinions = opinionsOf(data, visible);
    return Array.from(own, (row): Hidden => {
      const shares = opinions.map((all) => all.slice(row * labels.length, (row + 1) * labels.length));
      return { actual: y[row], shares };
    });
  }).flat();
}

/**
 * Fits the weights by expectation maximization: w_k = (10 + Σ_i P(k | i)) / (10 K + n), with P(k | i) the probability
 * that opinion k gave the label of row i.
 */
function fitWeights(hidden: readonly Hidden[]): Float64Array {
  const { length: size } = OPINION_NAMES;
  let weights = new Float64Array(size).fill(1 / size);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(size).fill(PSEUDO_COUNT);
    for (const { actual, shares } of hidden) {
      const parts = weights.map((weight, k) => weight * shares[k][actual]);
      const all = sumOf(parts);
      for (let k = 0; k < size; k++) sums[k] += all > 0 ? parts[k] / all : 1 / size;
    }
    weights = sums.map((sum) => sum / (PSEUDO_COUNT * size + hidden.length));
  }
  return weights;
}

function choiceOf(hidden: readonly Hidden[], weights: Float64Array): UnlabelledChoice {
  const together = hidden.map(({ actual, shares }) => argmax(pooled(shares, weights)) === actual);
  const right = OPINION_NAMES.map((_, k) => hidden.map(({ actual, shares }) => argmax(shares[k]) === actual));
  const [labelled] = right;
  const lost = hidden.filter((_, i) => labelled[i] && !together[i]).length;
  const won = hidden.filter((_, i) => !labelled[i] && together[i]).length;
  return {
    isUsed: lost - won <= Math.sqrt(lost + won),
    judged: hidden.length,
    accuracy: shareOf(together),
    opinions: OPINION_NAMES.map((name, k) => ({ name, weight: weights[k], accuracy: shareOf(right[k]) })),
  };
}

/** Returns the share of those that are true; NaN if there are none. */
const shareOf = (right: readonly boolean[]) => right.filter(Boolean).length / right.length;

/** The usual mean difference of the two best shares of a row. */
const MEAN_LEAD = 0.6;

/** How often the interval of the factor is halved. */
const HALVINGS = 30;
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
