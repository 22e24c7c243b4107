import { DataError } from "../../base/errors.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { MessageFacts } from "../../mail/message-facts.js";

export const DATE_SOURCES = ["auto", "header", "file"] as const;

/**
 * The sources of dates. `"header"` is the `Date` field of messages, `"file"` the modification time of the file, and
 * `"auto"` the field for messages and the file for other documents.
 */
export type DateSource = (typeof DATE_SOURCES)[number];

/** The dates of the documents in a corpus. */
export type DocumentDates = ReturnType<typeof documentDates>;

/**
 * Returns the dates of documents.
 *
 * @param ids the documents, in the order of the result
 * @param facts the facts of each document; not used with `"file"`
 */
export function documentDates(
  corpus: Pick<Corpus, "modified">,
  ids: readonly string[],
  source: DateSource,
  facts: readonly MessageFacts[],
) {
  const byFile: string[] = [];
  const undated: string[] = [];
  const unparsed: string[] = [];
  const times = ids.map((id, i) => {
    const fact = source === "file" ? undefined : facts[i];
    const isByFile = fact === undefined || (source === "auto" && !fact.isMessage);
    const time = isByFile ? corpus.modified(id) : fact.time;
    if (time === undefined) (fact?.date === undefined ? undated : unparsed).push(id);
    else if (isByFile) byFile.push(id);
    return time;
  });
  return {
    /** Milliseconds since 1970 by document; undefined if unknown. */
    times,
    /** Ids of the documents that are dated by their file. */
    byFile,
    /** Ids of the documents without a date. */
    undated,
    /** Ids of the documents whose date cannot be read. */
    unparsed,
  };
}

/**
 * Checks the dates of documents before they are split.
 *
 * @throws DataError if none of the dates can be read, or all documents are dated by one file, as the rows of a table.
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
