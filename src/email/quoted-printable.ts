import { afterLineEnd } from "./lines.js";
import type { Decoded } from "./transfer-encoding.js";

/**
 * Quoted-printable undone (RFC 2045, section 6.7). White space at the end of a line stays,
 * where the rule is to leave it out. What is no encoding, `=` and something else, stays and
 * is a fault; an `=` that ends the text is a line that was cut.
 */
export function decodeQuotedPrintable(bytes: Uint8Array): Decoded {
  if (!bytes.includes(EQUALS)) return { bytes, faulty: false };
  const result = new Uint8Array(bytes.length);
  let size = 0;
  let faulty = false;
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
      faulty = true;
    }
  }
  return { bytes: result.subarray(0, size), faulty };
}

const EQUALS = 0x3d;
const NONE = 16;

const HEX = new Uint8Array(256).fill(NONE);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Where the next line begins if there is only white space up to it, else -1. */
function softLineBreak(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  if (at >= bytes.length) return bytes.length;
  return bytes[at] === 0x0a || bytes[at] === 0x0d ? afterLineEnd(bytes, at) : -1;
}
