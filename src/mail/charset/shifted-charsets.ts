import type { Decoder } from "../../base/decode.js";
import { bufferOf } from "../lines.js";

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
 * pairs, which gives EUC. Both charsets return to ASCII on a new line.
 */
export function eightBit(charset: keyof typeof SHIFTED, decode: Decoder): Decoder {
  return (bytes) => {
    const text = bufferOf(bytes).toString("latin1");
    const inEuc = text.replace(SHIFTED[charset], (sequence, pairs = "") =>
      sequence === "~~" ? "~" : pairs.replace(/[^\0- ]/g, withEighthBit),
    );
    return decode(Buffer.from(inEuc, "latin1"));
  };
}

/** The pairs of bytes on a line, with the sequences that shift to them and back, which are not text themselves. */
const SHIFTED = {
  // RFC 1557. SO and SI shift, and `ESC $ ) C` announces the charset.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences consist of control characters
  "iso-2022-kr": /\x1b\$[\s\S]{0,2}|\x0e+([^\x0e\x0f\x1b\n]*)|\x0f/g,
  // RFC 1843. `~~` is a tilde, so `~~{` shifts nothing.
  hz: /~\{((?:(?!~[{}])[^\n])*)|~[~}]/g,
} as const;

function withEighthBit(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) | 0x80);
}
