import { firstWhere } from "../base/lists.js";
import { compareBytes } from "../text/sorted-terms.js";
import { Vocabulary } from "./vocabulary.js";

/** How to turn a vocabulary into another one that differs in a few terms. Remaining terms are copied in ranges. */
export interface TermEdits {
  /** The number of terms afterwards. */
  readonly size: number;
  /** The remaining terms, ascending, in ranges that stay neighbours: `from` to `end - 1` become `to`, `to + 1` … */
  readonly ranges: readonly { readonly from: number; readonly end: number; readonly to: number }[];
  /** The new terms, ascending: each with its number in its own vocabulary (`own`) and in the result (`to`). */
  readonly inserted: readonly { readonly own: number; readonly to: number }[];
}

/** Returns, for each term of `own`, its place in `all`: the number of the first term there that is not less than it. */
export function placesIn(all: Vocabulary, own: Vocabulary): Uint32Array {
  const have = all.contents();
  const more = own.contents();
  const places = new Uint32Array(own.size);
  let low = 0;
  for (let n = 0; n < own.size; n++) {
    const [start, end] = [more.offsets[n], more.offsets[n + 1]];
    const isNotLess = (at: number) =>
      compareBytes(have.pool, have.offsets[at], have.offsets[at + 1], more.pool, start, end) >= 0;
    low = firstWhere(low, all.size, isNotLess);
    places[n] = low;
  }
  return places;
}

/**
 * Makes the edits that remove some terms and insert others.
 *
 * @param size the number of terms before
 * @param removed term numbers, ascending
 * @param inserted new terms, ascending, each with its number in its own vocabulary (`own`), and the number of the first
 *   old term after it (`place`)
 */
export function termEdits(
  size: number,
  removed: ArrayLike<number>,
  inserted: readonly { readonly own: number; readonly place: number }[],
): TermEdits {
  const ranges: { from: number; end: number; to: number }[] = [];
  const put: { own: number; to: number }[] = [];
  /** The next term before the edits, and the next number after them. */
  let from = 0;
  let to = 0;
  /** Keeps the terms up to `end`. */
  const keepUpTo = (end: number) => {
    if (end === from) return;
    ranges.push({ from, end, to });
    to += end - from;
    from = end;
  };
  let next = 0;
  /** Inserts the new terms that come before a term. */
  const insertUpTo = (place: number) => {
    for (; next < inserted.length && inserted[next].place <= place; next++) {
      keepUpTo(inserted[next].place);
      put.push({ own: inserted[next].own, to: to++ });
    }
  };
  for (let r = 0; r < removed.length; r++) {
    insertUpTo(removed[r]);
    keepUpTo(removed[r]);
    from = removed[r] + 1;
  }
  insertUpTo(size);
  keepUpTo(size);
  return { size: to, ranges, inserted: put };
}

/** Whether every term keeps its number, and no term is new. @param size the number of terms before */
export function changesNothing({ ranges, inserted }: TermEdits, size: number): boolean {
  if (inserted.length > 0) return false;
  return size === 0 || (ranges.length === 1 && ranges[0].from === 0 && ranges[0].end === size);
}

/** The new numbers of old terms. */
export type NewNumbers = ReturnType<typeof newNumbers>;

/**
 * Makes the new numbers of the old terms.
 *
 * @param size the number of terms before
 * @returns the new number of each term, or -1 if it is removed (`to`), and the end of its range; neighbours stay
 *   neighbours up to there (`rangeEnds`)
 */
export function newNumbers({ ranges }: TermEdits, size: number) {
  const to = new Int32Array(size).fill(-1);
  const rangeEnds = new Int32Array(size);
  for (const range of ranges) {
    const { from, end } = range;
    const shift = range.to - from;
    rangeEnds.fill(end, from, end);
    for (let n = from; n < end; n++) to[n] = n + shift;
  }
  return { to, rangeEnds };
}

/** Returns the vocabulary after the edits. @param own the vocabulary of the new terms */
export function editedVocabulary(old: Vocabulary, own: Vocabulary, { size, ranges, inserted }: TermEdits): Vocabulary {
  const have = old.contents();
  const more = own.contents();
  const pool = new Uint8Array(have.pool.length + more.pool.length);
  const offsets = new Uint32Array(size + 1);
  let end = 0;
  let next = 0;
  /** Appends bytes to the pool. */
  const put = (bytes: Uint8Array) => {
    pool.set(bytes, end);
    end += bytes.length;
  };
  /** Appends the new terms whose numbers in the result are below `term`. */
  const insertUpTo = (term: number) => {
    for (; next < inserted.length && inserted[next].to < term; next++) {
      const { own: n, to } = inserted[next];
      put(more.pool.subarray(more.offsets[n], more.offsets[n + 1]));
      offsets[to + 1] = end;
    }
  };
  for (const range of ranges) {
    insertUpTo(range.to);
    // The bytes of the range move to `end`, and its offsets by the same distance.
    copyShifted(have.offsets, range.from + 1, range.end + 1, offsets, range.to + 1, end - have.offsets[range.from]);
    put(have.pool.subarray(have.offsets[range.from], have.offsets[range.end]));
  }
  insertUpTo(size);
  return Vocabulary.fromContents(pool.subarray(0, end), offsets);
}

/** Copies `from[start, end)` to `into` from `at` on, adding `shift` to each. */
export function copyShifted(
  from: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
  shift: number,
): void {
  for (let i = start, j = at; i < end; i++, j++) into[j] = from[i] + shift;
}
