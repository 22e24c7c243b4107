import { isAscii, isUtf8, transcode } from "node:buffer";
import { UsageError } from "../base/errors.js";

/** Turns the bytes of a document into UTF-8. */
export type Decoder = (bytes: Uint8Array) => Uint8Array;

/**
 * The decoder for an encoding.
 *
 * `"auto"`, the default, obeys a byte-order mark (UTF-8, UTF-16). Without one, valid UTF-8 is UTF-8 and
 * everything else windows-1252. `"latin1"` and `"iso-8859-1"` are the ISO standard, with control characters
 * at 80 to 9F (WHATWG uses these names for windows-1252). All other names are those of the WHATWG
 * Encoding Standard: `utf-8`, `windows-1251`, `koi8-r`, `shift_jis` …
 *
 * @throws UsageError if there is no such encoding.
 */
export function decoderFor(encoding = "auto"): Decoder {
  const name = encoding.toLowerCase();
  if (name === "auto") return decodeAuto;
  if (name === "latin1" || name === "iso-8859-1") return latin1;
  const decoder = textDecoder(name);
  if (decoder.encoding === "windows-1252") return windows1252;
  if (decoder.encoding === "utf-8") return (bytes) => (isUtf8(bytes) ? withoutMark(bytes) : viaString(bytes, decoder));
  const asciiStaysAscii = !/^(utf-16|iso-2022|hz|replacement)/.test(decoder.encoding);
  return (bytes) => (asciiStaysAscii && isAscii(bytes) ? bytes : viaString(bytes, decoder));
}

function decodeAuto(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= 2) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return viaString(bytes, new TextDecoder("utf-16le"));
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return viaString(bytes, new TextDecoder("utf-16be"));
  }
  return isUtf8(bytes) ? withoutMark(bytes) : windows1252(bytes);
}

type Decoding = InstanceType<typeof TextDecoder>;

const ENCODER = new TextEncoder();

function latin1(bytes: Uint8Array): Uint8Array {
  return isAscii(bytes) ? bytes : transcode(bytes, "latin1", "utf8");
}

/** The characters of windows-1252 at 80 to 9F. Five are control characters, as in latin1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** By hand, as the TextDecoder of Node 20 decodes windows-1252 as latin1. */
function windows1252(bytes: Uint8Array): Uint8Array {
  if (isAscii(bytes)) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return ENCODER.encode(text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]));
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function viaString(bytes: Uint8Array, decoder: Decoding): Uint8Array {
  return ENCODER.encode(decoder.decode(bytes));
}

function textDecoder(name: string): Decoding {
  try {
    return new TextDecoder(name);
  } catch {
    throw new UsageError(
      `encoding: ${JSON.stringify(name)} is unknown; use auto, latin1 or a name such as utf-8, windows-1252, koi8-r or shift_jis`,
    );
  }
}
