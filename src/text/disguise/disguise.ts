/** Finds words that senders disguise so that people can read them but filters cannot, and writes them as people read them. */
import { isAscii } from "node:buffer";
import { withPlainLetters } from "./plain-letters.js";
import { type DisguiseKind, unmasked } from "./unmask.js";

/** A word that was disguised. */
export interface DisguisedWord {
  /** The word that people read, in lower case. */
  readonly word: string;
  /** How it was disguised: by letters of another script, by digits, by spaces … */
  readonly kind: DisguiseKind;
}

/** A text without disguises, and the words that were disguised. */
export interface Undisguised {
  /** UTF-8. It is the given array if nothing had to change. */
  readonly text: Uint8Array;
  /**
   * Words disguised by other characters, then words disguised by digits or spaces, each in the order of the text. At
   * most `MAX_DISGUISED`. A word that is disguised in two ways occurs twice.
   */
  readonly disguised: readonly DisguisedWord[];
}

/** Upper bound. More words would not tell a classifier anything new. */
export const MAX_DISGUISED = 5000;

/**
 * Replaces disguised words by the words that people read: `v1agra`, `V i a g r a` and `Vi<U+200B>agra` become
 * `viagra`, `Viagra` and `Viagra`. Everything else keeps its bytes: other scripts, accents, joiners that
 * are part of the spelling, emoji, code, numbers, names such as `mp3`. Only ligatures, fullwidth letters and combining
 * marks get their usual form. The time is linear.
 *
 * @param text UTF-8; invalid bytes are replaced
 */
export function withoutDisguises(text: Uint8Array): Undisguised {
  const disguised: DisguisedWord[] = [];
  const found = (word: string, kind: DisguiseKind) => {
    if (disguised.length < MAX_DISGUISED) disguised.push({ word: word.toLowerCase(), kind });
  };
  const isInAscii = isAscii(text);
  const given = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString(isInAscii ? "latin1" : "utf8");
  const readable = isInAscii
    ? given
    : unmasked(
        turnedBack(given, (word) => found(word, "bidirectional")),
        found,
      );
  const plain = withPlainLetters(readable, found);
  return { text: plain === given ? text : Buffer.from(plain), disguised };
}

/**
 * Reverses text between U+202E and U+202C. This text is displayed from right to left, so people read `argaiv` as
 * viagra (Unicode Standard Annex #9, section 2.2). Only text in Latin, Cyrillic or Greek script changes: other scripts
 * may themselves be written from right to left. Text without the closing U+202C on its line does not change either.
 *
 * @param found receives each word that was reversed, in the form that people read
 */
function turnedBack(text: string, found: (word: string) => void): string {
  if (!text.includes("\u202e")) return text;
  return text.replace(TURNED, (whole, turned: string) => {
    if (!LEFT_TO_RIGHT.test(turned)) return whole;
    // A mark stays after its letter.
    const shown = (turned.match(/\P{M}\p{M}*/gsu) ?? []).reverse().join("");
    for (const word of shown.match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []) found(word);
    return shown;
  });
}

/** Matches reversed text within one line. */
const TURNED = /\u202e([^\u202a-\u202e\u2066-\u2069\r\n]*)\u202c/g;

/** Matches text with at least two letters, all of them Latin, Cyrillic or Greek. */
const LEFT_TO_RIGHT =
  /^(?=\P{L}*\p{L}\P{L}*\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;
