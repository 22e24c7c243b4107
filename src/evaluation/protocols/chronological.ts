import { requireWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { largest, smallest } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { requireHoldout, type Split } from "../../model/fitting/splits.js";

/** The time of each row, in any unit. Rows without a time are in no split. */
export type Times = readonly (number | undefined)[];

/**
 * Splits by time: learns from earlier documents and tests on the latest ones. Documents of the same time stay together,
 * so the cut moves to the nearest change of time; if two are equally near, to the earlier one. Classes are not stratified.
 *
 * @param share of the dated documents to test on, above 0, below 1
 * @throws UsageError if the share is out of range; DataError if all times are the same.
 */
export function chronologicalHoldout(times: Times, share: number): Split {
  requireHoldout(share, 1);
  const { rows, changes } = inOrder(times, 1);
  const change = nearest(changes, rows.length - Math.round(rows.length * share), 0, changes.length);
  return splitAt(rows, changes[change], rows.length);
}

/**
 * Splits for forward chaining: sorts the documents by time into k + 1 blocks, as equal in size as changes of time
 * allow. Each block but the first is tested with a model of all blocks before it.
 *
 * @param k number of splits, at least 1
 * @throws UsageError if k is out of range; DataError if there are fewer than k + 1 different times.
 */
export function chronologicalFolds(times: Times, k: number): Split[] {
  requireWhole("folds", k, 1);
  const { rows, changes } = inOrder(times, k);
  const cuts: number[] = [];
  let from = 0;
  for (let fold = 0; fold < k; fold++) {
    // Leaves enough changes for the remaining cuts.
    const change = nearest(changes, (rows.length * (fold + 1)) / (k + 1), from, changes.length - (k - 1 - fold));
    cuts.push(changes[change]);
    from = change + 1;
  }
  return cuts.map((cut, fold) => splitAt(rows, cut, cuts[fold + 1] ?? rows.length));
}

/** Returns the largest `k` for `chronologicalFolds`: the number of different times minus one. */
export function mostChronologicalFolds(times: Times): number {
  return inOrder(times, 0).changes.length;
}

/**
 * Sorts the rows with a time, earliest first and ties by row. Finds the positions where the time differs from that of
 * the row before.
 *
 * @throws DataError if there are fewer of these positions than cuts.
 */
function inOrder(times: Times, cuts: number): { rows: Uint32Array; changes: number[] } {
  const known = Array.from(times.keys()).filter((row) => times[row] !== undefined);
  const rows = Uint32Array.from(known.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b));
  const changes = Array.from(rows.keys()).filter((i) => i > 0 && times[rows[i]] !== times[rows[i - 1]]);
  if (changes.length >= cuts) return { rows, changes };
  if (rows.length === 0) {
    throw new DataError(`by-date: none of the ${plural(times.length, "document")} has a date; ${WITHOUT_DATES}`);
  }
  throw new DataError(
    changes.length === 0
      ? `by-date: all ${rows.length} documents with a date have the same date; ${WITHOUT_DATES}`
      : `by-date: ${cuts} folds need ${cuts + 1} different dates, but there are only ${changes.length + 1}; take fewer folds`,
  );
}

/** The end of errors about dates. */
const WITHOUT_DATES = "date them by another source, or measure without dates";

/** Returns the index from `from` to `to - 1` of the change nearest to a place. Changes ascend. */
function nearest(changes: readonly number[], place: number, from: number, to: number): number {
  let best = from;
  while (best + 1 < to && Math.abs(changes[best + 1] - place) < Math.abs(changes[best] - place)) best++;
  return best;
}

/** Learns from the rows before the position `cut`, and tests on the rows from `cut` to `end - 1`. */
function splitAt(rows: Uint32Array, cut: number, end: number): Split {
  return { train: rows.slice(0, cut).sort(), test: rows.slice(cut, end).sort() };
}

/** The first and last date of a training or test set in ISO 8601, UTC, and its number of documents. */
export type DatedPart = ReturnType<typeof datedPart>;

/** Describes a training or test set by its dates. All rows must have a time, in milliseconds since 1970. */
export function datedPart(rows: Uint32Array, times: Times) {
  const known = Array.from(rows, (row) => times[row] as number);
  const [from, until] = [smallest(known), largest(known)].map((time) => new Date(time).toISOString());
  return { from, until, documents: rows.length };
}
