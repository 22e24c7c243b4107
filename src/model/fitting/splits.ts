import { requireNumber, requireWhole } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { ascending, groupedBy, largest } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { CALIBRATION_STREAM } from "../../classifiers/calibration/choose.js";

/** The splits of an evaluation; with `"leave one out"`, each document is tested by a model of all others. */
export type Splits = readonly Split[] | "leave one out";

/** The rows to learn from and the rows to test on: row numbers, ascending. No row is on both sides. */
export interface Split {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/**
 * Draws stratified hold-outs. In each repeat, the same share of the documents of each class is drawn for
 * testing. Of n documents of a class, round(n · share) are tested, but at least one and at most n - 1. A class
 * with a single document is only learned from.
 *
 * @param y the class index of each row
 * @param share above 0, below 1
 * @param repeats whole number, at least 1
 * @param seed a whole number; the same seed gives the same splits
 * @throws UsageError if share or repeats is out of range, DataError if no class has two documents.
 */
export function holdouts(y: ArrayLike<number>, share: number, repeats: number, seed: number): Split[] {
  requireHoldout(share, repeats);
  return Array.from({ length: repeats }, (_, repeat) => {
    const random = seededRandom(seed, STREAMS.splits + repeat);
    const test = new Uint8Array(y.length);
    for (const rows of rowsByClass(y)) {
      if (rows.length < 2) continue;
      const size = Math.min(rows.length - 1, Math.max(1, Math.round(rows.length * share)));
      shuffle(rows, random);
      for (let i = 0; i < size; i++) test[rows[i]] = 1;
    }
    const split = splitOf(test, 1);
    if (split.test.length === 0) {
      throw new DataError("holdout: every class has only one document: add documents, so that some can be tested");
    }
    return split;
  });
}

/** Checks the options before a corpus is read. @throws UsageError if share or repeats is out of range. */
export function requireHoldout(share: number, repeats: number): void {
  requireNumber("holdout", share, { above: 0, below: 1 });
  requireWhole("repeats", repeats, 1);
}

/**
 * Makes the splits of stratified k-fold cross-validation. In each repeat, every document is tested once, and all
 * folds have nearly the same share of each class. The folds of the first repeat come first.
 *
 * @param y the class index of each row
 * @param k number of folds, from 2 to the number of rows
 * @param seed a whole number; the same seed gives the same splits
 * @param repeats whole number, at least 1. Default 1
 * @throws UsageError if k or repeats is out of range.
 */
export function folds(y: ArrayLike<number>, k: number, seed: number, repeats = 1): Split[] {
  if (!(Number.isInteger(k) && k >= 2 && k <= y.length)) {
    throw new UsageError(`folds must be a whole number from 2 to ${y.length}, the number of documents, not ${k}`);
  }
  requireWhole("repeats", repeats, 1);
  return Array.from({ length: repeats }, (_, repeat) => {
    const random = seededRandom(seed, STREAMS.splits + repeat);
    const fold = new Uint32Array(y.length);
    // Goes on counting from class to class, so that the folds are of equal size, too.
    let next = 0;
    for (const rows of rowsByClass(y)) {
      for (const row of shuffle(rows, random)) fold[row] = next++ % k;
    }
    return Array.from({ length: k }, (_, f) => splitOf(fold, f));
  }).flat();
}

/**
 * Returns the split whose test set is one group of rows; the training set has all others.
 *
 * @param part the number of the group of each row
 */
export function splitOf(part: ArrayLike<number>, test: number): Split {
  const rows = ascending(part.length);
  return { train: rows.filter((row) => part[row] !== test), test: rows.filter((row) => part[row] === test) };
}

/** Returns the rows of each class that has any, in the order of the classes. */
function rowsByClass(y: ArrayLike<number>): number[][] {
  const groups = [...groupedBy(ascending(y.length), (row) => y[row])];
  return groups.sort(([a], [b]) => a - b).map(([, rows]) => rows);
}

/**
 * Returns the number of documents of each class.
 *
 * @param y the class index of each document
 * @param classes the number of classes. Default: up to the highest index
 */
export function classSizes(y: ArrayLike<number>, classes?: number): Uint32Array {
  const sizes = new Uint32Array(classes ?? 1 + largest(Array.from(y), -1));
  for (let i = 0; i < y.length; i++) sizes[y[i]]++;
  return sizes;
}

/**
 * Upper bound; the confusion matrix then takes 800 MB. A corpus with more classes was most likely read by the
 * wrong column.
 */
export const MAX_TESTED_CLASSES = 10_000;

/** @throws DataError if there are more classes than can be tested. */
export function requireFewClasses(classes: number): void {
  if (classes <= MAX_TESTED_CLASSES) return;
  const [found, most] = [classes, MAX_TESTED_CLASSES].map((n) => n.toLocaleString("en-US"));
  throw new DataError(
    `${found} classes are too many to test: at most ${most} fit into memory; merge or leave out classes`,
  );
}

/**
 * The first stream of random numbers for each purpose. Repeat r draws from the r-th stream after it. No two
 * purposes share a stream, with one exception: the folds inside a training set, which fit a calibration, use
 * the streams of the outer folds. The stream `calibration` draws the folds that compare methods of calibration.
 */
export const STREAMS = {
  splits: 0,
  curveOrders: 2 ** 31,
  groupedHoldouts: 3 * 2 ** 32,
  groupedFolds: 4 * 2 ** 32,
  bootstrap: 2 ** 40,
  irrelevantAttributes: 2 ** 41,
  calibration: CALIBRATION_STREAM,
  search: 2 ** 43,
  fewLabels: 2 ** 44,
} as const;
