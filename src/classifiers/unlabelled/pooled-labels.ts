import { ascending, countedBy, sumOf } from "../../base/lists.js";
import { factsOfRows, requireDataset } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { argmax } from "../scores.js";
import { partsOf } from "../wrappers/inner-folds.js";
import { OPINION_NAMES, OPINIONS, type PartlyLabelled } from "./opinions.js";
import { lead, temperedShares } from "./tempered-shares.js";
import { drawnTo, estimatedShares, type HiddenRow, hasEqualLabels } from "./unknown-shares.js";

/** The number of folds inside the labelled documents. */
const FOLDS = 5;

/** The weight of the prior by which all opinions weigh the same, in documents for each opinion. */
const PSEUDO_COUNT = 10;

/** The weight of the model alone in the sum, unless folds show that the sum is better. */
const CAUTION = 0.3;

const NAMES = ["labelled", ...OPINION_NAMES] as const;

/** With fewer hidden rows, each opinion keeps a weight: more errors are then mostly chance. */
const ENOUGH = 100;

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
  /** The accuracy of the model of the labelled documents alone. NaN if none was judged. */
  readonly alone: number;
  /** The weight of each opinion, with sum 1, and its accuracy. */
  readonly opinions: readonly {
    readonly name: (typeof NAMES)[number];
    readonly weight: number;
    readonly accuracy: number;
  }[];
  /** Where the shares of the classes among documents without labels come from. */
  readonly sharesFrom: "option" | "labels" | "estimate";
  /** These shares, by class, unless they are those of the labels. */
  readonly shares?: readonly number[];
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

/** Returns the scores of all rows, rows × classes, by a model that learns from the labelled ones alone. */
export type AloneScores = (y: Uint32Array) => Float64Array;

/**
 * Gives each row without a label its likeliest class, by several opinions, with P_k the shares of opinion k:
 *
 *     P(c | x) = Σ_k w_k · P_k(c | x)
 *
 * The opinions are the model that learns from the labelled rows alone, and `OPINIONS`. If the shares of the classes are
 * given, each opinion is drawn to them. If not, and the labels are equally many of each class, they are estimated.
 *
 * The weights w maximize Σ log P(y | x) over labelled rows, each scored while its label is hidden, under a prior that
 * all weigh the same. If there are 100 such rows or more, an opinion that makes clearly more errors in them than the
 * model alone has no weight. If there is no other, or the sum makes clearly more errors, too, rows without labels are not
 * used: they get the weight 0. Clearly is by more than a standard error, the root of the number of rows on which the two
 * differ. If the sum does not make fewer by two of these, .3 of the model alone, not drawn to shares, are mixed into it.
 *
 * Source: linear opinion pool of Stone 1961; its weights by folds as in Wolpert 1992.
 *
 * @param y the class index of each row, or `UNLABELLED`
 * @param given the share of each class among rows without labels, each above 0, if they are known
 * @throws DataError if no row has a label.
 */
export function pooledLabels(
  data: PartlyLabelled,
  y: Uint32Array,
  scoresAlone: AloneScores,
  groups?: ArrayLike<number>,
  given?: readonly number[],
): PooledLabels {
  const { x, labels } = data;
  requireDataset("fit", { x, y, labels }, true);
  const { length: classes } = labels;
  const sharesOf = (all: Float64Array, row: number) => all.slice(row * classes, (row + 1) * classes);
  const scored = [{ own: NO_ROWS, y }, ...hiddenParts(data, y, groups)].map((part) => {
    return { ...part, alone: temperedShares(scoresAlone(part.y), part.y, classes) };
  });
  const [whole, ...parts] = scored;
  const hiddenAlone = parts.flatMap(({ own, alone }) =>
    Array.from(own, (row) => ({ actual: y[row], alone: sharesOf(alone, row) })),
  );
  const isEstimated = given === undefined && hasEqualLabels(y);
  const wanted = isEstimated ? [...estimatedShares(whole, parts, classes, hiddenAlone)] : given;
  const opinionsOf = ({ y: visible, alone }: (typeof scored)[number]) => {
    const others = OPINION_NAMES.map((name) => temperedShares(OPINIONS[name](data, visible), visible, classes));
    return [alone, ...others].map((shares) => (wanted ? drawnTo(wanted, shares, visible) : shares));
  };
  const hidden = parts
    .flatMap((part) => {
      const opinions = opinionsOf(part);
      return Array.from(part.own, (row) => opinions.map((all) => sharesOf(all, row)));
    })
    .map((shares, i): Hidden => ({ ...hiddenAlone[i], shares }));
  const { isClear, poolWeights, ...judged } = choiceOf(hidden);
  const sharesFrom = isEstimated ? "estimate" : wanted ? "option" : "labels";
  const choice = { ...judged, sharesFrom, ...(wanted && { shares: wanted }) } as const;
  const caution = isClear ? 0 : CAUTION;
  const together = pooled(opinionsOf(whole), poolWeights);
  const shares = together.map((share, i) => (1 - caution) * share + caution * whole.alone[i]);
  const guessed = y.slice();
  const weights = new Float64Array(y.length).fill(1);
  for (let row = 0; row < y.length; row++) {
    if (y[row] !== UNLABELLED) continue;
    const own = shares.subarray(row * classes, (row + 1) * classes);
    guessed[row] = argmax(own);
    weights[row] = choice.isUsed ? lead(own) : 0;
  }
  return { y: guessed, weights, choice };
}

