import { bufferOf } from "../lines.js";
import type { HtmlFact } from "./html-text.js";

/** In bytes. Nearly every text of a message is shorter: it has at most 512 KiB before it is decoded. */
export const MAX_HTML = 1 << 20;

/** In characters. Enough to recognize data, and few enough that the bytes of a picture do not outweigh a message. */
const DATA_READ = 1 << 12;

/** Data has more than one odd character in ten. Text in a wrong charset has fewer. */
const CHARACTERS_PER_ODD = 10;

/** Control characters except NUL, white space and the escape of ISO 2022; and U+FFFD, which replaces invalid UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const ODD = /[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;

/**
 * Decodes a document. Reads at most MAX_HTML bytes of it, and DATA_READ characters of binary data.
 *
 * @param facts receives what is unusual about it
 */
export function decoded(bytes: Uint8Array, facts: Set<HtmlFact>): string {
  if (bytes.length > MAX_HTML) facts.add("long");
  const text = bufferOf(bytes)
    .toString("utf8", 0, MAX_HTML)
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n");
  // Browsers ignore NULs in texts.
  const plain = text.replaceAll("\0", "");
  if (plain !== text) facts.add("nul");
  const beginning = plain.slice(0, DATA_READ);
  const isBinary = (beginning.match(ODD)?.length ?? 0) > beginning.length / CHARACTERS_PER_ODD;
  if (isBinary) facts.add("binary");
  const read = isBinary ? beginning : plain;
  if (hasEncodedLetter(read)) facts.add("encoded-letter");
  return read;
}

/** Whether an ASCII letter or digit outside of tags is written as a number. Reads each character once. */
function hasEncodedLetter(html: string): boolean {
  if (!html.includes("&#")) return false;
  for (const [, hexadecimal, decimal] of html.matchAll(/<[a-z!/][^<>]*|&#(?:x([0-9a-f]{1,6})|(\d{1,7}))/gi)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code < 0x80 && isWordCharacter(code)) return true;
  }
  return false;
}

/** Whether a character is an ASCII letter or digit or, roughly, a letter of another script. */
export function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code >= 0xc0;
}
