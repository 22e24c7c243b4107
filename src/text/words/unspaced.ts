/**
 * Cuts the sequences of scripts that are written without spaces: `inPairs` into pairs, `inSegments` into the words of a
 * dictionary. The tables say which characters these scripts have, and which of them belong together.
 */
import { lazily } from "../../base/lazily.js";
import type { TokenStep } from "./tokens.js";

type Range = readonly [first: number, last: number];

/** Parses ranges of characters in hexadecimal: `1100-11ff 3007`. */
export function rangesOf(list: string): Range[] {
  return Array.from(list.matchAll(/(\w+)(?:-(\w+))?/g), ([, first, last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
}

/** Han, kana, bopomofo and Hangul: the letters, and the marks used only in these scripts. */
const PAIRED = rangesOf(`
  1100-11ff 3005-3007 3021-302f 3031-303c 3041-318e 31a0-31bf 31f0-31ff 3400-4dbf 4e00-9fff a960-a97f ac00-d7ff
  f900-faff ff66-ffdc`);

/** The same scripts beyond U+FFFF: iteration and reading signs of Han, historic kana, and the later parts of Han. */
const PAIRED_BEYOND = rangesOf("16fe3 16ff2-16ff6 1aff0-1b16f 20000-3ffff");

/** Thai, Lao, Burmese and Khmer without their digits, which are separate words. */
const CLUSTERED = rangesOf(`
  e01-e4e e81-ecf edc-edf 1000-103f 1050-108f 109a-109f 1780-17d3 17d7-17dd a9e0-a9ef a9fa-a9fe aa60-aa7f`);

/** Vowels and signs of these scripts that belong to the letter before them, whether or not they are marks. */
const ATTACHED = rangesOf(`
  e2f-e3a e45-e4e eaf-ebd ec6-ece 102b-103e 1056-1059 105e-1060 1062-1064 1067-106d 1071-1074 1082-108d 108f 109a-109d
  17b4-17d3 17d7-17dd a9e5-a9e6 aa70 aa7b-aa7d`);

/** Thai and Lao vowels that are written before their consonant. */
const LEADING = rangesOf("e40-e44 ec0-ec4");

/** Burmese consonants, which may close a syllable. */
const CLOSING = rangesOf("1000-1021");

/** Kinds of characters: no letter or of a script with spaces, of a script that is cut into pairs, or into clusters. */
const [ORDINARY, PAIR, CLUSTER] = [0, 1, 2];

/** The kind of each character of the Basic Multilingual Plane. */
const KIND = new Uint8Array(0x10000);
for (const [first, last] of PAIRED) KIND.fill(PAIR, first, last + 1);
for (const [first, last] of CLUSTERED) KIND.fill(CLUSTER, first, last + 1);
// Tone marks and voiced sound marks of East Asia belong to the letter before, so they do not begin a pair.
KIND.fill(ORDINARY, 0x302a, 0x3030).fill(ORDINARY, 0x3099, 0x309b);

/** Returns the kind of a code point. */
function kindOf(code: number): number {
  if (code < KIND.length) return KIND[code];
  return PAIRED_BEYOND.some(([first, last]) => code >= first && code <= last) ? PAIR : ORDINARY;
}

/** The letters that are cut into pairs, as the contents of a character class. */
export const PAIRED_CLASS: string = classOf([...PAIRED, ...PAIRED_BEYOND]);
/** The letters that are cut into clusters, as the contents of a character class. */
export const CLUSTERED_CLASS: string = classOf(CLUSTERED);

/** Writes ranges as the contents of a character class of a regular expression. */
function classOf(ranges: readonly Range[]): string {
  return ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join("-")).join("");
}

/**
 * Matches a cluster: a character, and those after it that do not begin another one. These are signs and marks, the letter
 * after a leading vowel, or one written below because of the Khmer coeng (U+17D2) or the Burmese virama (U+1039), and a
 * Burmese consonant without a vowel, which the asat (U+103A) or the virama marks. A dot below (U+1037) may be between.
 */
const CLUSTERS = lazily(() => {
  const first = `[[${CLUSTERED_CLASS}]--[${classOf(ATTACHED)}]]`;
  const below = `(?<=[${classOf(LEADING)}\u17d2\u1039])${first}`;
  const closing = `[${classOf(CLOSING)}](?=\u1037?\u103a|\u1039)`;
  return new RegExp(`.(?:[^${first}]|${below}|${closing})*`, "gsv");
});

/**
 * Cuts sequences of scripts that are written without spaces. Other tokens stay as they are.
 *
 * - Han, kana and Hangul become overlapping pairs of characters: 東京都 gives 東京, 京都. (Hangul is written with
 *   spaces, but particles are part of the word.) Lucene's CJKAnalyzer does the same.
 * - Thai, Lao, Khmer and Burmese become clusters, then overlapping pairs of them. A cluster is a letter with
 *   its vowels, marks, stacked consonants and, in Burmese, the consonant that closes the syllable.
 *
 * A sequence of one character or cluster stays whole. Marks stay with their letter. The time is linear.
 */
export const inPairs: TokenStep = (next) => {
  /** The beginnings of the characters or clusters of a sequence, and the end of the last one. */
  const begins: number[] = [];
  return (bytes, start, end) => {
    // All these scripts begin at U+0800 or later.
    const kind = bytes[start] < 0xe0 ? ORDINARY : kindOf(codeAt(bytes, start));
    if (kind === ORDINARY) {
      next(bytes, start, end);
      return;
    }
    begins.length = 0;
    if (kind === PAIR) findCharacters(bytes, start, end, begins);
    else findClusters(bytes, start, end, begins);
    const units = begins.length;
    begins.push(end);
    const pass = (n: number) => {
      for (let i = 0; i + n <= units; i++) next(bytes, begins[i], begins[i + n]);
    };
    if (kind !== PAIR || units === 1) pass(1);
    if (units > 1) pass(2);
  };
};

/** Appends where the characters begin. Marks stay with their letter. */
function findCharacters(bytes: Uint8Array, start: number, end: number, begins: number[]): void {
  for (let i = start; i < end; i += lengthAt(bytes, i)) {
    if (i === start || kindOf(codeAt(bytes, i)) === PAIR) begins.push(i);
  }
}

/** Appends where the clusters begin. */
function findClusters(bytes: Uint8Array, start: number, end: number, begins: number[]): void {
  let at = start;
  for (const [cluster] of DECODER.decode(bytes.subarray(start, end)).matchAll(CLUSTERS())) {
    begins.push(at);
    at += Buffer.byteLength(cluster);
  }
}

/** Returns the number of bytes of the character at a position. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Returns the code point at a position if it has three or four bytes; otherwise a number below U+0800. */
function codeAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0xe0) return first;
  const low = ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f);
  return first < 0xf0 ? ((first & 0x0f) << 12) | low : ((first & 0x07) << 18) | (low << 6) | (bytes[at + 3] & 0x3f);
}

