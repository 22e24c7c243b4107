import { type KeptColumns, type TermDataset, withColumns } from "../../features/dataset.js";
import { ngramColumns } from "../../features/ngram-columns.js";
import { columnMap } from "../../features/selection.js";
import { kindNumber, kindsOf, TERM_KINDS } from "../../features/term-kinds.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import type { Candidate } from "../studies/tuning-grid.js";

/** Settings that choose among the terms of a corpus, so that one reading serves many candidates. */
export type TextView = Pick<Candidate, "ngrams" | "tokens" | "charNgrams" | "textNgrams">;

/** Returns the view of a candidate. */
export function viewOf({ ngrams, tokens, charNgrams, textNgrams }: TextView): TextView {
  return { ngrams, tokens, charNgrams, textNgrams };
}

/** Returns the data as if they had been read with the settings of a view. */
export function dataOfView<T extends TermDataset>(data: T, view: TextView): T {
  return withColumns(data, columnsOfView(data.vocabulary, view).kept);
}

/**
 * Numbers of kinds of terms. Terms of fields have one of two numbers, so `kindNumber` must convert these; those of
 * characters have one.
 */
const CHARACTERS = TERM_KINDS.indexOf("characters");
const FIELDS = TERM_KINDS.indexOf("fields");
/** The byte `|`, which marks the start and the end of a word in its n-grams of characters: `~|te`, `~ext|`. */
const END = 0x7c;

/**
 * Finds the columns that reading with the settings of a view would have given, in a matrix read with wider ranges.
 * Longer n-grams do not change shorter ones, and words do not change characters.
 *
 * @param vocabulary read with words, and with ranges that include those of the view
 * @throws UsageError unless the ranges are allowed.
 */
export function columnsOfView(
  vocabulary: Vocabulary,
  { ngrams: [from, to], tokens, charNgrams, textNgrams }: TextView,
): KeptColumns {
  const { pool, offsets } = vocabulary.contents();
  const kinds = kindsOf(vocabulary);
  const range = textNgrams ?? charNgrams;
  const isWithin = (term: number) => {
    if (kindNumber(kinds[term]) === FIELDS) return true;
    if (kinds[term] !== CHARACTERS) return tokens !== "none";
    if (range === undefined || range === null) return false;
    // In characters, from -1, because `~` before them does not count. A byte 10xxxxxx continues a character.
    let length = -1;
    for (let i = offsets[term]; i < offsets[term + 1]; i++) if ((pool[i] & 0xc0) !== 0x80) length++;
    if (length > range[1]) return false;
    if (length >= range[0]) return true;
    // A word with both ends that is shorter than all n-grams of the range is an n-gram itself. `first` comes after `~`.
    const [first, last] = [pool[offsets[term] + 1], pool[offsets[term + 1] - 1]];
    return textNgrams === undefined && length > 1 && first === END && last === END;
  };
  const kept = ngramColumns(vocabulary, from, to).filter(isWithin);
  return { kept, map: columnMap(kept, vocabulary.size) };
}
