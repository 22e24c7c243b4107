import { DataError } from "../../base/errors.js";
import type { WantedSums } from "../../features/runs/document-sums.js";
import type { RunReader } from "../../features/runs/run-reader.js";
import type { TermCursor } from "../../features/runs/term-cursor.js";
import { factsOf } from "./part.js";

/**
 * Returns the terms of a part, each checked against the numbers of documents in the header: no class may have more
 * documents with a term than it has documents, or than the term has occurrences.
 *
 * @param wanted the sums that the part has
 * @throws DataError if the header is not that of a part. `next` throws as `RunReader.next`, and if the counts do not fit
 *   the numbers of documents.
 */
export function checkedTerms(reader: RunReader, path: string, { occurrences, presences }: WantedSums): TermCursor {
  const { term } = reader;
  const { documents } = factsOf(path, reader.header);

  const fitsDocuments = () => {
    const { size, classes, values } = term;
    // If both sums are wanted, `values` has the occurrences. Otherwise it has the only sum.
    const having = occurrences ? term.presence : values;
    for (let i = 0; presences && i < size; i++) {
      if (having[i] < 1 || having[i] > documents[classes[i]] || having[i] > values[i]) return false;
    }
    return size > 0;
  };

  return {
    term,
    next() {
      if (!reader.next()) return false;
      if (fitsDocuments()) return true;
      throw new DataError(
        `${path}: its counts do not fit its number of documents: delete it and count its shard again`,
      );
    },
  };
}
