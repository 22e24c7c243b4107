import { createHash } from "node:crypto";
import fs, { constants } from "node:fs";
import { statusOf } from "./file-system.js";

/** Identifies the content of a file. */
export interface Digest {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Bytes of one read: enough for most messages, and a huge file is never in memory at once. */
const PIECE = 1 << 18;

/** @throws Error with the system's code, also if it is not a regular file. Never waits for a pipe. */
export function digestOfFile(path: string): Digest {
  const file = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(PIECE);
    let size = 0;
    for (;;) {
      const read = fs.readSync(file, piece, 0, PIECE, null);
      if (read === 0) return { digest: hash.digest("hex"), size };
      hash.update(piece.subarray(0, read));
      size += read;
    }
  } finally {
    fs.closeSync(file);
  }
}

/** `digestOfFile` for bytes in memory. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return { digest: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
}

/** Whether a path is a regular file, not a link, with these bytes. */
export function isSame(path: string, { digest, size }: Digest): boolean {
  const status = statusOf(path);
  return status?.isFile() === true && status.size === size && digestOfFile(path).digest === digest;
}
