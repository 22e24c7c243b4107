import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import type { RunReader } from "../../features/runs/run-reader.js";
import type { TermCursor } from "../../features/runs/term-cursor.js";
import { factsOf } from "./part.js";

/**
 * Returns the terms of a part, each checked against the numbers of documents in the header. A class must not have more
 * documents with a term than it has documents, and sums over classes must be the sums of the classes.
 *
 * @param isBinary whether the counts are of documents that have the term, not of occurrences
 * @throws DataError if the header is not that of a part. `next` throws as `RunReader.next`, and if the counts do not fit
 *   the numbers of documents.
 */
export function checkedTerms(reader: RunReader, path: string, isBinary: boolean): TermCursor {
  const { term } = reader;
  const { documents: ofClass } = factsOf(path, reader.header);
  const all = sumOf(ofClass);
  const { hasStatistics, hasPresence } = reader.header.layout;

  /** Returns whether no class has more documents with the term than it has documents. */
  const areSound = () => {
    const { size, classes, values, presence } = term;
    for (let i = 0; i < size; i++) {
      const most = ofClass[classes[i]];
      if (isBinary && values[i] > most) return false;
      if (!hasPresence) continue;
      const isFew = presence[i] >= 1 && presence[i] <= most;
      if (!isFew || (isBinary ? presence[i] !== values[i] : presence[i] > values[i])) return false;
    }
    return size > 0;
  };

  const fitStatistics = () => {
    const { size, values, presence, occurrences, documents } = term;
    const counted = sumOf(values, 0, size);
    const isOfPresence = !hasPresence || documents === sumOf(presence, 0, size);
    const isOfValues = isBinary ? documents === counted : occurrences === counted;
    return isOfPresence && isOfValues && documents >= size && documents <= all && documents <= occurrences;
  };

  return {
    term,
    next() {
      if (!reader.next()) return false;
      if (areSound() && (!hasStatistics || fitStatistics())) return true;
      throw new DataError(
        `${path}: its counts do not fit its number of documents: delete it and count its shard again`,
      );
    },
  };
}
