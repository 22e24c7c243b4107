import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";

/** Unpacks pieces of a stream, in order; without a piece, the stream has ended. @throws Error if it is damaged */
export type Unpacker = (packed?: Buffer) => Iterable<Uint8Array>;

/**
 * Returns an unpacker of minizlib, because Node's zlib can unpack a stream only asynchronously. It may keep the pieces.
 *
 * @param name of the format, for messages
 */
export function zlibUnpacker(kind: "Gunzip" | "ZstdDecompress", name: string): Unpacker {
  const streams = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const stream = new streams[kind]({});
  const ready: Uint8Array[] = [];
  let fault: string | undefined;
  stream.on("data", (bytes: Uint8Array) => ready.push(bytes));
  stream.on("error", (error: unknown) => {
    fault = (error as Error).message.replace(/^zlib: /, `damaged ${name}: `);
  });
  return function* (packed) {
    if (packed === undefined) stream.end();
    else stream.write(packed);
    yield* ready.splice(0);
    if (packed === undefined) stream.close();
    if (fault !== undefined) throw new Error(fault);
  };
}
