/** Options that decide which words are tokens. Lengths are in code points. Scripts without spaces are not limited. */
export interface WordOptions {
  /** Shorter words are not tokens. At least 1; default 2, as in scikit-learn. */
  readonly minLength?: number;
  /** Longer words are not tokens, because they are usually encoded data. At most 1000; default 256. */
  readonly maxLength?: number;
  /** The version of the rules by which words are found. Default 3. */
  readonly rules?: WordRules;
}

/**
 * Which rules find words. Rules 2, of version 0.2: sequences of letters, digits, combining marks and `_`, separate from
 * scripts without spaces. Rules 3: invisible characters do not split words, typographic apostrophes join words to
 * wholes like the ASCII apostrophe, and the pieces of contractions are stop words.
 */
export type WordRules = 2 | 3;

/** The rules of new models. */
export const WORD_RULES = 3;

/** The characters that join words in addresses, hosts, contractions, compounds and versions. */
export const JOINTS = ".@-'";

/** The longest token, in characters. It limits the scratch memory. */
export const MAX_WORD_LENGTH = 1000;
