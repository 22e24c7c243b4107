import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { gunzipped } from "./gunzip.js";

/** Bytes that come piece by piece; each piece is valid until the next is asked for. */
export type Chunks = Iterable<Uint8Array>;

/** Few enough bytes that what they inflate to, a thousand times as many, still fits in memory. */
const CHUNK_BYTES = 1 << 16;

/**
 * The bytes of a regular file. Never waits, as `readDocument`.
 *
 * @throws Error with the system's code, or with a message that says what was found instead of a file
 */
export function* fileChunks(path: string): Generator<Uint8Array> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error("not a regular file");
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (;;) {
      const size = readSync(file, chunk, 0, chunk.length, null);
      if (size === 0) return;
      yield chunk.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

/** The same, unpacked if they are gzip (RFC 1952), whatever the name of the file. */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  const [first, rest] = begun(chunks);
  if (first === undefined) return;
  const all = continued(first, rest);
  yield* first[0] === 0x1f && first[1] === 0x8b ? gunzipped(all) : all;
}

function begun(chunks: Chunks): [Uint8Array | undefined, Iterator<Uint8Array>] {
  const iterator = chunks[Symbol.iterator]();
  const { value, done } = iterator.next();
  return [done ? undefined : value, iterator];
}

function* continued(first: Uint8Array, rest: Iterator<Uint8Array>): Generator<Uint8Array> {
  try {
    yield first;
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
  } finally {
    rest.return?.();
  }
}
