import type { Vocabulary } from "./vocabulary.js";

/**
 * The kinds of terms that a vocabulary can have, told by their bytes: single words (with
 * inner punctuation or without), neighbouring words (`a b`), sparse pairs (`a +2 b`),
 * characters within words (`~ing`), words of a header field (`subject:a`).
 */
export const TERM_KINDS = ["words", "ngrams", "sparse-bigrams", "characters", "fields"] as const;
export type TermKind = (typeof TERM_KINDS)[number];

const [WORDS, NGRAMS, SPARSE, CHARACTERS, FIELDS] = TERM_KINDS.keys();

const TILDE = 0x7e;
const COLON = 0x3a;
const SPACE = 0x20;
const PLUS = 0x2b;

/** The kind of each term, as an index into `TERM_KINDS`. */
export function kindsOf(vocabulary: Vocabulary): Uint8Array {
  const { pool, offsets } = vocabulary.contents();
  const kinds = new Uint8Array(vocabulary.size);
  for (let term = 0; term < kinds.length; term++) kinds[term] = kindOf(pool, offsets[term], offsets[term + 1]);
  return kinds;
}

function kindOf(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] === TILDE) return CHARACTERS;
  let kind = WORDS;
  for (let i = start; i < end; i++) {
    if (bytes[i] === COLON) return FIELDS;
    if (bytes[i] === SPACE && kind === WORDS) kind = bytes[i + 1] === PLUS ? SPARSE : NGRAMS;
  }
  return kind;
}
