/**
 * What can be left out of a mail or news message, as scikit-learn's loader of 20
 * Newsgroups does it (its `remove` option): the parts that say who wrote, not what about.
 */
export const STRIPPABLE = ["headers", "footers", "quotes"] as const;
/** A part of a message that can be left out. */
export type Strippable = (typeof STRIPPABLE)[number];

/**
 * The message without the named parts, in the order headers, footers, quotes.
 *
 * - headers: everything up to the first blank line.
 * - footers: what follows the last line that is blank or only hyphens, taken to be a
 *   signature. A message without such a line stays whole.
 * - quotes: lines that begin with `>` or `|`, and lines that introduce a quotation, such
 *   as "In article …" or "… writes:".
 *
 * Works on bytes: every pattern is ASCII, so any encoding that extends ASCII will do.
 *
 * @param message UTF-8
 */
export function stripMessage(message: Uint8Array, parts: readonly Strippable[]): Uint8Array {
  if (parts.length === 0) return message;
  let text = latin1(message);
  if (parts.includes("headers")) text = withoutHeaders(text);
  if (parts.includes("footers")) text = withoutFooter(text);
  if (parts.includes("quotes")) text = withoutQuotes(text);
  return Buffer.from(text, "latin1");
}

/**
 * Whether a text begins as a message does: with a header line, and with one of the fields
 * that every message has before the first blank line. A letter that opens with "Note: "
 * is no message.
 */
export function beginsWithHeader(text: Uint8Array): boolean {
  const beginning = latin1(text.subarray(0, HEADER_SEARCHED));
  if (!/^(?:[A-Za-z][A-Za-z0-9-]*:|From \S)/.test(beginning)) return false;
  const blank = BLANK_LINE.exec(beginning);
  const header = blank === null ? beginning : beginning.slice(0, blank.index);
  return /^(?:From|Subject|Newsgroups|Date|To|Received):/im.test(header);
}

/** Enough for the longest chain of `Received` lines seen in practice. */
const HEADER_SEARCHED = 1 << 14;

const BLANK_LINE = /\n\r?\n/;
const QUOTE = /writes in|writes:|wrote:|says:|said:|^In article|^Quoted from|^\||^>/;

function withoutHeaders(text: string): string {
  const blank = BLANK_LINE.exec(text);
  return blank === null ? "" : text.slice(blank.index + blank[0].length);
}

function withoutFooter(text: string): string {
  const lines = trimmed(text).split("\n");
  const last = lines.findLastIndex((line) => /^-*$/.test(trimmed(line)));
  return last > 0 ? lines.slice(0, last).join("\n") : text;
}

function withoutQuotes(text: string): string {
  return text
    .split("\n")
    .filter((line) => !QUOTE.test(line))
    .join("\n");
}

/** Without ASCII white space at both ends. A pattern for this takes quadratic time on long runs of blanks. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
}

/** One character a byte: slices and patterns work, and the bytes come back unchanged. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
