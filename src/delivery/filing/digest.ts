import { createHash } from "node:crypto";
import fs, { type Stats } from "node:fs";
import { closing, openChunks, openUnfollowed } from "../../documents/files/open-file.js";
import { statusOf } from "./file-system.js";

/** Identifies the content of a file. */
export interface Digest {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Returns the digest of a regular file. @throws as `withFile` */
export function digestOfFile(path: string): Digest {
  return withFile(path, digestOfOpen);
}

/** Returns the digest of all bytes of an open file. */
export function digestOfOpen(file: number): Digest {
  const hash = createHash("sha256");
  let size = 0;
  for (const piece of openChunks(file)) {
    hash.update(piece);
    size += piece.length;
  }
  return { digest: hash.digest("hex"), size };
}

/**
 * Calls `use` with a regular file that is open for reading. Never follows a link or waits for a pipe.
 *
 * @throws Error, with the system's code if there is one, if it is not a regular file, and what `use` throws
 */
export function withFile<T>(path: string, use: (file: number, status: Stats) => T): T {
  return closing(openUnfollowed(path), (file) => {
    const status = fs.fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    return use(file, status);
  });
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
