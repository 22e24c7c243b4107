import { hyparquet } from "./hyparquet.js";

/** The types of Thrift's compact protocol, and the bytes that some always take. */
const [BYTE, I16, I64, BINARY, LIST, STRUCT] = [3, 4, 6, 8, 9, 12];
const BYTES = [undefined, 0, 0, 1, undefined, undefined, undefined, 8];

/** Metadata has lists and structs in at most this many others. */
const MAX_DEPTH = 32;

/**
 * Checks that the structure that bytes begin with ends within them, because hyparquet makes room for a list before it
 * reads it, however long the list claims to be.
 *
 * @throws Error if it does not
 */
export function requireThrift(bytes: Buffer): void {
  const { readVarInt } = hyparquet();
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  const byte = () => reader.view.getUint8(reader.offset++);
  const number = () => readVarInt(reader) >>> 0;
  const pass = (type: number, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Error("metadata with too many levels");
    if (type === LIST) {
      const head = byte();
      const length = head >> 4 === 15 ? number() : head >> 4;
      // Each element takes at least a byte.
      if (length > bytes.length) throw new Error("metadata with a list that is cut short");
      for (let i = 0; i < length; i++) pass(Math.max(head & 15, BYTE), depth + 1);
    } else if (type === STRUCT) {
      for (let head = byte(); (head & 15) !== 0; head = byte()) {
        if (head >> 4 === 0) number();
        pass(head & 15, depth + 1);
      }
    } else if (type >= I16 && type <= I64) number();
    else {
      const length = type === BINARY ? number() : BYTES[type];
      if (length === undefined) throw new Error("metadata with an unknown type");
      reader.offset += length;
    }
  };
  pass(STRUCT, 0);
}
