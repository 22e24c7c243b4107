import { isAscii, isUtf8 } from "node:buffer";

import { bufferOf } from "../lines.js";
import { charsetDecoder, decodeText } from "./charset.js";

/** Decodes a short text by its charset label or, if that does not fit, by `otherwiseDecoded`. */
export function fittingText(bytes: Uint8Array, label: string): Buffer {
  const text = bufferOf(decodeText(bytes, label));
  return otherwiseDecoded(bytes, text, label) ?? text;
}

/**
 * Decodes a text again if its charset label does not fit. Reads valid UTF-8 as UTF-8. If almost no character beyond
 * ASCII could be decoded, tries other charsets of the same language, then windows-1252. Returns undefined if the label
 * fits or no other charset does.
 *
 * @param text the bytes, decoded by their label
 */
export function otherwiseDecoded(bytes: Uint8Array, text: Uint8Array, label: string): Buffer | undefined {
  if (isAscii(text)) return undefined;
  const wrong = replacementsIn(text);
  if (wrong === 0) return undefined;
  if (isUtf8(bytes)) return /^utf-?8$/.test(label) ? undefined : bufferOf(bytes);
  if (wrong < MIN_WRONG_SHARE * charactersIn(text)) return undefined;
  const language = LANGUAGES.find((charsets) =>
    charsets.some((name) => charsetDecoder(name) === charsetDecoder(label)),
  );
  for (const name of [...(language ?? []), "windows-1252"]) {
    const decoded = bufferOf(charsetDecoder(name)?.(bytes) ?? bytes);
    if (!decoded.includes(REPLACEMENT)) return decoded;
  }
  return undefined;
}

/** Charsets of one language, which programs often confuse. */
const LANGUAGES = [
  ["shift_jis", "euc-jp", "iso-2022-jp"],
  ["gb18030", "big5", "gb2312", "gbk"],
];

const REPLACEMENT = Buffer.from("\ufffd");

/**
 * The share of characters that must be wrong. It is below 1 because bytes in one charset can be a character in another
 * by chance.
 */
const MIN_WRONG_SHARE = 0.9;

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
