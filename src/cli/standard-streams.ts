import { fstatSync, readSync, writeSync } from "node:fs";

/** Room for nearly every message. */
const ROOM = 1 << 16;
/** Room for nearly every other: what is not used is never touched, and pieces put together would be there twice. */
const LARGE_ROOM = 1 << 26;

/** All of standard input, to its end. @throws Error with the system's code if it cannot be read. */
export function readStandardInput(): Uint8Array {
  let message = Buffer.allocUnsafeSlow(roomAtFirst());
  for (let used = 0; ; ) {
    const read = readWaiting(message.subarray(used));
    if (read === 0) return message.subarray(0, used);
    used += read;
    if (used < message.length) continue;
    const bigger = Buffer.allocUnsafeSlow(Math.max(2 * message.length, LARGE_ROOM));
    bigger.set(message);
    message = bigger;
  }
}

function roomAtFirst(): number {
  try {
    const status = fstatSync(0);
    // One more: the read that finds the end needs room, too.
    if (status.isFile()) return status.size + 1;
  } catch {
    // The read says why.
  }
  return ROOM;
}

/** Says that standard input is waited for, where somebody would have to type it. */
export function tellTyped(): void {
  try {
    // Asked first, as it is cheap: the object that knows of terminals takes a millisecond to make.
    if (!fstatSync(0).isCharacterDevice() || !process.stdin.isTTY) return;
  } catch {
    return;
  }
  console.error("thresher: reading a message from the terminal, to Ctrl-D; a file is given by < FILE");
}

/** Reads standard input; where another process has made it non-blocking, waits for what comes. */
export function readWaiting(into: Uint8Array): number {
  return patiently(() => readSync(0, into));
}

/** Writes all of it, however little a pipe takes at a time. @throws Error with the system's code if it cannot be written. */
export function writeWaiting(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += patiently(() => writeSync(file, bytes, written));
  }
}

/** Calls what a non-blocking file refuses with EAGAIN until it does not. */
function patiently(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL);
    }
  }
}

/** Milliseconds. */
const POLL = 5;
