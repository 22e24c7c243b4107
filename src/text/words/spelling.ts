/** Gives the characters of a text one spelling before its words are found: no invisible ones, joints in ASCII, composed. */
import { isAscii, isUtf8 } from "node:buffer";
import { lazily } from "../../base/lazily.js";
import { isClusteredAt, rangesOf } from "./unspaced.js";

/**
 * Invisible characters: soft hyphens, joiners, direction marks, variation selectors, fillers. They have the Unicode
 * property Default_Ignorable_Code_Point and are listed here so that all versions of Node.js agree.
 */
const IGNORABLE = rangesOf(`
  ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff ffa0 fff0-fff8
  1bca0-1bca3 1d173-1d17a e0000-e0fff`);

/** Other forms of the characters in `JOINTS`: typographic apostrophes, non-breaking hyphens, fullwidth characters. */
const OTHER_JOINTS: Readonly<Record<string, string>> = {
  "'": "\u2019\u2018\u201b\u02bc\u02bb\u2032\u00b4\uff07",
  "-": "\u2010\u2011\uff0d",
  ".": "\uff0e",
  "@": "\uff20",
};

const ZERO_WIDTH_SPACE = 0x200b;

/**
 * `becomes`: the replacement of each of these characters, the code of a joint or 0 for nothing. `begins`: 1 for each pair
 * of bytes with which one of them begins in UTF-8.
 */
const REPLACED = lazily(() => {
  const becomes = new Map<number, number>();
  for (const [first, last] of IGNORABLE) for (let code = first; code <= last; code++) becomes.set(code, 0);
  for (const [joint, others] of Object.entries(OTHER_JOINTS)) {
    for (const other of others) becomes.set(other.charCodeAt(0), joint.charCodeAt(0));
  }
  const begins = new Uint8Array(1 << 16);
  for (const code of becomes.keys()) begins[Buffer.from(String.fromCodePoint(code)).readUInt16BE()] = 1;
  return { becomes, begins };
});

/**
 * Removes invisible characters from a text, so that they do not split words. A zero-width space stays before Thai, Lao,
 * Khmer and Burmese, because it separates words there.
 *
 * @param text in UTF-8
 * @param withJoints whether typographic apostrophes and other joints become ASCII characters
 * @returns the given bytes themselves if nothing changes
 */
export function withoutIgnorable(text: Uint8Array, withJoints = false): Uint8Array {
  if (isAscii(text)) return text;
  const { becomes, begins } = REPLACED();
  let plain: Uint8Array | undefined;
  let size = 0;
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    // C2 is the lowest byte that begins a character beyond ASCII.
    if (text[i] < 0xc2 || begins[(text[i] << 8) | text[i + 1]] === 0) continue;
    const [code, length] = characterAt(text, i);
    // 0 is no joint: the character is removed.
    const joint = becomes.get(code);
    if (joint === undefined || (joint !== 0 && !withJoints)) continue;
    if (code === ZERO_WIDTH_SPACE && isClusteredAt(text, i + length)) continue;
    if (plain === undefined) {
      // If the text is not valid UTF-8, removing a character could join parts of two others.
      if (!isUtf8(text)) return withoutIgnorable(Buffer.from(Buffer.from(text).toString()), withJoints);
      plain = new Uint8Array(text.length);
    }
    plain.set(text.subarray(done, i), size);
    size += i - done;
    if (joint !== 0) plain[size++] = joint;
    done = i + length;
    i = done - 1;
  }
  if (plain === undefined) return text;
  plain.set(text.subarray(done), size);
  return plain.subarray(0, size + text.length - done);
}

/** Returns the code point at a position, or 0 if it is cut off, and its length in bytes. */
function characterAt(text: Uint8Array, at: number): readonly [code: number, length: number] {
  const first = text[at];
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  let code = first & (0xff >> (length + 1));
  for (let i = at + 1; i < at + length; i++) {
    if ((text[i] & 0xc0) !== 0x80) return [0, length];
    code = (code << 6) | (text[i] & 0x3f);
  }
  return [code, length];
}

/**
 * Normalizes a text: no joiners or variation selectors, one width, composed (NFC), at most 30 marks on a letter. The i
 * of İ in lower case loses its second dot.
 */
export function inOneSpelling(given: string): string {
  if (!MAY_CHANGE.test(given)) return given;
  let text = given.replace(INVISIBLE, "").replace(OTHER_WIDTH, (letters) => letters.normalize("NFKC"));
  while (text.search(TOO_MANY_MARKS) >= 0) text = text.replace(TOO_MANY_MARKS, "$1");
  return text.replaceAll("i\u0307", "i").normalize("NFC");
}

/**
 * Matches a character that may need another spelling. Most texts have no match: Latin, Greek and Cyrillic letters, Han,
 * kana and Hangul, and punctuation stay as they are if no mark follows them.
 */
const MAY_CHANGE =
  /[^\0-\u02ff\u0370-\u0373\u0375-\u037d\u0384-\u0386\u0388-\u0482\u048a-\u0588\u2010-\u2027\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3\uff01-\uff0f\uff1a-\uff20]/;

/** Joiners and variation selectors, which choose between forms of a letter. */
const INVISIBLE = /\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Letters and digits that have two widths in East Asian encodings. */
const OTHER_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]+/g;
/** Real text has at most 30 marks on a letter (UAX #15, section 13); sorting more takes quadratic time. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}{1,1000}/gu;
