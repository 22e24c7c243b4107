import { createRequire } from "node:module";
import { crc32 } from "node:zlib";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { ByteWindow } from "../files/byte-window.js";
import type { Chunks } from "../files/open-file.js";

/** Whether the name of a file says that gzip has packed it. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}

/** Whether bytes begin with the magic number of gzip. */
export function hasGzipMagic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks bytes if their first two bytes say that they are gzip (RFC 1952). Otherwise returns them as they are. */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  const window = new ByteWindow(chunks);
  try {
    window.reach(2);
    if (hasGzipMagic(window.view(0, 2))) yield* unpackedMembers(window);
    else {
      for (; window.length > 0 || window.more(); window.drop(window.length)) yield window.view(0, window.length);
    }
    if (window.fault !== undefined) throw new Error(window.fault);
  } finally {
    window.close();
  }
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** The number of packed bytes that are inflated at once. They grow at most a thousandfold. */
const PIECE_BYTES = 1 << 14;

/** The fault if other bytes than zeros follow the last member, as `gzip -t` warns. Everything has been unpacked. */
export const TRAILING_BYTES = "other bytes after the packed ones";

/** The compression method of all members. */
const DEFLATE = 8;

/** In bytes. Longer headers hold no name of a file. */
const MAX_HEADER = 1 << 17;

/** In bytes: the checksum and the size after a member. */
const TRAILER = 8;

/**
 * Unpacks all members piece by piece, and checks the checksums. Uses minizlib, because Node's zlib can unpack in pieces
 * only asynchronously. If bytes are damaged, first returns everything that could be unpacked, then throws an error that
 * says what is wrong. Reads the headers itself: if junk follows a member, zlib's Gunzip returns nothing of the piece in
 * which the member ends.
 */
function* unpackedMembers(window: ByteWindow): Generator<Uint8Array> {
  const { InflateRaw } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const inflate = new InflateRaw({});
  const ready: Uint8Array[] = [];
  let fault: string | undefined;
  let total = 0;
  inflate.on("data", (bytes: Uint8Array) => ready.push(bytes));
  inflate.on("error", (error: unknown) => {
    fault = (error as Error).message.replace(/^zlib: /, "");
  });
  try {
    do {
      window.drop(headerLength(window));
      inflate.reset();
      let [checksum, size, hasEnded] = [0, 0, false];
      while (!hasEnded) {
        if (!window.reach(PIECE_BYTES) && window.length === 0) throw damaged(window);
        // A copy, because minizlib may keep it.
        const piece = window.copy(0, PIECE_BYTES);
        inflate.write(piece);
        const read = inflate.handle?.bytesWritten ?? piece.length;
        for (const bytes of ready.splice(0)) {
          checksum = crc32(bytes, checksum);
          size += bytes.length;
          yield bytes;
        }
        if (fault !== undefined) throw damaged(window, fault);
        window.drop(read);
        hasEnded = read < piece.length;
        if (total + size > ANY_RATIO_BYTES && total + size > MAX_RATIO * window.passed) {
          throw new Error(`gzip that unpacks to more than ${MAX_RATIO} times its size`);
        }
      }
      if (!window.reach(TRAILER)) throw damaged(window);
      const trailer = window.view(0, TRAILER);
      if (trailer.readUInt32LE(0) !== checksum) throw damaged(window, "incorrect data check");
      if (trailer.readUInt32LE(4) !== size % 2 ** 32) throw damaged(window, "incorrect length check");
      window.drop(TRAILER);
      total += size;
    } while (window.reach(3) && hasGzipMagic(window.view(0, 2)) && window.at(2) === DEFLATE);
    // Zeros fill the last block of a tape or disk.
    if (window.reach(1) && window.at(0) !== 0) throw new Error(TRAILING_BYTES);
  } finally {
    inflate.close();
  }
}

/** Returns the length of the header of a member. @throws Error if it is damaged, or not complete */
function headerLength(window: ByteWindow): number {
  window.reach(MAX_HEADER);
  const header = window.view(0, MAX_HEADER);
  if (header.length > 2 && header[2] !== DEFLATE) throw damaged(window, "unknown compression method");
  const flags = header[3];
  let length = 10;
  if (flags & FLAGS.extra) length += 2 + (header[10] ?? MAX_HEADER) + 256 * (header[11] ?? MAX_HEADER);
  for (const text of [FLAGS.name, FLAGS.comment]) {
    if (flags & text) length = header.indexOf(0, length) + 1 || MAX_HEADER + 1;
  }
  if (flags & FLAGS.checksum) length += 2;
  if (length <= header.length) return length;
  throw damaged(window, header.length < MAX_HEADER ? undefined : "unknown header without an end");
}

/** The flags of a header, by their meaning. */
const FLAGS = { checksum: 2, extra: 4, name: 8, comment: 16 } as const;

/** Makes the error for damaged bytes, or for a source that cannot be read. */
function damaged(window: ByteWindow, what = "unexpected end of file"): Error {
  return new Error(window.fault ?? `damaged gzip: ${what}`);
}

/**
 * Reads a document from bytes that may be packed. Stops unpacking as soon as it has passed the size limit.
 *
 * @returns with `hasTrailing` if other bytes follow the packed ones
 * @throws Error that says what is wrong with the bytes
 */
export function unpackedDocument(packed: Chunks): LimitedBytes & { readonly hasTrailing: true | undefined } {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let hasTrailing: true | undefined;
  try {
    for (const piece of unpacked(packed)) {
      pieces.push(Buffer.from(piece));
      size += piece.length;
      if (size > MAX_DOCUMENT_BYTES) break;
    }
  } catch (error) {
    if ((error as Error).message !== TRAILING_BYTES) throw error;
    hasTrailing = true;
  }
  return { ...limited(Buffer.concat(pieces, size)), hasTrailing };
}
