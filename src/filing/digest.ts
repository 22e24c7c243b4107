import { createHash } from "node:crypto";
import { constants } from "node:fs";
import type { FileSystem } from "./file-system.js";
import { statusOf } from "./file-system.js";

/** What a file is told by, whatever its name. */
export interface Digest {
  /** SHA-256 of all of its bytes, in hexadecimal. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** A message is one read; a disk image that strayed in is many, and never in memory as a whole. */
const PIECE = 1 << 18;

/** @throws Error with the system's code, or if it is no regular file. Never waits for a pipe. */
export function digestOfFile(files: FileSystem, path: string): Digest {
  const file = files.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(PIECE);
    let size = 0;
    for (;;) {
      const read = files.readSync(file, piece, 0, PIECE, null);
      if (read === 0) return { digest: hash.digest("hex"), size };
      hash.update(piece.subarray(0, read));
      size += read;
    }
  } finally {
    files.closeSync(file);
  }
}

/** As `digestOfFile`, of bytes that are in memory. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return { digest: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
}

/** Whether a regular file, no link to one, with these bytes is at a path. */
export function isSame(files: FileSystem, path: string, { digest, size }: Digest): boolean {
  const status = statusOf(files, path);
  return status?.isFile() === true && status.size === size && digestOfFile(files, path).digest === digest;
}
