import type { ByteTable } from "../text/byte-table.js";
import { sortedIds, Vocabulary } from "./vocabulary.js";

/** A vocabulary made of two. */
export interface MergedVocabulary {
  readonly vocabulary: Vocabulary;
  /** Where each term comes from: its number in the old vocabulary, or the size of that plus its id in the table. */
  readonly sources: Uint32Array;
}

/**
 * The terms of a vocabulary and of a table of other terms.
 *
 * @param gone the terms of the vocabulary to leave out, ascending
 * @param isWanted says whether the entry of the table with this id becomes a term
 */
export function mergedVocabulary(
  old: Vocabulary,
  gone: ArrayLike<number>,
  more: ByteTable,
  isWanted: (id: number) => boolean,
): MergedVocabulary {
  const { pool: oldPool, offsets: oldOffsets } = old.contents();
  const { pool: morePool, offsets: moreOffsets } = more.contents();
  const sources = new Uint32Array(old.size + more.size);
  const pool = new Uint8Array(oldPool.length + morePool.length);
  const offsets = new Uint32Array(sources.length + 1);
  let size = 0;
  let end = 0;
  let next = 0;
  let left = 0;
  const putOld = (until: number) => {
    while (next < until) {
      const stop = Math.min(until, left < gone.length ? gone[left] : until);
      const shift = end - oldOffsets[next];
      pool.set(oldPool.subarray(oldOffsets[next], oldOffsets[stop]), end);
      for (; next < stop; next++) {
        sources[size++] = next;
        offsets[size] = oldOffsets[next + 1] + shift;
      }
      end = offsets[size];
      if (left < gone.length && gone[left] === next) {
        next++;
        left++;
      }
    }
  };
  for (const id of sortedIds(more)) {
    if (!isWanted(id)) continue;
    const bytes = morePool.subarray(moreOffsets[id], moreOffsets[id + 1]);
    putOld(old.placeOf(bytes, 0, bytes.length));
    pool.set(bytes, end);
    end += bytes.length;
    sources[size++] = old.size + id;
    offsets[size] = end;
  }
  putOld(old.size);
  const vocabulary = Vocabulary.fromContents(pool.subarray(0, end), offsets.subarray(0, size + 1));
  return { vocabulary, sources: sources.subarray(0, size) };
}
