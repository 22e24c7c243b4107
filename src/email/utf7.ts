import { base64Value, isBase64Digit } from "./base64.js";

/**
 * UTF-7 (RFC 2152) as UTF-8: `+AGE-` is the base64 of UTF-16, `+-` a plus sign. A run that
 * is not closed ends at the first byte that is no base64; half a character is left out.
 */
export function decodeUtf7(bytes: Uint8Array): Uint8Array {
  // Characters are at most three bytes from two and two thirds of base64.
  const units = new Uint16Array(bytes.length);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== PLUS) {
      units[size++] = bytes[i];
      continue;
    }
    const start = ++i;
    let bits = 0;
    let held = 0;
    for (; i < bytes.length && isBase64Digit(bytes[i]); i++) {
      bits = ((bits << 6) | base64Value(bytes[i])) & 0x3fffff;
      held += 6;
      if (held < 16) continue;
      held -= 16;
      units[size++] = (bits >> held) & 0xffff;
    }
    if (i === start) units[size++] = PLUS;
    if (bytes[i] !== MINUS) i--;
  }
  return Buffer.from(Buffer.from(units.buffer, 0, size * 2).toString("utf16le"));
}

const PLUS = 0x2b;
const MINUS = 0x2d;
