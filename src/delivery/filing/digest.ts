import { createHash } from "node:crypto";
import { constants } from "node:fs";
import type { FileSystem } from "./file-system.js";
import { statusOf } from "./file-system.js";

/** What identifies the content of a file. */
export interface Digest {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Bytes of one read: enough for most messages, and a huge file is never in memory at once. */
const PIECE = 1 << 18;

/** @throws Error with the system's code, also if it is not a regular file. Never waits for a pipe. */
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

/** `digestOfFile` for bytes in memory. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return { digest: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
}

/** Whether a path is a regular file, not a link, with these bytes. */
export function isSame(files: FileSystem, path: string, { digest, size }: Digest): boolean {
  const status = statusOf(files, path);
  return status?.isFile() === true && status.size === size && digestOfFile(files, path).digest === digest;
}
