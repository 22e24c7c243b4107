import { DataError } from "../../base/errors.js";
import { Growing } from "../../base/growing.js";
import { Vocabulary } from "../vocabulary.js";
import type { RunLayout, TermCursor } from "./term-cursor.js";

const MAX_BYTES = 2 ** 32 - 2 ** 12;

function tooManyTerms(): DataError {
  return new DataError(
    "the counts have too many different terms for one model: use fewer kinds of terms, such as shorter n-grams or fewer header fields",
  );
}

/** Reads a run to its end. @throws DataError if its terms or their counts take more than 4 GB. */
export function collectRun(terms: TermCursor, { hasStatistics, hasPresence }: RunLayout) {
  const pool = new Growing(Uint8Array);
  const offsets = new Growing(Uint32Array);
  const starts = new Growing(Uint32Array);
  const ids = new Growing(Uint32Array);
  const values = new Growing(Float64Array);
  const presence = new Growing(Float64Array);
  const occurrences = new Growing(Float64Array);
  const documents = new Growing(Uint32Array);
  offsets.push(0);
  starts.push(0);
  while (terms.next()) {
    const { term } = terms;
    for (let i = 0; i < term.length; i++) pool.push(term.bytes[i]);
    // Larger arrays do not exist in Node.js 20.
    if (pool.length > MAX_BYTES || 8 * ids.length > MAX_BYTES) throw tooManyTerms();
    offsets.push(pool.length);
    for (let i = 0; i < term.size; i++) {
      ids.push(term.classes[i]);
      values.push(term.values[i]);
      if (hasPresence) presence.push(term.presence[i]);
    }
    starts.push(ids.length);
    if (!hasStatistics) continue;
    occurrences.push(term.occurrences);
    documents.push(term.documents);
  }
  return {
    vocabulary: Vocabulary.fromContents(pool.finish(), offsets.finish()),
    /** Where the entries of each term begin in the next arrays, and where the last ones end. */
    starts: starts.finish(),
    /** For each entry: its class, its value and, if the layout has presences, its presence. */
    ids: ids.finish(),
    values: values.finish(),
    presence: presence.finish(),
    /** For each term, the sums over all classes, if the layout has them. */
    occurrences: occurrences.finish(),
    documents: documents.finish(),
  };
}
