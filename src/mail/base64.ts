import { LF, lineEnd } from "./lines.js";

/** Bytes without their transfer encoding. */
export interface DecodedBytes {
  readonly bytes: Uint8Array;
  /** Whether they broke the rules of the encoding. */
  readonly isFaulty: boolean;
}

/**
 * Decodes base64 (RFC 2045, section 6.8), and accepts the errors that are common in mail. Skips bytes outside the
 * alphabet; these are faults, except white space. Padding ends a piece of base64, and another piece may follow. Where
 * base64 may begin or end, text such as the footer of a mailing list may follow; it is kept, and is a fault, too.
 */
export function decodeBase64(bytes: Uint8Array): DecodedBytes {
  const result = new Uint8Array(bytes.length);
  let size = 0;
  // Each digit pushes six bits in from the right. A byte takes the oldest eight that were not used; writing it to the
  // array cuts off the bits before them.
  let bits = 0;
  /** How many of the last bits are not used yet: fewer than eight. */
  let held = 0;
  let isFaulty = false;
  /** Whether base64 may begin or end here: at the beginning, after padding, and after an empty line. */
  let mayEnd = true;
  let lineStart = true;
  for (let i = 0; i < bytes.length; i++) {
    /** The value of a digit, or the kind of another byte. */
    const value = VALUES[bytes[i]];
    if (lineStart && mayEnd && value !== LINE_END && value !== BLANK) {
      if (looksLikeText(bytes, i)) {
        // Keep it apart from the decoded text. There is room: decoding made the text before it shorter.
        if (size > 0) result[size++] = LF;
        result.set(bytes.subarray(i), size);
        return { bytes: result.subarray(0, size + bytes.length - i), isFaulty: true };
      }
      mayEnd = false;
    }
    if (value < PADDING) {
      lineStart = false;
      bits = (bits << 6) | value;
      held += 6;
      if (held >= 8) {
        held -= 8;
        result[size++] = bits >> held;
      }
    } else if (value === PADDING) {
      // Padding before any digit is a fault.
      isFaulty ||= held === 0 && size === 0;
      held = 0;
      mayEnd = true;
      lineStart = false;
    } else if (value === LINE_END) {
      // CRLF is one line end; two line ends make an empty line.
      if (lineStart && !(bytes[i] === 0x0a && bytes[i - 1] === 0x0d)) mayEnd = true;
      lineStart = true;
    } else if (value === OTHER) {
      isFaulty = true;
      lineStart = false;
    }
  }
  // One digit alone is no byte.
  return { bytes: result.subarray(0, size), isFaulty: isFaulty || held === 6 };
}

/** Returns the decoded size of base64 that has no faults. Does not decode it. */
export function base64Size(bytes: Uint8Array): number {
  let digits = 0;
  for (let i = 0; i < bytes.length; i++) if (VALUES[bytes[i]] < PADDING) digits++;
  // Four digits are three bytes.
  return (digits * 3) >>> 2;
}

/** Whether a byte is one of the 64 digits. */
export function isBase64Digit(byte: number): boolean {
  return VALUES[byte] < PADDING;
}

// The kinds of bytes that are not digits. The values of digits are lower.
const PADDING = 64;
const LINE_END = 65;
const BLANK = 66;
const OTHER = 67;

/** For each byte, its value if it is a digit, or its kind. */
const VALUES = new Uint8Array(256).fill(OTHER);
for (const [value, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  VALUES[digit.charCodeAt(0)] = value;
}
VALUES[0x3d] = PADDING;
VALUES[0x0a] = VALUES[0x0d] = LINE_END;
VALUES[0x20] = VALUES[0x09] = BLANK;

/**
 * Whether the line that begins at `start` is text and not base64: more than a tenth of it is not base64, where a blank
 * counts twice. About every sixth character of text is a blank, and base64 has no blanks. One stray character does not
 * make a line text.
 */
function looksLikeText(bytes: Uint8Array, start: number): boolean {
  let end = lineEnd(bytes, start);
  while (VALUES[bytes[end - 1]] === BLANK) end--;
  let others = 0;
  for (let i = start; i < end; i++) {
    if (VALUES[bytes[i]] === OTHER) others++;
    else if (VALUES[bytes[i]] === BLANK) others += 2;
  }
  return others > 1 && others * 10 > end - start;
}
