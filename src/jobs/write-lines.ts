import { constants, lstatSync, openSync, writeFileSync } from "node:fs";
import { DataError, reason } from "../base/errors.js";
import { isOursOrRoots } from "../base/only-ours.js";
import { closing, openChecked, requireSame } from "../documents/files/open-file.js";
import { isOpenAlready, replaceFile, resolvedTarget } from "../documents/files/write-file.js";

/** Lines are collected up to this many characters before a system call. */
const BUFFERED = 1 << 16;

/** Writes lines to a file, a pipe or a device. @throws DataError if that fails; an older file is then unchanged. */
export function writeLines(path: string, lines: Iterable<string>): void {
  try {
    const target = resolvedTarget(path);
    const status = lstatSync(target, { throwIfNoEntry: false });
    const isOpen = isOpenAlready(target);
    if (!isOpen && (status === undefined || status.isFile())) return void replaceFile(path, buffered(lines));
    closing(isOpen ? openSync(target, "w") : openSpecial(target), (file) => {
      for (const bytes of buffered(lines)) writeFileSync(file, bytes);
    });
  } catch (error) {
    throw new DataError(`${path} cannot be written to: ${reason(error)}`);
  }
}

/**
 * Opens a pipe or a device to write to it. The open file is checked, because somebody may swap a file for a link or a
 * pipe at any moment.
 *
 * @throws Error if it is a folder, or a pipe of another user, who may never read it.
 */
function openSpecial(path: string): number {
  const status = lstatSync(path);
  if (status.isFIFO() && !isOursOrRoots(status)) {
    throw new Error(`it is a pipe of another user (uid ${status.uid}): remove it, or name another file`);
  }
  return openChecked(path, requireSame(status), (path) => openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW));
}

/** Yields the bytes of lines, many at a time. */
export function* buffered(lines: Iterable<string>): Generator<Uint8Array> {
  let pending = "";
  for (const line of lines) {
    pending += line;
    if (pending.length < BUFFERED) continue;
    yield Buffer.from(pending);
    pending = "";
  }
  yield Buffer.from(pending);
}
