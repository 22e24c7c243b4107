import { ascending, countedBy, largest, sumOf } from "../../base/lists.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { argmax } from "../scores.js";
import { temperedShares } from "./tempered-shares.js";

/** A labelled row whose label was hidden: its class, and the shares that a model alone without its label gives it. */
export interface HiddenRow {
  readonly actual: number;
  readonly alone: Float64Array;
}

/** If so many classes have the same, largest number of labels, and it is `MOST` or more, no draw at random gave it. */
const SAME = 3;
const MOST = 5;

/**
 * Whether labels are equally many of each class, or of each large one, so that they do not show how large the classes are.
 *
 * @param y the class index of each row, or `UNLABELLED`
 */
export function hasEqualLabels(y: ArrayLike<number>): boolean {
  const labelled = Array.from(y).filter((c) => c !== UNLABELLED);
  const sizes = [...countedBy(labelled, (c) => c).values()];
  const most = largest(sizes);
  const same = sizes.filter((size) => size === most).length;
  return (same === sizes.length && most > 1) || (same >= SAME && most >= MOST);
}

/** The weight of the mean confusion of all classes, in rows. */
const PSEUDO_ROWS = 10;

/** How often estimates and factors are improved. */
const ROUNDS = 30;
/** The largest factor. A class that nearly no row could have would otherwise get an infinite one. */
const MAX_FACTOR = 1e12;
/** The least share of a class. */
const LEAST = 1e-4;

/** The shares that a model of some labels gives all rows, rows × classes, and the labels that it knows. */
export interface Said {
  readonly alone: Float64Array;
  /** The class index of each row, or `UNLABELLED`. */
  readonly y: ArrayLike<number>;
}

/**
 * Estimates the shares of the classes among rows without labels by the answers of a model:
 *
 *     q = p + s · ((h + b) / 2 - p)
 *
 * Here p are the shares of the labels and h those of the classes that the model answers. b maximizes
 * Σ_k m_k · log Σ_c b_c · C(c, k), with m the mean of the shares that it gives, and C(c, k) the mean of those that it
 * gives hidden rows of class c, smoothed. s, 0 to 1, is 1 - V / |h - p|², with V the variance of h
 * by the jackknife: answers that depend much on the few labels tell little.
 *
 * Source of b: black-box shift estimation, Lipton, Wang and Smola 2018, by maximum likelihood as Alexandari, Kundaje and
 * Shrikumar 2020. Source of s: James and Stein 1961.
 *
 * @param whole the model of all labels @param parts the models of each fold, which do not know its labels
 * @param hidden the rows of all folds
 */
export function estimatedShares(
  whole: Said,
  parts: readonly Said[],
  classes: number,
  hidden: readonly HiddenRow[],
): Float64Array {
  const labels = new Float64Array(classes);
  const means = new Float64Array(classes);
  for (let row = 0; row < whole.y.length; row++) {
    if (whole.y[row] !== UNLABELLED) labels[whole.y[row]]++;
    else for (let c = 0; c < classes; c++) means[c] += whole.alone[row * classes + c];
  }
  for (const each of [labels, means]) scaleTo1(each);
  const answers = answersOf(whole, classes);
  const ofParts = parts.map((part) => answersOf(part, classes));
  const meanOfParts = answers.map((_, c) => mean(ofParts.map((each) => each[c])));
  const variance = (parts.length - 1) * mean(ofParts.map((each) => squares(each, meanOfParts)));
  const shrinking = parts.length < 2 ? 0 : Math.max(0, 1 - variance / squares(answers, labels));
  // The mean share of the true class. As if `PSEUDO_ROWS` rows of each class had it.
  const own = hidden.reduce((sum, { actual, alone }) => sum + alone[actual], 0) / Math.max(1, hidden.length);
  const other = (1 - own) / (classes - 1);
  const confusion = Array.from(labels, (_, c) => labels.map((_, k) => PSEUDO_ROWS * (c === k ? own : other)));
  for (const { actual, alone } of hidden) for (let k = 0; k < classes; k++) confusion[actual][k] += alone[k];
  for (const ofClass of confusion) scaleTo1(ofClass);
  let b = labels;
  for (let round = 0; round < ROUNDS; round++) {
    const expected = means.map((_, k) => confusion.reduce((sum, ofClass, c) => sum + b[c] * ofClass[k], 0));
    b = b.map((share, c) => share * confusion[c].reduce((sum, p, k) => sum + (p * means[k]) / (expected[k] || 1), 0));
  }
  return scaleTo1(labels.map((p, c) => Math.max(LEAST, p + shrinking * ((answers[c] + b[c]) / 2 - p))));
}

/** Returns the share of each class among the answers for rows without labels. */
function answersOf({ alone, y }: Said, classes: number): Float64Array {
  const shares = new Float64Array(classes);
  for (let row = 0; row < y.length; row++) {
    if (y[row] === UNLABELLED) shares[argmax(alone.subarray(row * classes, (row + 1) * classes))]++;
  }
  return scaleTo1(shares);
}

const mean = (numbers: readonly number[]) => sumOf(numbers) / numbers.length;

/** Returns the squared distance of two lists. */
const squares = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, c) => sum + (value - b[c]) ** 2, 0);

/** How sure of themselves opinions are while they are drawn to shares: unclear rows would distort these. */
const SHARP_LEAD = 0.75;

/** Draws an opinion to shares of the classes among rows without labels: see `factorsForShares`. */
export function drawnTo(wanted: readonly number[], shares: Float64Array, y: ArrayLike<number>): Float64Array {
  const { length: classes } = wanted;
  const sharp = temperedShares(shares.map(Math.log), y, classes, SHARP_LEAD);
  const factors = factorsForShares(sharp, y, classes, wanted);
  const scores = sharp.map((share, i) => Math.log(share * factors[i % classes]));
  return temperedShares(scores, y, classes);
}

/**
 * Returns the factors of the classes that give rows without labels the wanted shares: if the shares of each row are
 * multiplied by them and scaled to 1, their means over these rows are the wanted ones.
 *
 * Source: class mass normalization of Zhu, Ghahramani and Lafferty 2003, section 4, repeated.
 */
function factorsForShares(
  shares: Float64Array,
  y: ArrayLike<number>,
  classes: number,
  wanted: ArrayLike<number>,
): Float64Array {
  const rows = ascending(y.length).filter((row) => y[row] === UNLABELLED);
  const factors = new Float64Array(classes).fill(1);
  const own = new Float64Array(classes);
  for (let round = 0; round < ROUNDS; round++) {
    const masses = new Float64Array(classes);
    for (const row of rows) {
      for (let c = 0; c < classes; c++) own[c] = factors[c] * shares[row * classes + c];
      scaleTo1(own);
      for (let c = 0; c < classes; c++) masses[c] += own[c] / rows.length;
    }
    for (let c = 0; c < classes; c++) {
      if (masses[c] > 0) factors[c] = Math.min(MAX_FACTOR, (factors[c] * wanted[c]) / masses[c]);
    }
  }
  return factors;
}

/** Divides numbers by their sum, in place, unless it is 0. */
function scaleTo1(numbers: Float64Array): Float64Array {
  const sum = sumOf(numbers);
  if (sum > 0) for (let i = 0; i < numbers.length; i++) numbers[i] /= sum;
  return numbers;
}
