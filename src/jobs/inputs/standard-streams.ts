import { fstatSync, readSync, statSync, writeSync } from "node:fs";
import { orElse } from "../../base/errors.js";

/** Bytes that are read at once: enough for nearly every message. */
const ROOM = 1 << 16;

/**
 * Reads standard input to its end.
 *
 * @param enough reading stops when there are at least this many bytes
 * @throws Error with the system's code if it cannot be read.
 */
export function readStandardInput(enough = Number.POSITIVE_INFINITY): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (const chunk of standardInputChunks()) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= enough) break;
  }
  return Buffer.concat(chunks);
}

/** The temporary file with a copy of standard input, if there is one. */
export const copyOfInput: { path?: string } = {};

/** Returns a text for the user, in which the name of this file is replaced. */
export function withoutTemporaryName(text: string): string {
  return copyOfInput.path === undefined ? text : text.replaceAll(copyOfInput.path, "standard input");
}

/** Reads standard input in pieces. A piece is valid only until the next one is requested. */
export function* standardInputChunks(): Generator<Uint8Array> {
  const room = Buffer.allocUnsafeSlow(ROOM);
  for (;;) {
    const read = patiently(() => readSync(0, room));
    if (read === 0) return;
    yield room.subarray(0, read);
  }
}

/** Tells that the command waits for standard input, if that is a terminal. */
export function tellIfTerminal(): void {
  // The cheap check comes first: process.stdin takes a millisecond to make.
  const isTyped = orElse(() => fstatSync(0).isCharacterDevice() && process.stdin.isTTY, false);
  if (isTyped) console.error("thresher: reading a message from the terminal until Ctrl-D; use < FILE for a file");
}

/**
 * Returns whether an output was closed when the process started. Node opens `/dev/null` for reading and writing in its
 * place; a shell that discards the output opens it for writing only, so that reading fails.
 */
export function leadsNowhere(file: number): boolean {
  return orElse(() => {
    const { rdev } = fstatSync(file);
    return rdev !== 0 && rdev === statSync("/dev/null").rdev && readSync(file, new Uint8Array(1)) === 0;
  }, false);
}

/** Writes all bytes, even to a non-blocking pipe. @throws Error with the system's code if that fails. */
export function writeWaiting(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += patiently(() => writeSync(file, bytes, written));
  }
}

/** Repeats a call until it no longer fails with EAGAIN. */
function patiently(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      // Sleeps, because nothing ever changes this memory.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL);
    }
  }
}

/** Milliseconds between two attempts. */
const POLL = 5;
