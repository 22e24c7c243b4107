import { fstatSync, readSync, writeSync } from "node:fs";

/** What is read at a time where nobody knows how much is to come. */
const PIECE = 1 << 16;

/** All of standard input, to its end. @throws Error with the system's code if it cannot be read. */
export function readStandardInput(): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = PIECE;
  try {
    const status = fstatSync(0);
    // One more: the read that finds the end needs room, too.
    if (status.isFile()) size = status.size + 1;
  } catch {
    // The read says why.
  }
  for (;;) {
    const piece = Buffer.allocUnsafeSlow(size);
    let used = 0;
    for (let read = -1; read !== 0 && used < size; used += read) {
      read = readWaiting(piece.subarray(used));
      if (read !== 0) continue;
      pieces.push(piece.subarray(0, used));
      return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    }
    pieces.push(piece);
    size = Math.min(2 * size, MOST_PIECE);
  }
}

const MOST_PIECE = 1 << 24;

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
