import { DataError, UsageError } from "../../base/errors.js";
import { seededRandom, shuffle } from "../../base/random.js";

/** How test documents were chosen: run by run, or each by itself, with all others to learn from. */
export type Splits = readonly Split[] | "leave one out";

/** Which rows to learn from and which to test on: row numbers, ascending, none on both sides. */
export interface Split {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/**
 * Stratified hold-out: of each class, the share of documents that is withheld for testing,
 * drawn anew for each repeat. A class of n documents gives round(n · share) of them, but
 * at least one and at most n - 1; a class of one document is only learned from.
 *
 * @param y one class index a row
 * @param share above 0, below 1
 * @param repeats whole number, at least 1
 * @throws UsageError if share or repeats is out of range, DataError if nothing could be withheld.
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
      throw new DataError(
        "holdout: required a class with at least two documents, found one document a class: add more",
      );
    }
    return split;
  });
}

/** @throws UsageError if share or repeats is out of range: to be known before a corpus is read. */
export function requireHoldout(share: number, repeats: number): void {
  if (!(share > 0 && share < 1)) {
    throw new UsageError(`holdout: required a share above 0 and below 1, such as 1/3, got ${share}`);
  }
  requireRepeats(repeats);
}

/** @throws UsageError if it is out of range. */
export function requireRepeats(repeats: number): void {
  if (!(Number.isInteger(repeats) && repeats >= 1)) {
    throw new UsageError(`repeats: required a whole number of at least 1, got ${repeats}`);
  }
}

/**
 * Stratified k-fold cross-validation: every document is tested once, and the folds have
 * equal shares of each class as nearly as can be. The folds of repeat r come first to last.
 *
 * @param y one class index a row
 * @param k number of folds, from 2 to the number of rows
 * @throws UsageError if k or repeats is out of range.
 */
export function folds(y: ArrayLike<number>, k: number, seed: number, repeats = 1): Split[] {
  if (!(Number.isInteger(k) && k >= 2 && k <= y.length)) {
    throw new UsageError(`folds: required a whole number from 2 to the number of documents, ${y.length}, got ${k}`);
  }
  requireRepeats(repeats);
  return Array.from({ length: repeats }, (_, repeat) => {
    const random = seededRandom(seed, STREAMS.splits + repeat);
    const fold = new Uint32Array(y.length);
    let next = 0;
    for (const rows of rowsByClass(y)) {
      for (const row of shuffle(rows, random)) fold[row] = next++ % k;
    }
    return Array.from({ length: k }, (_, f) => splitOf(fold, f));
  }).flat();
}

/** The split that tests one part of the rows. */
export function splitOf(part: ArrayLike<number>, test: number): Split {
  const rows = new Uint32Array(part.length).map((_, row) => row);
  return { train: rows.filter((row) => part[row] !== test), test: rows.filter((row) => part[row] === test) };
}

function rowsByClass(y: ArrayLike<number>): number[][] {
  const groups: number[][] = [];
  for (let row = 0; row < y.length; row++) {
    groups[y[row]] ??= [];
    groups[y[row]].push(row);
  }
  return groups.filter((rows) => rows !== undefined);
}

/**
 * How many documents each class has.
 *
 * @param y one class index a document
 * @param classes how many classes there are; default: up to the highest that occurs
 */
export function classSizes(y: ArrayLike<number>, classes?: number): Uint32Array {
  let all = classes ?? 0;
  if (classes === undefined) for (let i = 0; i < y.length; i++) all = Math.max(all, y[i] + 1);
  const sizes = new Uint32Array(all);
  for (let i = 0; i < y.length; i++) sizes[y[i]]++;
  return sizes;
}

/**
 * Where the streams of a seed begin, one for each purpose: repeat r draws from stream
 * begin + r, and no purpose from those of another. Only the folds inside a training part,
 * by which a calibration is fitted, are of the first stream, as those around it are: they
 * are folds of other documents.
 */
export const STREAMS = {
  splits: 0,
  curveOrders: 2 ** 31,
  groupedHoldouts: 3 * 2 ** 32,
  groupedFolds: 4 * 2 ** 32,
  bootstrap: 2 ** 40,
  irrelevantAttributes: 2 ** 41,
} as const;
