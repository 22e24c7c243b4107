import { isAscii, isUtf8 } from "node:buffer";

import { bufferOf } from "../lines.js";
import { charsetDecoder, decodeText } from "./charset.js";

/** Decodes a text by its charset label or, if the label is wrong, by the charset that `correctedText` finds. */
export function decodedText(bytes: Uint8Array, label: string): Buffer {
  const text = bufferOf(decodeText(bytes, label));
  return correctedText(bytes, text, label) ?? text;
}

/**
 * Decodes a text again if its charset label is wrong. Reads valid UTF-8 as UTF-8. If almost no character beyond ASCII
 * could be decoded, tries charsets that are often confused with the label, then windows-1252.
 *
 * @param text the bytes, decoded by their label
 * @returns undefined if the text should stay as it is: the label may be right, or no other charset decodes everything
 */
export function correctedText(bytes: Uint8Array, text: Uint8Array, label: string): Buffer | undefined {
  if (isAscii(text)) return undefined;
  const replacements = replacementsIn(text);
  if (replacements === 0) return undefined;
  if (isUtf8(bytes)) return /^utf-?8$/.test(label) ? undefined : bufferOf(bytes);
  if (replacements < MIN_WRONG_SHARE * charactersIn(text)) return undefined;
  const confused = CONFUSED_CHARSETS.find((charsets) =>
    charsets.some((name) => charsetDecoder(name) === charsetDecoder(label)),
  );
  for (const name of [...(confused ?? []), "windows-1252"]) {
    const decoded = bufferOf(decodeText(bytes, name));
    if (!decoded.includes(REPLACEMENT)) return decoded;
  }
  return undefined;
}

/** Groups of charsets of one language. Programs often name one and write another. */
const CONFUSED_CHARSETS = [
  ["shift_jis", "euc-jp", "iso-2022-jp"],
  ["gb18030", "big5", "gb2312", "gbk"],
];

/** The replacement character, which stands for bytes that could not be decoded. */
const REPLACEMENT = Buffer.from("\ufffd");

/**
 * The share of the characters beyond ASCII that must be replacements. It is below 1 because bytes in one charset can be
 * a character in another by chance.
 */
const MIN_WRONG_SHARE = 0.9;

/** Counts the replacement characters in a text. */
function replacementsIn(text: Uint8Array): number {
  const bytes = bufferOf(text);
  let count = 0;
  for (let at = bytes.indexOf(REPLACEMENT); at >= 0; at = bytes.indexOf(REPLACEMENT, at + REPLACEMENT.length)) count++;
  return count;
}

/** Counts the characters beyond ASCII: their first byte is at least C0. */
function charactersIn(text: Uint8Array): number {
  let count = 0;
  for (const byte of text) if (byte >= 0xc0) count++;
  return count;
}