/** Whether the character at a position of a UTF-8 text belongs to a script that is cut into clusters. */
export function isClusteredAt(text: Uint8Array, at: number): boolean {
  return at + 2 < text.length && text[at] >= 0xe0 && kindOf(codeAt(text, at)) === CLUSTER;
}

/** Whether a UTF-8 text has a character of a script without spaces. */
export function hasUnspaced(text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i += lengthAt(text, i)) {
    if (text[i] >= 0xe0 && kindOf(codeAt(text, i)) !== ORDINARY) return true;
  }
  return false;
}

/** Cuts sequences of these scripts into the words of a dictionary. Other tokens stay as they are. */
export const inSegments: TokenStep = (next) => {
  const encoder = new TextEncoder();
  return (bytes, start, end) => {
    // All these scripts begin at U+0800 or later, where a character has three bytes.
    if (bytes[start] < 0xe0 || kindOf(codeAt(bytes, start)) === ORDINARY) {
      next(bytes, start, end);
      return;
    }
    for (const { segment } of SEGMENTER().segment(DECODER.decode(bytes.subarray(start, end)))) {
      const word = encoder.encode(segment);
      next(word, 0, word.length);
    }
  };
};

/** Made on first use, because that takes 10 ms. The locale is fixed, so results do not depend on that of the machine. */
const SEGMENTER = lazily(() => new Intl.Segmenter("en", { granularity: "word" }));

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
