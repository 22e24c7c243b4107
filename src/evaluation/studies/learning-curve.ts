import { requireNumber, requireWhole } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { Following } from "../../base/following.js";
import { groupedBy } from "../../base/lists.js";
import { type Random, seededRandom, shuffle } from "../../base/random.js";
import type { Classifier } from "../../classifiers/classifier.js";
import type { SelectionRules } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { testSubset } from "../../model/fitting/fold.js";
import { requireFewClasses, requireHoldout, type Split, STREAMS } from "../../model/fitting/splits.js";
import { growingFolds, type LearningCurves, measuredCurves, repeatedSplits } from "./measured-curves.js";

/** The options of `learningCurves`. */
export interface CurveOptions extends Following {
  /** Default: `points` sizes from 100 (see `curveSizes`) to all, evenly spaced on a logarithmic axis. */
  readonly sizes?: readonly CurveSize[] | undefined;
  /** Number of sizes if `sizes` is not given, at least 2. Default 7. */
  readonly points?: number | undefined;
  /** Share of each class withheld for testing. Default 1/3. */
  readonly holdout?: number | undefined;
  /** Separate test documents over the same vocabulary, with the classes of the data first. Then nothing is withheld. */
  readonly test?: Dataset | undefined;
  /** Number of times the test set is drawn. Default 5. */
  readonly repeats?: number | undefined;
  /** Seed of the test sets and of the order of documents. Default 1. */
  readonly seed?: number | undefined;
  readonly rules?: SelectionRules | undefined;
  /** Number of threads for slow methods. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
}

/** The defaults of `CurveOptions`. */
export const CURVE_DEFAULTS = { points: 7, holdout: 1 / 3, repeats: 5, seed: 1 };

/**
 * Measures accuracy by number of training documents. Each repeat withholds a stratified test set and shuffles the
 * other documents. Each training set has the first documents of this order, which are stratified too for every size. So
 * a larger training set contains the smaller ones, and only the new counts are added.
 *
 * @throws UsageError if an option is out of range; DataError if there are too few documents, or more
 *   classes than `MAX_TESTED_CLASSES`.
 */
export function learningCurves(
  data: Dataset,
  classifiers: readonly Classifier[],
  options: CurveOptions = {},
): LearningCurves {
  const { rules = {}, test, points = CURVE_DEFAULTS.points } = options;
  const { holdout = CURVE_DEFAULTS.holdout, repeats = CURVE_DEFAULTS.repeats, seed = CURVE_DEFAULTS.seed } = options;
  requireHoldout(holdout, repeats);
  requireFewClasses(data.labels.length);
  const splits = repeatedSplits(data, test, holdout, repeats, seed);
  const sizes = curveSizes(data.y, splits[0].train, options.sizes ?? points);
  function* modelsOf(split: Split, repeat: number) {
    const random = seededRandom(seed, STREAMS.curveOrders + repeat);
    const order = stratifiedOrder(data.y, split.train, random, eachClassFirst);
    for (const fold of growingFolds(data, order, sizes, testSubset(test ?? data, split.test), rules)) {
      yield classifiers.map((classifier) => ({ fold, classifier }));
    }
  }
  const names = classifiers.map(({ name }) => name);
  const documents = { train: sizes[sizes.length - 1], test: splits[0].test.length };
  return measuredCurves({ names, sizes, splits, modelsOf, documents, isFixed: test !== undefined }, options);
}

/** The size of a training set: a number of documents, a share as `{ share }`, or all documents. */
export type CurveSize = number | { readonly share: number } | "all";

/** The smallest default size. Fewer documents say little. */
const FIRST_SIZE = 100;

/**
 * Resolves sizes to numbers of documents, ascending and distinct.
 *
 * @param y the class of each row
 * @param train the rows to learn from
 * @param sizes the sizes, or how many of them. These grow by an equal factor up to all documents. The first is 100, or
 *   half of all if that is less, but at least the number of classes
 * @throws UsageError if there is no size, there are too few points or a value is out of range;
 *   DataError if a size is larger than the data or smaller than the number of classes.
 */
export function curveSizes(y: ArrayLike<number>, train: Uint32Array, sizes: readonly CurveSize[] | number): number[] {
  const classes = new Set(Array.from(train, (row) => y[row])).size;
  const all = train.length;
  const first = Math.max(classes, Math.min(FIRST_SIZE, Math.ceil(all / 2)));
  const wanted = typeof sizes === "number" ? logSpaced(first, all, sizes) : sizes;
  if (wanted.length === 0) throw new UsageError("sizes: name at least one size");
  const numbers = wanted.map((size) => {
    if (size === "all") return all;
    if (typeof size === "object") {
      requireNumber("size as a share", size.share, { above: 0, to: 1 });
      return Math.max(classes, Math.round(size.share * all));
    }
    requireWhole("size", size, 1);
    if (size > all) {
      throw new DataError(`sizes: ${size} is more than the ${all} documents there are to learn from; write all`);
    }
    if (size < classes) {
      throw new DataError(`sizes: ${size} is too few; each of the ${classes} classes needs a document`);
    }
    return size;
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Returns `points` sizes that grow by an equal factor, before rounding. */
function logSpaced(from: number, to: number, points: number): number[] {
  requireWhole("points", points, 2);
  return Array.from({ length: points }, (_, i) => Math.round(from * (to / from) ** (i / (points - 1))));
}

/** The place of a row in the order, from the number of rows of its class before it and in all. */
type PlaceOf = (before: number, size: number) => number;

/** One row of each class is first. Then every beginning has about the same class proportions as all rows. */
export const eachClassFirst: PlaceOf = (before, size) => (before === 0 ? 0 : (before + 0.5) / size);

/** Every beginning has as many rows of each class, as far as there are. */
export const inTurn: PlaceOf = (before) => before;

/**
 * Orders rows at random, by the places of the rows of each class.
 *
 * @param y class index by row
 */
export function stratifiedOrder(y: ArrayLike<number>, rows: Uint32Array, random: Random, placeOf: PlaceOf) {
  const shuffled = shuffle(rows.slice(), random);
  const ofClass = groupedBy(shuffled.keys(), (i) => y[shuffled[i]]).values();
  const places = new Float64Array(rows.length);
  for (const indices of ofClass) {
    for (const [before, i] of indices.entries()) places[i] = placeOf(before, indices.length);
  }
  // The sort is stable, so rows of equal places stay in random order.
  return Uint32Array.from(shuffled.keys())
    .sort((a, b) => places[a] - places[b])
    .map((i) => shuffled[i]);
}
