import type { Decoder } from "../text/decode.js";

const LF = 0x0a;
const ESCAPE = 0x1b;
const DOLLAR = 0x24;
const BRACKET = 0x28;
const TILDE = 0x7e;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;

/** ISO-2022-JP's way back to ASCII. */
const TO_ASCII = Buffer.from("\x1b(B");

/**
 * ISO-2022-JP as decoders take it: each line ends in ASCII, as RFC 1468 requires, so that what
 * a program did not end does not take the rest of the text with it; and where one escape
 * sequence follows another, as between two encoded words, only the second stands. Decoders
 * of the WHATWG take the first for a fault.
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

/** How long an escape sequence is, of those that WHATWG knows: `ESC ( B`, `ESC $ B` …. */
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
 * A decoder for charsets that shift to two bytes of seven bits and back: the eighth bit is
 * set in between, which makes EUC of them. ISO-2022-KR (RFC 1557) shifts with SO and SI, HZ
 * (RFC 1843) with `~{` and `~}`; either is back in ASCII on a new line.
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

/** How many bytes only shift, and what is set from then on. */
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
