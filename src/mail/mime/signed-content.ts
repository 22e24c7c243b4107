import { bufferOf } from "../lines.js";

// A value of BER (X.690) begins with one of these bytes, its tag.
const OCTETS = 0x04;
/** The value that holds the content. */
const CONTENT = 0xa0;
/** The bit of a tag whose value consists of values. */
const HAS_VALUES = 0x20;

/** The object identifier of signed data, 1.2.840.113549.1.7.2. */
const SIGNED_DATA = Buffer.from("2a864886f70d010702", "hex");
/** The object identifier 1.2.840.113549.1.7.1 with its tag and length. The content follows it. */
const DATA = Buffer.from("06092a864886f70d010701", "hex");

/** In bytes. `SIGNED_DATA` ends before this. */
const MAX_START = 40;
/** In bytes. `DATA` ends before this. The algorithms of the digests come before it. */
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
      continue;
    }
    const holdsContent = tag === OCTETS + HAS_VALUES || (tag === CONTENT && size === 0);
    const isEndMark = tag === 0 && length === 0;
    if (!holdsContent && !isEndMark) break;
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
