import { DataError, UsageError } from "../errors.js";
import { requireHoldout, type Split } from "./splits.js";

/** The time of each row, in any unit; undefined where it is not known: such a row is in no part. */
export type Times = readonly (number | undefined)[];

/**
 * Learn from the past, test on the future: one split, in which the latest documents are
 * withheld. Documents of the same time are never on both sides: the cut moves to the
 * nearest change of time, of two equally near to the earlier. Classes are not stratified,
 * for the future does not do that either.
 *
 * @param share of the documents with a time, above 0, below 1
 * @throws UsageError if the share is out of range, DataError if there are not two different times.
 */
export function chronologicalHoldout(times: Times, share: number): Split {
  requireHoldout(share, 1);
  const rows = rowsByTime(times);
  const changes = changesOf(rows, times);
  requireChanges(changes, 1, rows, times);
  const cut = nearest(changes, rows.length - Math.round(rows.length * share), 0, changes.length);
  return splitAt(rows, changes[cut], rows.length);
}

/**
 * Forward chaining: the documents, sorted by time, make k + 1 blocks as equal in size as
 * changes of time allow, and each block but the first is tested after learning from all
 * blocks before it, the earliest first.
 *
 * @param k number of splits, at least 1
 * @throws UsageError if k is out of range, DataError if there are not k + 1 different times.
 */
export function chronologicalFolds(times: Times, k: number): Split[] {
  if (!(Number.isInteger(k) && k >= 1)) {
    throw new UsageError(`folds: required a whole number of at least 1, got ${k}`);
  }
  const rows = rowsByTime(times);
  const changes = changesOf(rows, times);
  requireChanges(changes, k, rows, times);
  const cuts: number[] = [];
  let from = 0;
  for (let fold = 0; fold < k; fold++) {
    // As many changes must be left as there are cuts to come.
    const cut = nearest(changes, (rows.length * (fold + 1)) / (k + 1), from, changes.length - (k - 1 - fold));
    cuts.push(changes[cut]);
    from = cut + 1;
  }
  return cuts.map((cut, fold) => splitAt(rows, cut, cuts[fold + 1] ?? rows.length));
}

/** The rows that have a time, the earliest first; of one time, in their order. */
function rowsByTime(times: Times): Uint32Array {
  const known = Array.from(times.keys()).filter((row) => times[row] !== undefined);
  return Uint32Array.from(known.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b));
}

/** Where among the sorted rows one has another time than the row before it. */
function changesOf(rows: Uint32Array, times: Times): number[] {
  return Array.from(rows.keys()).filter((i) => i > 0 && times[rows[i]] !== times[rows[i - 1]]);
}

function requireChanges(changes: readonly number[], cuts: number, rows: Uint32Array, times: Times): void {
  if (changes.length >= cuts) return;
  if (rows.length === 0) {
    throw new DataError(
      `by-date: required documents with a date, found none among ${times.length}: date them by another source, or measure without dates`,
    );
  }
  const found = changes.length === 0 ? `one for all ${rows.length} documents with a date` : `${changes.length + 1}`;
  const remedy = changes.length === 0 ? "date them by another source, or measure without dates" : "take fewer folds";
  throw new DataError(`by-date: required at least ${cuts + 1} different times, found ${found}: ${remedy}`);
}

/** The index, from `from` to `to - 1`, of the change that is nearest to a place: they ascend. */
function nearest(changes: readonly number[], place: number, from: number, to: number): number {
  let best = from;
  while (best + 1 < to && Math.abs(changes[best + 1] - place) < Math.abs(changes[best] - place)) best++;
  return best;
}

function splitAt(rows: Uint32Array, cut: number, end: number): Split {
  return { train: rows.slice(0, cut).sort(), test: rows.slice(cut, end).sort() };
}

/** The first and the last time among rows, and how many rows. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
  readonly documents: number;
}

/** From when to when the rows of a part are: all of them have a time. */
export function timeSpan(rows: Uint32Array, times: Times): TimeSpan {
  let from = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const time = times[row] as number;
    from = Math.min(from, time);
    until = Math.max(until, time);
  }
  return { from, until, documents: rows.length };
}
