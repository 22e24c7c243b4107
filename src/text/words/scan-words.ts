/** Finds the words of a text, and the wholes that inner punctuation makes of them, in one pass over the bytes. */
import { lazily } from "../../base/lazily.js";
import type { TextRules } from "../term-table.js";
import { inOneSpelling, withoutIgnorable } from "./spelling.js";
import { type TermSettings, WORD_RULES } from "./term-settings.js";
import { requireRange, type TokenSink } from "./tokens.js";
import { CLUSTERED_CLASS, PAIRED_CLASS } from "./unspaced.js";

// Words are found by the kinds of their bytes: `byteTable` has the kind of each byte.
/** Not part of a word, but lower-casing depends on letters after it: Σ becomes ς only at the end of a word. */
const INSIDE = 0;
/** Not part of a word, and lower-casing does not depend on letters after it. */
export const BREAK = 1;
/** Joins the words on both sides into a whole, if inner punctuation is wanted. */
const JOINT = 2;
/** From here on, kinds below `NOT_ASCII` are letters, digits and `_`: the byte itself, or its lower case. */
const FIRST_LETTER = 0x30;
/** A byte of a character that is not ASCII. */
const NOT_ASCII = 0x80;

/** The ASCII characters with the Unicode property Case_Ignorable. */
const CASE_IGNORABLE = "'.:^`";

/**
 * Returns the kind of each byte: `INSIDE`, `BREAK`, `JOINT`, a letter in lower case, or `NOT_ASCII`.
 *
 * @param joints the characters that are joints
 */
export function byteTable(joints: string): Uint8Array {
  const table = new Uint8Array(256).fill(NOT_ASCII);
  for (let byte = 0; byte < 0x80; byte++) {
    const character = String.fromCharCode(byte);
    if (/\w/.test(character)) table[byte] = character.toLowerCase().charCodeAt(0);
    else if (joints.includes(character)) table[byte] = JOINT;
    else table[byte] = CASE_IGNORABLE.includes(character) ? INSIDE : BREAK;
  }
  return table;
}

/**
 * Returns the end of a stretch of text that is not all ASCII: the next break that an ASCII character follows. A later
 * break would also be correct. An earlier one would cost time, because there would be more stretches.
 *
 * @param at a position in the stretch
 */
export function stretchEnd(text: Uint8Array, at: number, table: Uint8Array): number {
  const length = text.length;
  let end = at;
  while (end < length && (table[text[end]] !== BREAK || (end + 1 < length && text[end + 1] >= 0x80))) end++;
  return end;
}

/** The characters that join words in addresses, hosts, contractions, compounds and versions. */
export const JOINTS = ".@-'";

/** The longest token, in characters. It limits the scratch memory. */
export const MAX_WORD_LENGTH = 1000;

/** A power of two that holds the longest word at four bytes per character. Longer words wrap; they are not tokens. */
const SCRATCH = 4096;

/** Finds the tokens of a text, in one call or, for `WordTable`, which reads ASCII itself, of its other stretches. */
export interface WordScanner {
  /** Finds the tokens of a text. Each word is passed on before the whole that it belongs to. */
  scan(text: Uint8Array, word: TokenSink, whole: TokenSink): void;
  /** Removes invisible characters, and unifies joints. */
  spelled(text: Uint8Array): Uint8Array;
  /** As `scan`, for a stretch with other bytes than ASCII: see `TextRules`. */
  readonly stretch: StretchScanner;
}

/**
 * Makes a scanner of words: sequences of letters and digits of any script and `_`, with their marks, in lower case.
 * Sequences of scripts without spaces stay whole, whatever their length: `inPairs` or `inSegments` cut them.
 *
 * With joints, it also finds the wholes that inner punctuation joins: `jo@mail.example` gives `jo`, `mail`, `example` and
 * `jo@mail.example`. A whole is a match of `W(?:[.@'-]+W)+`, with `W` for `[\p{L}\p{N}_]+`, in the lower-cased text, but
 * not with words of scripts without spaces. The limits of length apply to words and wholes separately: `a.b` may be a token
 * even if `a` is too short.
 *
 * ASCII is read with a byte table. A stretch with other bytes goes through a regular expression, which is slower.
 *
 * @param joints the characters that join words to wholes: `JOINTS`, or none
 * @throws UsageError unless 1 ≤ shortest ≤ longest ≤ 1000.
 */
