import type * as Thrift from "hyparquet/src/thrift.js";
import { lazily } from "../../base/lazily.js";
import { optionalPackage } from "../../base/optional-package.js";

/** The types of Thrift's compact protocol. */
const [STOP, FALSE, BYTE, I16, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 2, 3, 4, 6, 7, 8, 9, 12];

const thrift = lazily(() => optionalPackage<typeof Thrift>("hyparquet/src/thrift.js", "Parquet"));

/** Metadata has lists and structs in at most this many others. */
const MAX_DEPTH = 32;

/**
 * Checks that the structure that bytes begin with ends within them, because hyparquet makes room for a list before it
 * reads it, however long the list claims to be.
 *
 * @throws Error if it does not
 */
export function requireThrift(bytes: Buffer): void {
  const { readVarInt } = thrift();
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  const byte = () => reader.view.getUint8(reader.offset++);
  const number = () => readVarInt(reader) >>> 0;
  const pass = (type: number, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Error("metadata with too many levels");
    if (type === BYTE) byte();
    else if (type >= I16 && type <= I64) number();
    else if (type === DOUBLE) reader.offset += 8;
    else if (type === BINARY) {
      const length = number();
      reader.offset += length;
    } else if (type === LIST) {
      const head = byte();
      const length = head >> 4 === 15 ? number() : head >> 4;
      for (let i = 0; i < length; i++) pass(Math.max(head & 15, BYTE), depth + 1);
    } else if (type === STRUCT) {
      for (let head = byte(); (head & 15) !== STOP; head = byte()) {
        if (head >> 4 === 0) number();
        pass(head & 15, depth + 1);
      }
    } else if (type > FALSE) throw new Error("metadata with an unknown type");
  };
  pass(STRUCT, 0);
}
