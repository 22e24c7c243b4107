import type { Decoder } from "../../text/decode.js";
import { base64Value, isBase64Digit } from "../base64.js";

const LF = 0x0a;
const ESCAPE = 0x1b;
const DOLLAR = 0x24;
const BRACKET = 0x28;
const TILDE = 0x7e;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;

/** Switches ISO-2022-JP back to ASCII. */
const TO_ASCII = Buffer.from("\x1b(B");

/**
 * Repairs ISO-2022-JP for the decoders of the WHATWG. Each line returns to ASCII, as RFC 1468
 * requires, so one unfinished line does not spoil the rest. Of two escape sequences in a row, as
 * between encoded words, only the second stays: the decoders take the first for a fault.
 */
export function plainEscapes(bytes: Uint8Array): Uint8Array {
  return withoutEmpty(linesReset(bytes));
}

function withoutEmpty(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  let size = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (isEscape(bytes, i) && isEscape(bytes, i + ESCAPE_BYTES)) i += ESCAPE_BYTES - 1;
    else result[size++] = bytes[i];
  }
  return result.subarray(0, size);
}

/** The length of the escape sequences that WHATWG knows: `ESC ( B`, `ESC $ B` …. */
const ESCAPE_BYTES = 3;

function isEscape(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === ESCAPE && (bytes[at + 1] === DOLLAR || bytes[at + 1] === BRACKET);
}

function linesReset(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let start = 0;
  let shifted = false;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === ESCAPE) shifted = bytes[i + 1] === DOLLAR;
    else if (bytes[i] === LF && shifted) {
      pieces.push(bytes.subarray(start, i), TO_ASCII);
      start = i;
      shifted = false;
    }
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(start)]);
}

/**
 * A decoder for charsets that shift between ASCII and pairs of seven-bit bytes. It sets the eighth
 * bit of the pairs, which gives EUC. ISO-2022-KR (RFC 1557) shifts with SO and SI, HZ (RFC 1843)
 * with `~{` and `~}`; both return to ASCII on a new line.
 */
export function eightBit(charset: "iso-2022-kr" | "hz", decode: Decoder): Decoder {
  const shift = charset === "hz" ? hzShift : koreanShift;
  return (bytes) => {
    const result = new Uint8Array(bytes.length);
    let size = 0;
    let high = 0;
    for (let i = 0; i < bytes.length; i++) {
      const { skip, to } = shift(bytes, i);
      if (bytes[i] === LF) high = 0;
      if (to !== undefined) high = to;
      if (skip > 0) i += skip - 1;
      else result[size++] = bytes[i] > 0x20 ? bytes[i] | high : bytes[i];
    }
    return decode(result.subarray(0, size));
  };
}

/** How many bytes a shift takes, and the high bit from then on. */
interface Shift {
  readonly skip: number;
  readonly to?: 0 | 0x80;
}

const NONE: Shift = { skip: 0 };
const OUT: Shift = { skip: 1, to: 0x80 };
const IN: Shift = { skip: 1, to: 0 };
const HZ_OUT: Shift = { skip: 2, to: 0x80 };
const HZ_IN: Shift = { skip: 2, to: 0 };
/** `ESC $ ) C` announces the charset. */
const ANNOUNCED: Shift = { skip: 4 };

function koreanShift(bytes: Uint8Array, at: number): Shift {
  if (bytes[at] === SHIFT_OUT) return OUT;
  if (bytes[at] === SHIFT_IN) return IN;
  return bytes[at] === ESCAPE && bytes[at + 1] === DOLLAR ? ANNOUNCED : NONE;
}

function hzShift(bytes: Uint8Array, at: number): Shift {
  if (bytes[at] !== TILDE) return NONE;
  if (bytes[at + 1] === 0x7b) return HZ_OUT;
  return bytes[at + 1] === 0x7d ? HZ_IN : NONE;
}

/**
 * Decodes UTF-7 (RFC 2152): `+AGE-` is base64 of UTF-16, `+-` a plus sign. An unclosed run ends at
 * the first byte that is not base64; half a character is dropped.
 */
export function decodeUtf7(bytes: Uint8Array): Uint8Array {
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
