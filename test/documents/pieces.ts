import { ByteWindow } from "../../src/documents/files/byte-window.js";

/** Bytes in pieces of a size, in memory that is used again for each, as a file is read. */
export function* piecesOf(bytes: string | Uint8Array, size: number): Generator<Uint8Array> {
  const all = Buffer.from(bytes as Uint8Array);
  const piece = Buffer.alloc(size);
  for (let from = 0; from < all.length; from += size) {
    const length = all.copy(piece, 0, from, from + size);
    yield piece.subarray(0, length);
  }
}

/** A window on them. */
export function windowOf(bytes: string | Uint8Array, size = 1 << 16): ByteWindow {
  return new ByteWindow(piecesOf(bytes, size));
}
