import type { TextSettings } from "../../features/analyzer.js";
import { PRESET_WORDS } from "../../model/presets.js";
import type { ReadTerms } from "./candidates.js";
import type { CorpusSize } from "./corpus-size.js";

/** The text settings that the user gives and the search does not vary. */
type GivenTextSettings = {
  readonly [setting in "tokens" | "charNgrams" | "textNgrams" | "as"]?: TextSettings[setting] | undefined;
};

/** How to read a corpus once for all candidates of a search. */
export interface ReadingPlan {
  /** The kinds of terms that the reading gives. */
  readonly read: Omit<ReadTerms, "size">;
  /** The text settings of all candidates, unless others are given: the words of the preset `fast`, or of mail. */
  readonly base: Partial<Pick<TextSettings, "as" | "tokens" | "tokenLength" | "fields">>;
  /** The settings that read the terms of all candidates. */
  readonly settings: Pick<TextSettings, "ngrams"> & Partial<Pick<TextSettings, "charNgrams" | "textNgrams">>;
  /** The kinds of terms that are left out because the corpus is too large. Phrases for the user. */
  readonly omitted: readonly string[];
}

/** Maximum mean number of characters of short documents. They are read with n-grams of characters across words. */
const SHORT = 500;

/** Maximum number of matrix entries: about a third of a gigabyte, less if terms repeat within a document. */
const MAX_ENTRIES = 2.5e7;

/** About how many words there are per character. */
const WORDS_PER_CHARACTER = 0.2;

/** Kinds of terms: the maximum number of neighbouring words in a term, and the lengths of character n-grams, if any. */
type TermKinds = readonly [words: number, range?: readonly [from: number, to: number]];

/** For short documents and for long ones: from the widest to the narrowest kinds of terms. */
const OF_SHORT: readonly TermKinds[] = [[3, [1, 5]], [3, [1, 4]], [2, [1, 2]], [2], [1]];
const OF_LONG: readonly TermKinds[] = [[2, [4, 4]], [2], [1]];

/** The words of mail: those of the preset `mail-best`. */
const MAIL_WORDS = { as: "mail", tokens: "inner", tokenLength: [3, 256] } as const;

/**
 * Chooses the widest kinds of terms whose matrix fits in memory. Short documents have up to three words, and characters
 * across words; long documents have up to two words, and four characters within a word. Given terms stay as they are.
 */
export function readingPlan({ documents, characters }: CorpusSize, given: GivenTextSettings): ReadingPlan {
  const { tokens, charNgrams, textNgrams, as } = given;
  if (as === "mail") {
    return { read: { words: 2, isMail: true }, base: MAIL_WORDS, settings: { ngrams: [1, 2] }, omitted: [] };
  }
  const fixed = {
    ...(tokens === "none" && { tokens }),
    ...(charNgrams && { charNgrams }),
    ...(textNgrams && { textNgrams }),
  };
  const hasCharacters = Boolean(charNgrams ?? textNgrams);
  const isShort = characters <= SHORT;
  const table = isShort ? OF_SHORT : OF_LONG;
  const withoutWords: readonly TermKinds[] = [[1]];
  // Given n-grams of characters stay as they are, so only the number of words is left to choose.
  const withWords = hasCharacters ? table.map(([words]): TermKinds => [words]) : table;
  const choices = tokens === "none" ? withoutWords : withWords;
  // A document has about one entry for each word and n-gram length: of words, and of characters if there is a range.
  // [1, 0] is a range without a length.
  const entriesOf = ([words, range = [1, 0]]: TermKinds) =>
    documents * characters * (words * WORDS_PER_CHARACTER + range[1] - range[0] + 1);
  const [words, range] = choices.find((kinds) => entriesOf(kinds) <= MAX_ENTRIES) ?? choices[choices.length - 1];
  const characterKind = isShort ? "textNgrams" : "charNgrams";
  const [widest] = choices;
  return {
    read: { words, fixed, characters: range && { kind: characterKind, range } },
    base: PRESET_WORDS,
    settings: { ngrams: [1, words], ...(range && { [characterKind]: range }) },
    omitted: [
      ...(words < widest[0] ? [`terms of ${widest[0]} words`] : []),
      ...(range === widest[1] ? [] : [range === undefined ? "terms of characters" : "longer terms of characters"]),
    ],
  };
}
