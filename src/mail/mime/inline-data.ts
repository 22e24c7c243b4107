import { append } from "../../base/lists.js";
import { isBase64Digit } from "../base64.js";
import { afterLineEnd, beginsWith, bufferOf, CR, LF, lineEnd, withoutRanges } from "../lines.js";
import type { MessagePart } from "../message.js";
import { decodeUuencode } from "./transfer-encoding.js";

/**
 * Removes encoded data from a text: files in uuencode and yEnc, and base64. Otherwise, each line of the data would
 * count as a word.
 *
 * @returns the rest, the files, and whether at least MIN_DATA bytes of base64 or the like were removed. Armour and keys
 *   are shorter
 */
export function withoutData(text: Uint8Array) {
  const files: MessagePart[] = [];
  const withoutFiles = withoutRanges(text, filesIn(bufferOf(text), files).flat());
  const blocks = encodedBlocks(bufferOf(withoutFiles));
  const hasDataLines = blocks.some(([start, end]) => end - start >= MIN_DATA);
  return { text: withoutRanges(withoutFiles, blocks.flat()), files, hasDataLines };
}

/** A range of the bytes of a text. */
type ByteRange = readonly [start: number, end: number];

/** Finds the files in a text, and adds them to `files`. @returns their ranges in the text, in order */
function filesIn(text: Buffer, files: MessagePart[]): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (const { first, read } of FORMATS) {
    for (let at = text.indexOf(first); at >= 0; ) {
      const found = (at === 0 || text[at - 1] === LF || text[at - 1] === CR) && read(text, at);
      if (found) {
        ranges.push([at, found.end]);
        files.push(found.file);
      }
      at = text.indexOf(first, found ? found.end : at + first.length);
    }
  }
  // A file inside another belongs to the outer one.
  ranges.sort((a, b) => a[0] - b[0]);
  return ranges.filter(([start], index) => index === 0 || start >= ranges[index - 1][1]);
}

/** A file in a text. */
interface InlineFile {
  /** The entry for it, without its content. */
  readonly file: MessagePart;
  /** Where the text continues after it. */
  readonly end: number;
}

const FILE = { type: "application/octet-stream", charset: undefined, disposition: "attachment" } as const;

/** The formats of files: how the first line begins, and the function that reads a file; undefined if there is none. */
const FORMATS = [
  { first: "begin ", read: uuencoded },
  { first: "=ybegin ", read: yEncoded },
];

/** How many bytes of the first line of a file are read. RFC 5322 allows a line of 998 characters. */
const MAX_FIRST_LINE = 1000;

/** Returns the line that begins at `at`. */
function firstLine(text: Buffer, at: number): string {
  return text.toString("utf8", at, lineEnd(text, at, Math.min(at + MAX_FIRST_LINE, text.length)));
}

/** Reads a file from `begin 644 name` (the name may be missing) to `end`, or to the first line with a wrong length. */
function uuencoded(text: Buffer, start: number): InlineFile | undefined {
  const match = /^begin [0-7]{3,4}(?: +(\S.*)?)?$/.exec(firstLine(text, start));
  if (match === null) return undefined;
  const first = afterLineEnd(text, lineEnd(text, start));
  let at = first;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const isDigit = text[at] >= 0x20 && text[at] <= 0x60;
    if (end === at || !isDigit) break;
    // The first digit is the number of bytes. Three bytes take four digits.
    const digits = 1 + Math.ceil(((text[at] - 0x20) & 0x3f) / 3) * 4;
    // Some programs add a check digit, and some omit blanks at the end.
    if (end - at > digits + 2 || end - at < digits - 4) break;
    at = afterLineEnd(text, end);
  }
  if (at === first) return undefined;
  const size = decodeUuencode(text.subarray(first, at)).bytes.length;
  const end = beginsWith(text, at, "end") ? afterLineEnd(text, lineEnd(text, at)) : at;
  const name = match[1] === undefined ? {} : { fileName: match[1].trim() };
  return { file: { ...FILE, ...name, size, encoding: "uuencode" }, end };
}

/** Reads a file from `=ybegin line=128 size=123 name=…` to `=yend`, or to the end of a message that was cut. */
function yEncoded(text: Buffer, start: number): InlineFile | undefined {
  const match = /^=ybegin .*\bsize=(\d{1,15})\b.*? name=(.+)$/.exec(firstLine(text, start));
  if (match === null) return undefined;
  const last = text.indexOf("=yend", start);
  const end = last < 0 ? text.length : afterLineEnd(text, lineEnd(text, last));
  return { file: { ...FILE, fileName: match[2].trim(), size: Number(match[1]), encoding: "yenc" }, end };
}

/** In bytes. A block of at least this size is a fact about the message, and is data whatever kinds of digits it has. */
const MIN_DATA = 1024;
/** In bytes. Lines of base64 have 40 to 76 digits. Words are shorter. */
const MIN_LINE = 40;
/** In bytes. The gap between two lines is shorter, and so is the name before the first line. */
const MAX_GAP = 1000;