/** A hidden row with the shares that each opinion gave it. */
interface Hidden extends HiddenRow {
  readonly shares: readonly Float64Array[];
}

/** Returns the sum of the shares of all opinions, each by its weight. */
function pooled(opinions: readonly Float64Array[], weights: Float64Array): Float64Array {
  return opinions[0].map((_, i) => opinions.reduce((sum, own, k) => sum + weights[k] * own[i], 0));
}

/** Labels with those of one fold hidden, for each fold. The only label of a class is never hidden. */
function hiddenParts({ labels }: PartlyLabelled, y: Uint32Array, groups?: ArrayLike<number>) {
  const sizes = countedBy(y, (c) => c);
  const rows = ascending(y.length).filter((row) => y[row] !== UNLABELLED && sizes.get(y[row]) !== 1);
  const { partOf, count, scored } = partsOf({ ...factsOfRows({ y, groups }, rows), labels }, FOLDS);
  return Array.from({ length: count < 2 ? 0 : scored }, (_, part) => {
    const own = rows.filter((_, i) => partOf[i] === part);
    const visible = y.slice();
    for (const row of own) visible[row] = UNLABELLED;
    return { own, y: visible };
  });
}

const NO_ROWS = new Uint32Array();

/**
 * Fits the weights by expectation maximization: w_k = (10 + Σ_i P(k | i)) / (10 K + n), with P(k | i) the probability
 * that opinion k gave the label of row i, and K the number of opinions that have a weight.
 */
function fitWeights(hidden: readonly Hidden[], hasWeight: readonly boolean[]): Float64Array {
  const prior = Float64Array.from(hasWeight, (has) => (has ? PSEUDO_COUNT : 0));
  let weights = prior.map((count) => count / sumOf(prior));
  for (let round = 0; round < ROUNDS; round++) {
    const sums = prior.slice();
    for (const { actual, shares } of hidden) {
      const parts = weights.map((weight, k) => weight * shares[k][actual]);
      const all = sumOf(parts);
      for (let k = 0; k < sums.length; k++) sums[k] += all > 0 ? parts[k] / all : weights[k];
    }
    weights = sums.map((sum) => sum / sumOf(sums));
  }
  return weights;
}

function choiceOf(hidden: readonly Hidden[]) {
  const isRight = (of: (row: Hidden) => Float64Array) => hidden.map((row) => argmax(of(row)) === row.actual);
  const alone = isRight((row) => row.alone);
  const ofEach = NAMES.map((_, k) => isRight(({ shares }) => shares[k]));
  const hasWeight = ofEach.map((right, k) => k === 0 || hidden.length < ENOUGH || gainOver(alone, right) >= -1);
  const poolWeights = fitWeights(hidden, hasWeight);
  const together = isRight(({ shares }) => pooled(shares, poolWeights));
  const gain = gainOver(alone, together);
  return {
    poolWeights,
    isUsed: hasWeight.lastIndexOf(true) > 0 && gain >= -1,
    isClear: hidden.length === 0 || gain > 2,
    judged: hidden.length,
    accuracy: shareOf(together),
    alone: shareOf(alone),
    opinions: NAMES.map((name, k) => ({ name, weight: poolWeights[k], accuracy: shareOf(ofEach[k]) })),
  };
}

/** Returns how many more answers of `right` are right than of `alone`, in standard errors. */
function gainOver(alone: readonly boolean[], right: readonly boolean[]): number {
  const won = right.filter((is, i) => is && !alone[i]).length;
  const lost = right.filter((is, i) => !is && alone[i]).length;
  return (won - lost) / Math.max(1, Math.sqrt(won + lost));
}

/** Returns the share of those that are true; NaN if there are none. */
const shareOf = (right: readonly boolean[]) => right.filter(Boolean).length / right.length;
