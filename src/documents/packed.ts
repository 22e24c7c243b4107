import { type Chunks, fileChunks, unpacked } from "./chunks.js";
import { MAX_DOCUMENT_BYTES } from "./document.js";
import { uncut } from "./files.js";

/** As `readDocument`, of a file that is packed by gzip; one that is not is read as it stands. */
export function readPacked(path: string): { bytes: Uint8Array; truncated: boolean } {
  return unpackedDocument(fileChunks(path));
}

/**
 * A document from bytes that may be packed, up to the limit: what would come after it is not unpacked.
 *
 * @throws Error that says in what way they are broken
 */
export function unpackedDocument(packed: Chunks): { bytes: Uint8Array; truncated: boolean } {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of unpacked(packed)) {
    // A piece lasts only until the next.
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size > MAX_DOCUMENT_BYTES) {
      return { bytes: uncut(Buffer.concat(pieces, MAX_DOCUMENT_BYTES)), truncated: true };
    }
  }
  return { bytes: Buffer.concat(pieces, size), truncated: false };
}
