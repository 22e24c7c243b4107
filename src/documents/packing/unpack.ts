import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import type { Chunks } from "../files/open-file.js";
import { hasZstandardMagic, zstandardUnpacker } from "./zstandard.js";

/** Whether the name of a file says that it is packed by gzip or as Zstandard. */
export function isPacked(path: string): boolean {
  return /[^/]\.(?:gz|zst)$/i.test(path);
}

/** Unpacks the next piece of a stream; the end of the stream without one. @throws Error that says what is wrong */
export type Unpacker = (piece?: Buffer) => Iterable<Uint8Array>;

/** How streams are packed. Few packed bytes are unpacked at once: gzip grows at most a thousandfold, Zstandard much more. */
const PACKINGS = [
  {
    name: "gzip",
    isBeginning: ([a, b]: Uint8Array) => a === 0x1f && b === 0x8b,
    start: gunzipper,
    pieceBytes: 1 << 14,
  },
  { name: "Zstandard", isBeginning: hasZstandardMagic, start: zstandardUnpacker, pieceBytes: 1 << 11 },
] as const;

/** Whether bytes begin as a file that is packed by gzip or as Zstandard. */
export function hasPackedMagic(bytes: Uint8Array): boolean {
  return PACKINGS.some(({ isBeginning }) => isBeginning(bytes));
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/**
 * Unpacks bytes if the first ones say that they are gzip (RFC 1952) or Zstandard (RFC 8878). Otherwise returns them as
 * they are.
 *
 * @throws Error that says what is wrong, after all pieces that could be unpacked; also if it grows too much
 */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  let packing: (typeof PACKINGS)[number] | undefined;
  let unpack: Unpacker = () => [];
  let [read, size] = [0, 0];
  function* bounded(piece?: Buffer) {
    for (const bytes of unpack(piece)) {
      size += bytes.length;
      yield bytes;
      if (size > ANY_RATIO_BYTES && size > MAX_RATIO * read)
        throw new Error(`${packing?.name} that unpacks to more than ${MAX_RATIO} times its size`);
    }
  }
  for (const chunk of chunks) {
    if (read === 0) packing = PACKINGS.find(({ isBeginning }) => isBeginning(chunk));
    if (read === 0 && packing !== undefined) unpack = packing.start();
    read += chunk.length;
    if (packing === undefined) yield chunk;
    // Copies, because minizlib may keep them.
    else
      for (let at = 0; at < chunk.length; at += packing.pieceBytes)
        yield* bounded(Buffer.from(chunk.subarray(at, at + packing.pieceBytes)));
  }
  yield* bounded();
}

/** Unpacks gzip by minizlib, because Node's zlib can unpack a stream only asynchronously. */
function gunzipper(): Unpacker {
  const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const stream = new Gunzip({});
  const ready: Uint8Array[] = [];
  let fault: string | undefined;
  stream.on("data", (bytes: Uint8Array) => ready.push(bytes));
  stream.on("error", (error: unknown) => {
    fault = (error as Error).message.replace(/^zlib: /, "damaged gzip: ");
  });
  return function* (piece) {
    if (piece === undefined) stream.end();
    else stream.write(piece);
    yield* ready.splice(0);
    if (piece === undefined) stream.close();
    if (fault !== undefined) throw new Error(fault);
  };
}

/**
 * Unpacks a document. Stops as soon as it has passed the size limit.
 *
 * @throws Error that says what is wrong with the bytes
 */
export function unpackedDocument(packed: Chunks): LimitedBytes {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of unpacked(packed)) {
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size > MAX_DOCUMENT_BYTES) break;
  }
  return limited(Buffer.concat(pieces, size));
}
