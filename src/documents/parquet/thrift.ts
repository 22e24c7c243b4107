/** The types of values in Thrift's compact protocol that Parquet uses. */
const [STOP, FALSE, BYTE, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 2, 3, 6, 7, 8, 9, 12];

/** The metadata of Parquet has about ten levels. */
const MAX_DEPTH = 32;

/**
 * Checks that the structure that bytes begin with ends within them, because hyparquet makes room for a list before it
 * reads it, however long the list claims to be.
 *
 * @throws Error if it does not
 */
export function requireThrift(bytes: Uint8Array): void {
  let at = 0;
  const byte = () => {
    if (at >= bytes.length) throw new Error("metadata that is cut short");
    return bytes[at++];
  };
  const number = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const next = byte();
      value += (next & 127) * unit;
      if (next < 128) return value;
    }
  };
  const pass = (type: number, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Error("metadata with too many levels");
    if (type === BYTE) byte();
    else if (type > BYTE && type <= I64) number();
    else if (type === DOUBLE) at += 8;
    else if (type === BINARY) {
      const length = number();
      at += length;
    } else if (type === LIST) {
      const head = byte();
      const size = head >> 4 === 15 ? number() : head >> 4;
      for (let i = 0; i < size; i++) pass((head & 15) <= FALSE ? BYTE : head & 15, depth + 1);
    } else if (type === STRUCT) {
      for (let head = byte(); (head & 15) !== STOP; head = byte()) {
        if (head >> 4 === 0) number();
        pass(head & 15, depth + 1);
      }
    } else if (type > FALSE) throw new Error("metadata with an unknown type");
  };
  pass(STRUCT, 0);
}
