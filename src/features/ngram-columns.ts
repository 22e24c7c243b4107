import { JOINTS } from "../text/inner-words.js";
import { ngrams } from "../text/ngrams.js";
import { columnMap } from "./selection.js";
import type { ColumnMap } from "./sparse-matrix.js";
import { kindsOf, TERM_KINDS } from "./term-kinds.js";
import type { Vocabulary } from "./vocabulary.js";

/** No word and no stem has one: an n-gram of n words has n - 1. */
const SPACE = 0x20;

/** What inner punctuation keeps together has one; no word and no stem has. */
const JOINT_BYTES = new Set(Buffer.from(JOINTS));

/** The terms that are n-grams of a range, and the map that keeps their columns. */
export interface NgramColumns {
  /** Ascending term numbers. */
  readonly kept: Uint32Array;
  readonly map: ColumnMap;
}

/**
 * The columns of the n-grams of `from` to `to` words. A matrix that was read with a wider
 * range has, in these columns, what reading with this range would have given: the n-grams
 * of a text are found token by token, and a longer one changes no shorter one. Terms of other
 * kinds, made of characters, of pairs, with inner punctuation, are in every range.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 8.
 */
export function ngramColumns(vocabulary: Vocabulary, from: number, to: number): NgramColumns {
  ngrams(() => undefined, from, to);
  const { pool, offsets } = vocabulary.contents();
  const kept = new Uint32Array(vocabulary.size);
  let size = 0;
  const kinds = kindsOf(vocabulary);
  for (let n = 0; n < vocabulary.size; n++) {
    let words = 1;
    let joined = false;
    for (let i = offsets[n]; i < offsets[n + 1]; i++) {
      if (pool[i] === SPACE) words++;
      else if (JOINT_BYTES.has(pool[i])) joined = true;
    }
    const kind = TERM_KINDS[kinds[n]];
    const isNgram = kind === "ngrams" || (kind === "words" && !joined);
    if (!isNgram || (words >= from && words <= to)) kept[size++] = n;
  }
  const numbers = kept.slice(0, size);
  return { kept: numbers, map: columnMap(numbers, vocabulary.size) };
}
