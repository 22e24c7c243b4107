import { byName } from "../../base/lists.js";
import { type DecodedBytes, decodeBase64 } from "../base64.js";
import { afterLineEnd, beginsWith, lineEnd } from "../lines.js";

/**
 * Decodes a `Content-Transfer-Encoding` (RFC 2045, section 6), given in lower case. For 7bit, 8bit, binary and unknown
 * encodings, returns the same bytes.
 */
export function decodeTransferEncoding(bytes: Uint8Array, encoding: string): DecodedBytes {
  return DECODERS.get(encoding)?.(bytes) ?? { bytes, isFaulty: !isKnownEncoding(encoding) };
}

/** Whether an encoding, in lower case, is one that mail uses. The empty name stands for 7bit. */
export function isKnownEncoding(encoding: string): boolean {
  return DECODERS.has(encoding) || IDENTITIES.has(encoding);
}

/** Whether `decodeTransferEncoding` leaves the bytes as they are. */
export function isIdentity(encoding: string): boolean {
  return !DECODERS.has(encoding);
}

/** The encodings that change bytes, with other spellings of their names. */
const DECODERS = byName<(bytes: Uint8Array) => DecodedBytes>({
  "base64 base-64": decodeBase64,
  "quoted-printable quotedprintable": decodeQuotedPrintable,
  "uuencode x-uuencode uue x-uue": decodeUuencode,
});
/** The encodings that do not change bytes. */
const IDENTITIES = new Set(["", "7bit", "8bit", "binary", "7-bit", "8-bit"]);

/**
 * Decodes quoted-printable (RFC 2045, section 6.7). Unlike the RFC, keeps white space at the end of a line. Keeps an
 * `=` that does not encode anything, and reports a fault. Removes an `=` at the end of the text, where a line was cut.
 */
function decodeQuotedPrintable(bytes: Uint8Array): DecodedBytes {
  if (!bytes.includes(EQUALS)) return { bytes, isFaulty: false };
  const result = new Uint8Array(bytes.length);
  let size = 0;
  let isFaulty = false;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== EQUALS) {
      result[size++] = bytes[i];
      continue;
    }
    const high = HEX[bytes[i + 1]] ?? NONE;
    const low = HEX[bytes[i + 2]] ?? NONE;
    if (high < 16 && low < 16) {
      result[size++] = (high << 4) | low;
      i += 2;
      continue;
    }
    const next = softLineBreak(bytes, i + 1);
    if (next > 0) {
      i = next - 1;
    } else {
      result[size++] = EQUALS;
      isFaulty = true;
    }
  }
  return { bytes: result.subarray(0, size), isFaulty };
}

const EQUALS = 0x3d;
/** Stands for a byte that is no digit. */
const NONE = 16;

/** The value of each hexadecimal digit, by its byte. */
const HEX = new Uint8Array(256).fill(NONE);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Returns where the next line begins, or -1 if something other than white space comes before it. */
function softLineBreak(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  if (at >= bytes.length) return bytes.length;
  return bytes[at] === 0x0a || bytes[at] === 0x0d ? afterLineEnd(bytes, at) : -1;
}

/**
 * Decodes uuencode (POSIX) from the line after `begin`, or from the first line, up to `end`. Each line begins with its
 * length in bytes. Missing bytes are skipped.
 */
export function decodeUuencode(bytes: Uint8Array): DecodedBytes {
  const result = new Uint8Array(bytes.length);
  let size = 0;
  let isFaulty = false;
  for (let at = 0, end = 0; at < bytes.length; at = afterLineEnd(bytes, end)) {
    end = lineEnd(bytes, at);
    if (beginsWith(bytes, at, "begin ")) size = 0;
    else if (beginsWith(bytes, at, "end")) break;
    else if (at < end) {
      const length = digitValue(bytes[at]);
      const available = Math.floor(((end - at - 1) * 3) / 4);
      isFaulty ||= length > available || bytes[at] > 0x60;
      for (let i = 0; i < Math.min(length, available); i++) {
        // The bits of byte i are in digit floor(i * 4 / 3) and the next one.
        const digit = at + 1 + Math.floor((i * 4) / 3);
        const pair = (digitValue(bytes[digit]) << 6) | digitValue(bytes[digit + 1]);
        // The pair has twelve bits. The byte begins after 0, 2 or 4 of them.
        result[size++] = pair >> (4 - 2 * (i % 3));
      }
    }
  }
  return { bytes: result.subarray(0, size), isFaulty };
}

/** Returns the value of a digit. Both a blank and a backquote stand for 0. */
function digitValue(byte: number): number {
  return (byte - 0x20) & 0x3f;
}
