import { afterLineEnd, beginsWith, lineEnd } from "./lines.js";
import type { Decoded } from "./transfer-encoding.js";

/**
 * Uuencode undone (POSIX, `uuencode`): from the line after `begin` to `end`, or from the
 * first line on if there is no `begin`. A line begins with its length in bytes; what it
 * lacks is left out.
 */
export function decodeUuencode(bytes: Uint8Array): Decoded {
  const result = new Uint8Array(bytes.length);
  let size = 0;
  let faulty = false;
  for (let at = 0, end = 0; at < bytes.length; at = afterLineEnd(bytes, end)) {
    end = lineEnd(bytes, at);
    if (beginsWith(bytes, at, "begin ")) size = 0;
    else if (beginsWith(bytes, at, "end")) break;
    else if (at < end) {
      const length = digitValue(bytes[at]);
      const available = Math.floor(((end - at - 1) * 3) / 4);
      faulty ||= length > available || bytes[at] > 0x60;
      for (let i = 0; i < Math.min(length, available); i++) {
        // Byte i has its bits in the digits i * 4 / 3 and the one after it.
        const digit = at + 1 + Math.floor((i * 4) / 3);
        const pair = (digitValue(bytes[digit]) << 6) | digitValue(bytes[digit + 1]);
        result[size++] = pair >> (4 - 2 * (i % 3));
      }
    }
  }
  return { bytes: result.subarray(0, size), faulty };
}

/** A blank and a backquote are both 0. */
function digitValue(byte: number): number {
  return (byte - 0x20) & 0x3f;
}
