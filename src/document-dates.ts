import type { Corpus } from "./documents/corpus.js";
import { type HeaderSettings, readMessageFacts } from "./message-facts.js";

/**
 * Where the time of a document comes from: `"header"`, the `Date` field of messages;
 * `"file"`, when its file was last written; `"auto"`, the field where the document is a
 * message, else the file.
 */
export const DATE_SOURCES = ["auto", "header", "file"] as const;
/** One of them. */
export type DateSource = (typeof DATE_SOURCES)[number];

/** When the documents of a corpus were written. */
export interface DocumentDates {
  /** Milliseconds since 1970, one a document; undefined where it is not known. */
  readonly times: readonly (number | undefined)[];
  /** Ids of the documents that are dated by their file. */
  readonly byFile: readonly string[];
  /** Ids of those that have no date. */
  readonly undated: readonly string[];
  /** Ids of those whose `Date` field cannot be understood. */
  readonly unparsed: readonly string[];
}

/**
 * Finds out when documents were written; `"auto"` and `"header"` read the corpus for it.
 *
 * @param ids the documents, in the order of the result
 * @throws as `readMessageFacts`
 */
export function readDates(
  corpus: Corpus,
  ids: readonly string[],
  source: DateSource,
  settings: HeaderSettings,
): DocumentDates {
  const facts = source === "file" ? undefined : readMessageFacts(corpus, ids, settings);
  const byFile: string[] = [];
  const undated: string[] = [];
  const unparsed: string[] = [];
  const times = ids.map((id, i) => {
    const fact = facts?.[i];
    const fromFile = fact === undefined || (source === "auto" && !fact.isMessage);
    const time = fromFile ? corpus.modified(id) : fact.time;
    if (time === undefined) (fact?.date === undefined ? undated : unparsed).push(id);
    else if (fromFile) byFile.push(id);
    return time;
  });
  return { times, byFile, undated, unparsed };
}
