import { MADE_FIELDS } from "../mail/fields/fields.js";
import { COLON, SPACE } from "../mail/lines.js";
import type { Vocabulary } from "./vocabulary.js";

/**
 * The kinds of terms in a vocabulary: single words (with inner punctuation or without), neighbouring words (`a b`),
 * neighbouring characters (`~ing`), and terms of a field (`subject:a`, `link:a`). The bytes of a term show its kind.
 */
export const TERM_KINDS = ["words", "ngrams", "characters", "fields"] as const;
export type TermKind = (typeof TERM_KINDS)[number];

const [WORDS, NGRAMS, CHARACTERS, FIELDS] = TERM_KINDS.keys();
const TILDE = 0x7e;

/**
 * The code of a term from a field that is not a header field, such as `link:a` of mail. The codes of other terms are the
 * indices of their kinds. The kind of these terms is `fields` too: see `kindOfCode`.
 */
const MADE = TERM_KINDS.length;

/** The possible sources of a term: a text, a header field, or other facts of a message, such as its route and links. */
export const TERM_SOURCES = ["texts", "header", "made"] as const;

/** Returns the kind of a term as an index into `TERM_KINDS`, from its code. */
export function kindOfCode(code: number): number {
  return code === MADE ? FIELDS : code;
}

/** Whether a whole number is a code of terms. */
export function isCode(number: number): boolean {
  return number <= MADE;
}

/** Returns the source of a term as an index into `TERM_SOURCES`, from its code. */
export function sourceOfCode(code: number): number {
  // `FIELDS` and `MADE` are the last two codes; they become 1 and 2.
  return code < FIELDS ? 0 : 1 + code - FIELDS;
}

/** Returns a code from 0 to 4 for each term: `kindOfCode` and `sourceOfCode` tell its kind and source. */
export function codesOf(vocabulary: Vocabulary): Uint8Array {
  const { pool, offsets } = vocabulary.contents();
  const codes = new Uint8Array(vocabulary.size);
  // Most vocabularies have only words, and searching the bytes is much faster.
  const bytes = Buffer.from(pool.buffer, pool.byteOffset, pool.byteLength);
  if (![TILDE, COLON, SPACE].some((byte) => bytes.includes(byte))) return codes.fill(WORDS);
  for (let term = 0; term < codes.length; term++) codes[term] = codeOf(pool, offsets[term], offsets[term + 1]);
  return codes;
}

/** As `codesOf`, but computed on demand: returns a function from the number of a term to its code. */
export function codeLookup(vocabulary: Vocabulary): (term: number) => number {
  const { pool, offsets } = vocabulary.contents();
  /** One more than the code; 0 if it is not known yet. */
  const known = new Uint8Array(vocabulary.size);
  return (term) => {
    if (known[term] === 0) known[term] = 1 + codeOf(pool, offsets[term], offsets[term + 1]);
    return known[term] - 1;
  };
}

/** As `codesOf`, for one term with the bytes `[start, end)`. */
export function codeOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  if (bytes[start] === TILDE) return CHARACTERS;
  let kind = WORDS;
  for (let i = start; i < end; i++) {
    if (bytes[i] === COLON) return isMade(bytes, start, i) ? MADE : FIELDS;
    if (bytes[i] === SPACE) kind = NGRAMS;
  }
  return kind;
}

const MADE_NAMES = [...MADE_FIELDS].map((name) => Buffer.from(name));

/** Whether these bytes are the name of a field in `MADE_FIELDS`. */
function isMade(bytes: Uint8Array, start: number, end: number): boolean {
  return MADE_NAMES.some((name) => {
    if (name.length !== end - start) return false;
    for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false;
    return true;
  });
}
