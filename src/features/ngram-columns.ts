import { ascending } from "../base/lists.js";
import { requireNgrams } from "../text/words/ngrams.js";
import { JOINTS } from "../text/words/word-options.js";
import { kindNumber, kindsOf, TERM_KINDS } from "./term-kinds.js";
import type { Vocabulary } from "./vocabulary.js";

const SPACE = 0x20;

/** The characters that join the parts of a term with inner punctuation. Words and stems do not contain them. */
const JOINT_BYTES = new Set(Buffer.from(JOINTS));

/**
 * Returns the columns, ascending, of the n-grams of `from` to `to` words. In a matrix that was read with a wider range,
 * these are the columns that reading with this range would have given, because longer n-grams do not change shorter
 * ones. Terms of other kinds belong to every range.
 *
 * @throws UsageError unless 1 ≤ from ≤ to ≤ 8.
 */
export function ngramColumns(vocabulary: Vocabulary, from: number, to: number): Uint32Array {
  requireNgrams(from, to);
  const { pool, offsets } = vocabulary.contents();
  const kinds = kindsOf(vocabulary);
  return ascending(vocabulary.size).filter((n) => {
    let words = 1;
    let joined = false;
    for (let i = offsets[n]; i < offsets[n + 1]; i++) {
      if (pool[i] === SPACE) words++;
      else if (JOINT_BYTES.has(pool[i])) joined = true;
    }
    const kind = TERM_KINDS[kindNumber(kinds[n])];
    // A word without inner punctuation is an n-gram of one word.
    const isNgram = kind === "ngrams" || (kind === "words" && !joined);
    return !isNgram || (words >= from && words <= to);
  });
}
