import { bufferOf } from "../lines.js";

/** A document as text, and what is unusual about it. */
interface DecodedPage {
  readonly text: string;
  readonly hasNul: boolean;
  /** Whether it is data and not text. */
  readonly isBinary: boolean;
  /** Whether it is longer than MAX_HTML. */
  readonly isLong: boolean;
}

/** In bytes. Nearly every text of a message is shorter: it has at most 512 KiB before it is decoded. */
export const MAX_HTML = 1 << 20;

/**
 * Decodes a document, and tells what is unusual about it. Reads at most MAX_HTML bytes of a document, and DATA_READ
 * characters of binary data.
 */
export function decoded(bytes: Uint8Array): DecodedPage {
  const isLong = bytes.length > MAX_HTML;
  const text = bufferOf(isLong ? bytes.subarray(0, MAX_HTML) : bytes)
    .toString()
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n");
  const beginning = text.slice(0, DATA_READ);
  const isBinary = (beginning.match(ODD)?.length ?? 0) > beginning.length / ODD_SHARE;
  return { text: isBinary ? beginning : text, hasNul: text.includes("\0"), isBinary, isLong };
}

/** In characters. Enough to recognize data, and few enough that the bytes of a picture do not outweigh a message. */
const DATA_READ = 1 << 12;

/** Data has more than one odd character in ten. Text in a wrong charset has fewer. */
const ODD_SHARE = 10;

/** Control characters except NUL, white space and the escape of ISO 2022; and U+FFFD, which replaces invalid UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const ODD = /[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;

/** Whether a character is an ASCII letter or digit or, roughly, a letter of another script. */
export function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code >= 0xc0;
}

/** Whether an ASCII letter or digit outside of tags is written as a number. Reads each character once. */
export function hasEncodedLetter(html: string): boolean {
  if (!html.includes("&#")) return false;
  for (const [, hexadecimal, decimal] of html.matchAll(/<[a-z!/][^<>]*|&#(?:x([0-9a-f]{1,6})|(\d{1,7}))/gi)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code < 0x80 && isWordCharacter(code)) return true;
  }
  return false;
}
