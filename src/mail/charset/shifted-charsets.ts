import type { Decoder } from "../../base/decode.js";
import { beginsWith, bufferOf, LF } from "../lines.js";

/**
 * Repairs ISO-2022-JP for decoders that follow the WHATWG standard. Makes each line return to ASCII, as RFC 1468
 * requires, so that one unfinished line does not spoil the rest. Where two escape sequences follow each other, as
 * between encoded words, keeps only the second, because the decoders report the first as an error.
 */
export function plainEscapes(bytes: Uint8Array): Uint8Array {
  const text = bufferOf(bytes).toString("latin1");
  return Buffer.from(text.replace(UNFINISHED_LINE, "$&\x1b(B").replace(EMPTY_RUN, ""), "latin1");
}

/** A line, from its last escape sequence on, that does not return to ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const UNFINISHED_LINE = /\x1b\$[^\x1b\n]*(?=\n)/g;
/** An escape sequence before another one. All those in the WHATWG standard have three bytes: `ESC ( B`, `ESC $ B` …. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const EMPTY_RUN = /\x1b[$(][\s\S](?=\x1b[$(])/g;

/**
 * Returns a decoder for a charset that shifts between ASCII and pairs of seven-bit bytes. It sets the eighth bit of the
 * pairs, which gives EUC. ISO-2022-KR (RFC 1557) shifts with SO and SI, HZ (RFC 1843) with `~{` and `~}`. Both return
 * to ASCII on a new line.
 */
export function eightBit(charset: "iso-2022-kr" | "hz", decode: Decoder): Decoder {
  const shifts = SHIFTS[charset];
  return (bytes) => {
    const result = new Uint8Array(bytes.length);
    let size = 0;
    /** The eighth bit of the next bytes: 0 or 0x80. */
    let high = 0;
    for (let i = 0; i < bytes.length; i++) {
      const shift = shifts.find(({ begin }) => beginsWith(bytes, i, begin));
      if (bytes[i] === LF) high = 0;
      high = shift?.high ?? high;
      if (shift !== undefined) i += shift.length - 1;
      else result[size++] = bytes[i] > 0x20 ? bytes[i] | high : bytes[i];
    }
    return decode(result.subarray(0, size));
  };
}

/** A sequence that changes how the bytes after it are read. It is not text itself. */
interface Shift {
  /** The bytes with which it begins. */
  readonly begin: string;
  /** In bytes. */
  readonly length: number;
  /** The eighth bit of the bytes that follow; unchanged if undefined. */
  readonly high?: 0 | 0x80;
}

const SHIFTS: Readonly<Record<"iso-2022-kr" | "hz", readonly Shift[]>> = {
  "iso-2022-kr": [
    { begin: "\x0e", length: 1, high: 0x80 },
    { begin: "\x0f", length: 1, high: 0 },
    // `ESC $ ) C` announces the charset.
    { begin: "\x1b$", length: 4 },
  ],
  hz: [
    { begin: "~{", length: 2, high: 0x80 },
    { begin: "~}", length: 2, high: 0 },
  ],
};