export function wordScanner(settings: WordSettings, joints: "" | typeof JOINTS): WordScanner {
  const { tokenLength, wordRules = WORD_RULES } = settings;
  requireRange("token length", tokenLength[0], tokenLength[1], MAX_WORD_LENGTH);
  const stretch = stretchScanner(tokenLength, joints);
  const scanBytes = byteScanner(tokenLength, joints, stretch);
  // From rules 3 on, invisible characters do not split words.
  const spelled = (text: Uint8Array) => (wordRules < 3 ? text : withoutIgnorable(text, joints !== ""));
  return { scan: (text, word, whole) => scanBytes(spelled(text), word, whole), spelled, stretch };
}

/** The settings that decide which words are tokens. */
type WordSettings = Pick<TermSettings, "tokenLength" | "wordRules">;

/** Makes a function that reads ASCII with a byte table, and leaves other stretches to `stretch`. */
function byteScanner(
  [shortest, longest]: WordSettings["tokenLength"],
  joints: string,
  stretch: StretchScanner,
): WordScanner["scan"] {
  const table = byteTable(joints);
  const scratch = new Uint8Array(SCRATCH);
  return (text, word, whole) => {
    const length = text.length;
    // The scratch memory holds the whole so far: its words and the joints between them.
    /** Where the current word begins in the scratch memory; 0 if it begins the whole. */
    let begin = 0;
    /** The number of bytes of the current word. */
    let size = 0;
    /** Where the last word of the whole ends in the scratch memory; 0 if the whole has at most one word. */
    let wholeEnd = 0;
    /** Where the whole begins in the text. Set when its first word ends; not valid while `begin` is 0. */
    let first = 0;
    // The end of the text ends the last word, too.
    for (let i = 0; i <= length; i++) {
      const kind = i < length ? table[text[i]] : BREAK;
      if (kind >= FIRST_LETTER && kind < NOT_ASCII) {
        // The kind of a letter is the byte to write: the letter in lower case.
        // A word that is too long for a token wraps.
        scratch[(begin + size) & (SCRATCH - 1)] = kind;
        size++;
      } else if (kind === NOT_ASCII) {
        // Hands over everything from the last break to the end of the stretch. Earlier words were passed on already.
        if (begin === 0) first = i - size;
        let start = first;
        while (start > 0 && table[text[start - 1]] !== BREAK) start--;
        const end = stretchEnd(text, i + 1, table);
        stretch(text.subarray(start, end), first - start, i - size - start, word, whole);
        begin = size = wholeEnd = 0;
        i = end - 1;
      } else {
        // The byte ends the word. Unless it is a joint, it ends the whole too.
        if (size >= shortest && size <= longest) word(scratch, begin, begin + size);
        if (size > 0) {
          if (begin === 0) first = i - size;
          else wholeEnd = begin + size;
        }
        if (kind === JOINT) {
          // A whole that is longer than any token keeps one length, so that it fits the scratch memory.
          begin = begin + size > MAX_WORD_LENGTH ? MAX_WORD_LENGTH + 1 : begin + size;
          if (begin > 0) scratch[begin++] = text[i];
        } else {
          if (wholeEnd >= shortest && wholeEnd <= longest) whole(scratch, 0, wholeEnd);
          begin = wholeEnd = 0;
        }
        size = 0;
      }
    }
  };
}

/**
 * Finds the uncut tokens of a stretch: wholes from byte `first` on, words from byte `from` on. The arguments are the
 * stretch, `first`, `from`, and the sinks for words and for wholes.
 */
