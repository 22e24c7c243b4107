import { createHash } from "node:crypto";
import fs, { constants, type Stats } from "node:fs";
import { statusOf } from "./file-system.js";

/** Identifies the content of a file. */
export interface Digest {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Bytes of one read. This is enough for most messages, and a huge file is never completely in memory. */
const PIECE = 1 << 18;

/** @throws as `withFile` */
export function digestOfFile(path: string): Digest {
  return withFile(path, digestOfOpen);
}

/** Returns the digest of all bytes of an open file. */
export function digestOfOpen(file: number): Digest {
  const hash = createHash("sha256");
  const size = eachPiece(file, (piece) => void hash.update(piece));
  return { digest: hash.digest("hex"), size };
}

/**
 * Calls `use` with a regular file that is open for reading. Never follows a link or waits for a pipe.
 *
 * @throws Error, with the system's code if there is one, if it is not a regular file, and what `use` throws
 */
export function withFile<T>(path: string, use: (file: number, status: Stats) => T): T {
  const file = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const status = fs.fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    return use(file, status);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * Calls `use` with the bytes of an open file, in pieces that are valid until the next call.
 *
 * @returns the number of bytes
 */
export function eachPiece(file: number, use: (piece: Uint8Array) => void): number {
  const piece = Buffer.allocUnsafe(PIECE);
  for (let size = 0; ; ) {
    const read = fs.readSync(file, piece, 0, PIECE, size);
    if (read === 0) return size;
    use(piece.subarray(0, read));
    size += read;
  }
}

/** Returns the digest of bytes in memory. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return { digest: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
}

/** Returns whether a path is a regular file, not a link, with these bytes. */
export function isSame(path: string, { digest, size }: Digest): boolean {
  const status = statusOf(path);
  return status?.isFile() === true && status.size === size && digestOfFile(path).digest === digest;
}
