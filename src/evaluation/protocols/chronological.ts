import { requireWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { largest, smallest } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { type HeaderSettings, type MessageFacts, readMessageFacts } from "../../mail/message-facts.js";
import { requireHoldout, type Split } from "../../model/fitting/splits.js";

/** The time of each row, in any unit. Rows without a time are in no split. */
export type Times = readonly (number | undefined)[];

/**
 * Splits by time: learns from earlier documents and tests on the latest ones. Documents of the same time stay together,
 * so the cut moves to the nearest change of time (of two equally near, to the earlier). Classes are not stratified.
 *
 * @param share of the dated documents to test on, above 0, below 1
 * @throws UsageError if the share is out of range; DataError if all times are the same.
 */
export function chronologicalHoldout(times: Times, share: number): Split {
  requireHoldout(share, 1);
  const { rows, changes } = inOrder(times, 1);
  const cut = nearest(changes, rows.length - Math.round(rows.length * share), 0, changes.length);
  return splitAt(rows, changes[cut], rows.length);
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
    const cut = nearest(changes, (rows.length * (fold + 1)) / (k + 1), from, changes.length - (k - 1 - fold));
    cuts.push(changes[cut]);
    from = cut + 1;
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

const WITHOUT_DATES = "date them by another source, or measure without dates";

/**
 * Checks the dates of documents before they are split.
 *
 * @throws DataError if none of their dates can be read, or if all of them are dated by one file, as the rows of a table.
 */
export function requireReadableDates({ times, byFile, unparsed }: DocumentDates): void {
  if (unparsed.length > 0 && unparsed.length === times.length) {
    throw new DataError(
      `by-date: none of the ${plural(unparsed.length, "date")} can be read: write them as 2026-01-31, 2026-01-31 09:30 or 31.01.2026`,
    );
  }
  const [first] = times;
  if (times.length > 1 && byFile.length === times.length && times.every((time) => time === first)) {
    throw new DataError(
      `by-date: all ${grouped(times.length)} documents are dated by the time of their file, and it is the same: for a table, name its column of dates with dateColumn`,
      { options: ["dateColumn"] },
    );
  }
}

/** Returns the index from `from` to `to - 1` of the change nearest to a place. Changes ascend. */
function nearest(changes: readonly number[], place: number, from: number, to: number): number {
  let best = from;
  while (best + 1 < to && Math.abs(changes[best + 1] - place) < Math.abs(changes[best] - place)) best++;
  return best;
}

function splitAt(rows: Uint32Array, cut: number, end: number): Split {
  return { train: rows.slice(0, cut).sort(), test: rows.slice(cut, end).sort() };
}

/** The first and the last time of some rows, and the number of rows. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
  readonly documents: number;
}

/** Returns the time span of rows. All of them must have a time. */
export function timeSpan(rows: Uint32Array, times: Times): TimeSpan {
  const known = Array.from(rows, (row) => times[row] as number);
  return { from: smallest(known), until: largest(known), documents: rows.length };
}

/**
 * The sources of dates. `"header"` is the `Date` field of messages, `"file"` the modification time of the file, and
 * `"auto"` the field for messages and the file for other documents.
 */
export const DATE_SOURCES = ["auto", "header", "file"] as const;
export type DateSource = (typeof DATE_SOURCES)[number];

/** The dates of the documents in a corpus. */
export interface DocumentDates {
  /** Milliseconds since 1970 by document; undefined if unknown. */
  readonly times: readonly (number | undefined)[];
  /** Ids of the documents that are dated by their file. */
  readonly byFile: readonly string[];
  readonly undated: readonly string[];
  /** Ids of the documents whose date cannot be read. */
  readonly unparsed: readonly string[];
}

/**
 * Reads the dates of documents. `"auto"` and `"header"` read the corpus to find them.
 *
 * @param ids the documents, in the order of the result
 * @throws as `readMessageFacts` does
 */
export function readDates(
  corpus: Corpus,
  ids: readonly string[],
  source: DateSource,
  settings: HeaderSettings,
): DocumentDates {
  return documentDates(corpus, ids, source, source === "file" ? [] : readMessageFacts(corpus, ids, settings));
}

/**
 * Returns the dates of documents.
 *
 * @param ids the documents, in the order of the result
 * @param facts of each document; not used with `"file"`
 */
export function documentDates(
  corpus: Pick<Corpus, "modified">,
  ids: readonly string[],
  source: DateSource,
  facts: readonly MessageFacts[],
): DocumentDates {
  const byFile: string[] = [];
  const undated: string[] = [];
  const unparsed: string[] = [];
  const times = ids.map((id, i) => {
    const fact = source === "file" ? undefined : facts[i];
    const fromFile = fact === undefined || (source === "auto" && !fact.isMessage);
    const time = fromFile ? corpus.modified(id) : fact.time;
    if (time === undefined) (fact?.date === undefined ? undated : unparsed).push(id);
    else if (fromFile) byFile.push(id);
    return time;
  });
  return { times, byFile, undated, unparsed };
}
