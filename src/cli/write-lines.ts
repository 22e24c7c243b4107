import { closeSync, openSync, writeFileSync } from "node:fs";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";

/** A write of this size is worth a system call. */
const BUFFERED = 1 << 16;

/** Writes lines to a file. @throws DataError if that fails. */
export function writeLines(path: string, lines: Iterable<string>): void {
  try {
    const file = openSync(path, "w");
    try {
      let pending = "";
      for (const line of lines) {
        pending += line;
        if (pending.length < BUFFERED) continue;
        writeFileSync(file, pending);
        pending = "";
      }
      writeFileSync(file, pending);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new DataError(`${path}: required a file that can be written to, found: ${reason(error)}`);
  }
}