/**
 * Finds base64: the data of armour (PGP, PEM, SSH keys), of vCards and of attachments in a text, also if it is quoted
 * or if there are tags between its lines. A block is a sequence of words of base64 digits that only white space,
 * quotation marks and tags divide. It has a word of at least MIN_LINE digits. Shorter words belong to it only if they
 * begin or end lines next to long ones and do not look like words of a language.
 */
function encodedBlocks(text: Buffer): ByteRange[] {
  /** Where the next word of at least MIN_LINE digits begins; -1 if there is none. */
  let nextLong = nextLongWord(text, 0);
  if (nextLong < 0) return [];
  const found: ByteRange[] = [];
  const latin1 = text.toString("latin1");
  const words = new RegExp(DATA_WORD);
  /** The block so far: its ranges, with the tags between its lines left out. */
  let block: ByteRange[] = [];
  /** The word before the current one. */
  let previous: ByteRange = [0, 0];
  const endBlock = () => {
    const digits = block.map(([start, end]) => latin1.slice(start, end)).join("");
    if (digits.length >= MIN_DATA || MIXED.every((kind) => kind.test(digits))) append(found, block);
    block = [];
  };
  while (nextLong >= 0 || block.length > 0) {
    // Outside of a block, only words shortly before a long one matter.
    if (block.length === 0) words.lastIndex = Math.max(words.lastIndex, nextLong - MAX_GAP);
    const match = words.exec(latin1);
    if (match === null) break;
    const { 0: word, index } = match;
    const range: ByteRange = [index, index + word.length];
    const gap = latin1.slice(previous[1], Math.min(index, previous[1] + MAX_GAP + 1));
    const isAfterPrevious = gap.length <= MAX_GAP && GAP.test(gap) && ONE_LINE_END.test(gap);
    const isLong = word.length >= MIN_LINE;
    if (block.length > 0 && !isAfterPrevious) endBlock();
    const beginsBlock = isLong && block.length === 0;
    if (beginsBlock && isAfterPrevious && isFirstLine(latin1, previous)) block.push(previous);
    if (isLong || (block.length > 0 && isLastLine(latin1, range, gap))) {
      const last = block.at(-1);
      // Tags in a gap are kept, because the page around them depends on them.
      if (last === undefined || gap.includes("<")) block.push(range);
      else block[block.length - 1] = [last[0], range[1]];
    } else if (block.length > 0) endBlock();
    previous = range;
    if (nextLong >= 0 && range[1] > nextLong) nextLong = nextLongWord(text, range[1]);
  }
  if (block.length > 0) endBlock();
  return found;
}

/** Returns where the next MIN_LINE digits of base64 in sequence begin, or -1. Looks at few of the bytes. */
function nextLongWord(text: Uint8Array, from: number): number {
  for (let other = from - 1, at = 0; other + MIN_LINE < text.length; other = at) {
    for (at = other + MIN_LINE; at > other && isBase64Digit(text[at]); at--);
    if (at === other) return at + 1;
  }
  return -1;
}

/** A word of base64 digits, or a checksum of PGP. A part of an address or of another word does not count, unless it is long. */
const DATA_WORD =
  /(?<=^|[\s>"'(,;[{|]|:(?!\/\/))(?:[a-z\d+/]+={0,2}|=[a-z\d+/]{4})(?=$|[\s<"'),;\]}|&])|(?<![a-z\d+/])[a-z\d+/]{1024,}/gi;

/** The kinds of digits that all but a very short piece of base64 has. */
const MIXED = [/[a-z]/, /[A-Z]/, /\d/];

/** The characters between two lines of a block: white space, marks of a quotation, and tags. */
const GAP = /^(?:[\s>|]|<[^<>]*>|&(?:gt|nbsp|#160|#62);)+$/;
/** Between two lines is one line end, or a tag. */
const ONE_LINE_END = /^(?=[^\n]*(?:\r|\n|<))[^\n]*\n?[^\n]*$/;

/** Whether a short word before a block is its first line: it follows a name, as in `PHOTO;TYPE=JPEG:/9j/4AAQ`. */
function isFirstLine(text: string, [start, end]: ByteRange): boolean {
  return /[:,]/.test(text[start - 1]) && isEncoded(text.slice(start, end));
}

/** Whether a short word after a line of a block is its last line. A folded line or the end of the armour shows it, too. */
function isLastLine(text: string, [start, end]: ByteRange, gap: string): boolean {
  return isEncoded(text.slice(start, end)) || gap.endsWith("\n ") || ARMOUR_END.test(text.slice(end, end + MAX_GAP));
}

/** Whether a short word has characters that words of a language do not have, or capitals inside. */
function isEncoded(word: string): boolean {
  return /[\d+/=]|[a-z][A-Z]/.test(word);
}

/** The checksum or the last line of armour, after a line of data. */
const ARMOUR_END = /^(?:[\s>|]|<[^<>]*>|&(?:gt|nbsp);)+(?:-{4,5} ?END |=[a-z\d+/]{4}(?:[\s<]|$))/i;
