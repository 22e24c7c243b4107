import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import type { Chunks } from "./chunks.js";

/** Text packs to a tenth; what unpacks to more than this many times its size was made to fill a memory or a day. */
const MAX_RATIO = 200;

/** Up to here the ratio does not matter: a small file of blanks does no harm. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** One piece of the input inflates to at most a thousand times as many bytes, all at once. */
const PIECE_BYTES = 1 << 14;

/**
 * Unpacks gzip (RFC 1952), one member after another, with their checksums. Zlib itself
 * unpacks piece by piece only asynchronously; minizlib, npm's own, does it while the caller waits.
 *
 * @throws Error that says in what way the bytes are no gzip, after all that could be unpacked
 */
export function* gunzipped(chunks: Chunks): Generator<Uint8Array> {
  // Loaded when something packed is read: all else does without.
  const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const gunzip = new Gunzip({});
  const ready: Uint8Array[] = [];
  let fault: unknown;
  gunzip.on("data", (bytes: Uint8Array) => ready.push(bytes));
  gunzip.on("error", (error: unknown) => {
    fault ??= error;
  });
  let packed = 0;
  let size = 0;
  const taken = function* (): Generator<Uint8Array> {
    for (const bytes of ready.splice(0)) {
      size += bytes.length;
      yield bytes;
    }
    if (fault !== undefined) throw new Error(`damaged gzip: ${(fault as Error).message.replace(/^zlib: /, "")}`);
    if (size > ANY_RATIO_BYTES && size > MAX_RATIO * packed) {
      throw new Error(`gzip that unpacks to more than ${MAX_RATIO} times its size`);
    }
  };
  try {
    for (const chunk of chunks) {
      for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
        // A copy: what is handed over may be kept, and the next piece comes into the same memory.
        const piece = Buffer.from(chunk.subarray(from, from + PIECE_BYTES));
        packed += piece.length;
        gunzip.write(piece);
        yield* taken();
      }
    }
    gunzip.end();
    yield* taken();
  } finally {
    gunzip.close();
  }
}