type StretchScanner = NonNullable<TextRules["inner"]>["stretch"];

/** Makes a function that decodes a stretch, and matches its words with a regular expression. */
function stretchScanner([shortest, longest]: WordSettings["tokenLength"], joints: string): StretchScanner {
  const scratch = new Uint8Array(SCRATCH);
  const encoder = new TextEncoder();
  const isToken = (length: number) => length >= shortest && length <= longest;
  /** Passes a token to a sink as UTF-8. */
  const pass = (token: string, to: TokenSink) => to(scratch, 0, encoder.encodeInto(token, scratch).written);
  return (stretch, first, from, word, whole) => {
    // Invalid bytes become U+FFFD, which is not part of any word.
    const text = inOneSpelling(DECODER.decode(stretch).toLowerCase());
    /** The whole so far: how many words it has, its range in the text, and its length in code points. */
    let [words, start, end, length] = [0, 0, 0, 0];
    const endWhole = () => {
      if (words > 1 && isToken(length)) pass(text.slice(start, end), whole);
      words = 0;
    };
    const expression = SEQUENCE_OR_WORD();
    expression.lastIndex = first;
    for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
      const isUnspaced = match[1] !== undefined;
      const wordStart = match.index;
      let wordLength = codePoints(match[0]);
      let wordEnd = expression.lastIndex;
      if (!isUnspaced && wordLength === PIECE) {
        const more = MORE_OF_WORD();
        more.lastIndex = wordEnd;
        for (let rest = more.exec(text); rest !== null; rest = more.exec(text)) {
          wordLength += codePoints(rest[0]);
          wordEnd = more.lastIndex;
        }
        expression.lastIndex = wordEnd;
      }
      if (words > 0 && !isUnspaced && areJoints(text, end, wordStart, joints)) {
        length += wordStart - end + wordLength;
        words++;
      } else {
        endWhole();
        start = wordStart;
        length = wordLength;
        words = isUnspaced ? 0 : 1;
      }
      end = wordEnd;
      // The limits of length do not apply to scripts without spaces.
      if (wordStart >= from && (isUnspaced || isToken(wordLength))) pass(text.slice(wordStart, wordEnd), word);
    }
    endWhole();
  };
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Whether all characters in a range of a text are joints. */
function areJoints(text: string, start: number, end: number, joints: string): boolean {
  for (let i = start; i < end; i++) if (!joints.includes(text[i])) return false;
  return true;
}

/** Combining marks, as the contents of a character class. They belong to the letter before. */
const MARK = "\\p{Mn}\\p{Mc}";
const LETTER = "[\\p{L}\\p{N}_]";
/** Letters of scripts that are cut into pairs, of scripts that are cut into clusters, and of scripts with spaces. */
const PAIRED = `[${LETTER}&&[${PAIRED_CLASS}]]`;
const CLUSTERED = `[${LETTER}&&[${CLUSTERED_CLASS}]]`;
const SPACED = `[${LETTER}--[${PAIRED_CLASS}${CLUSTERED_CLASS}]]`;

/** The most code points that one match takes. Without a limit, the expression would overflow its stack. */
const PIECE = 1024;

/** Matches a sequence to be cut into pairs, a sequence to be cut into clusters, or a word or its first piece. */
const SEQUENCE_OR_WORD = lazily(() => {
  const [pairs, clusters] = [PAIRED, CLUSTERED].map(
    (script) => `${script}[${script}${MARK}]{0,${MAX_WORD_LENGTH - 1}}`,
  );
  return new RegExp(`(${pairs}|${clusters})|${SPACED}[${SPACED}${MARK}]{0,${PIECE - 1}}`, "gv");
});
/** Matches the next piece of a word that is longer than one piece. */
const MORE_OF_WORD = lazily(() => new RegExp(`[${SPACED}${MARK}]{1,${PIECE}}`, "vy"));

/** Counts the code points of a text. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
