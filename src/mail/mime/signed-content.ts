import { bufferOf } from "../lines.js";

// The first bytes of values of BER (X.690).
const OCTETS = 0x04;
/** The value with the number 0. */
const FIRST = 0xa0;
/** The bit for a value that consists of values. */
const HAS_VALUES = 0x20;

// Object identifiers: 1.2.840.113549.1.7.2, and .1 with its tag and length, which is before the content.
const SIGNED_DATA = Buffer.from("2a864886f70d010702", "hex");
const DATA = Buffer.from("06092a864886f70d010701", "hex");

/** In bytes: where these identifiers are at the latest. Between them are the algorithms of the digests. */
const MAX_START = 40;
const MAX_DATA = 2000;

/**
 * Returns the content of a message that is signed but not encrypted, as S/MIME has it in one file (RFC 5652, section 5;
 * RFC 8551, section 3.5.2). Mail programs show it without a check of the signature. Reads only the beginning of the
 * structure, in one pass, with the lengths of BER as well as those of DER. The content may consist of pieces.
 *
 * @returns undefined if the bytes are anything else
 */
export function signedContent(bytes: Uint8Array): Uint8Array | undefined {
  const signed = bufferOf(bytes);
  const data = signed.subarray(0, MAX_DATA).indexOf(DATA);
  if (data < 0 || !signed.subarray(0, MAX_START).includes(SIGNED_DATA)) return undefined;
  let at = data + DATA.length;
  const content = Buffer.alloc(signed.length - at);
  let size = 0;
  while (at < signed.length) {
    const tag = signed[at];
    const [start, length] = valueAt(signed, at + 1);
    at = Math.min(start, signed.length);
    if (tag === OCTETS) {
      const end = Math.min(start + length, signed.length);
      size += signed.copy(content, size, at, end);
      at = end;
    } else if (tag !== OCTETS + HAS_VALUES && !(tag === FIRST && size === 0) && (tag !== 0 || length !== 0)) break;
  }
  return size === 0 ? undefined : content.subarray(0, size);
}

/** Reads the length of a value. Returns where the value starts, and its length; 0 if an end mark ends it. */
function valueAt(bytes: Uint8Array, at: number): readonly [start: number, length: number] {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return [at + 1, first];
  const start = at + 1 + (first & 0x7f);
  return [start, bytes.subarray(at + 1, start).reduce((length, byte) => length * 256 + byte, 0)];
}
