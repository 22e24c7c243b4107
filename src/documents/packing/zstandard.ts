import type * as Napi from "@cloudpss/zstd/napi";
import { optionalPackage } from "../../base/optional-package.js";
import { ByteWindow } from "../files/byte-window.js";
import type { Chunks } from "../files/open-file.js";
import { type Unpacker, zlibUnpacker } from "./inflating.js";

/** The first bytes of a frame, as a number. */
const FRAME = 0xfd2fb528;

/** The first bytes of a frame to skip, such as a table of the places of other frames. The last four bits may vary. */
const SKIPPABLE = 0x184d2a50;

/** Whether bytes begin with a frame of Zstandard (RFC 8878), or with one to skip. */
export function hasZstandardMagic(bytes: Uint8Array): boolean {
  return magicOf(bytes) === FRAME || isSkippable(bytes);
}

function isSkippable(bytes: Uint8Array): boolean {
  return magicOf(bytes) >> 4 === SKIPPABLE >> 4;
}

/** Returns the first four bytes as a number. */
function magicOf(bytes: Uint8Array): number {
  return (bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (bytes[3] << 24)) >>> 0;
}

/** In bytes, the default limit of the program zstd. A frame that looks back further needs that much memory. */
const MAX_WINDOW_BYTES = 2 ** 27;

/** No frame has fewer bytes: a header with the magic number and a block. */
const MIN_HEADER_BYTES = 8;
/** The longest header of a frame, in bytes. */
const MAX_HEADER_BYTES = 18;

/**
 * Unpacks Zstandard (RFC 8878): frames, and frames to skip, one after another. Gives the library one block at a time, of
 * at most 128 kB of content, so that a few bytes cannot fill the memory.
 *
 * @throws Error that says what is wrong with the bytes, or which package is missing
 */
export function* unpackedZstandard(chunks: Chunks, nextUnpacker = unpackersOfFrames()): Generator<Uint8Array> {
  const window = new ByteWindow(chunks);
  const reach = (length: number) => {
    if (!window.reach(length)) throw new Error(window.fault ?? "damaged Zstandard: unexpected end of file");
  };
  const take = (length: number) => {
    reach(length);
    const bytes = window.copy(0, length);
    window.drop(length);
    return bytes;
  };
  while (window.reach(1)) {
    reach(MIN_HEADER_BYTES);
    const beginning = window.view(0, MIN_HEADER_BYTES);
    if (isSkippable(beginning)) {
      if (!window.pass(MIN_HEADER_BYTES + beginning.readUInt32LE(4))) reach(1);
      continue;
    }
    window.reach(MAX_HEADER_BYTES);
    const header = take(headerLength(window.view(0, MAX_HEADER_BYTES)));
    const unpack = nextUnpacker();
    yield* unpack(header);
    for (let isLast = false; !isLast; ) {
      reach(BLOCK_HEADER_BYTES);
      const block = window.view(0, BLOCK_HEADER_BYTES).readUIntLE(0, BLOCK_HEADER_BYTES);
      isLast = (block & 1) === 1;
      // A block of one repeated byte has only this byte.
      const isRepeated = (block >> 1) % 4 === 1;
      yield* unpack(take(BLOCK_HEADER_BYTES + (isRepeated ? 1 : block >> 3)));
    }
    const hasChecksum = (header[4] & 4) !== 0;
    if (hasChecksum) yield* unpack(take(CHECKSUM_BYTES));
    yield* unpack();
  }
  if (window.fault !== undefined) throw new Error(window.fault);
}

const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;

/** Returns the length of the header of a frame. @throws Error if it is not the header of a frame that can be read */
function headerLength(bytes: Buffer): number {
  if (magicOf(bytes) !== FRAME) throw new Error("damaged Zstandard: other bytes after a frame");
  const flags = bytes[4];
  const isSingle = (flags & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3];
  if (dictionaryBytes > 0) throw new Error("Zstandard with a dictionary: unpack it with zstd -D");
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
  const at = isSingle ? 5 : 6;
  // A frame without a window is held as a whole. It is long only if the size has four bytes or more.
  const size =
    sizeBytes < 4 ? 0 : bytes.readUIntLE(at, 4) + (sizeBytes === 8 ? 2 ** 32 * bytes.readUIntLE(at + 4, 4) : 0);
  const windowBytes = isSingle ? size : 2 ** (10 + (bytes[5] >> 3)) * (1 + (bytes[5] & 7) / 8);
  if (windowBytes > MAX_WINDOW_BYTES)
    throw new Error("Zstandard that looks back more than 128 MiB: pack it without --long and --ultra");
  return at + sizeBytes;
}

/**
 * Returns a function that returns the unpacker of the next frame: that of Node.js from 22.15 on, otherwise that of an
 * optional package, which serves all frames, because its memory is freed late.
 */
export function unpackersOfFrames(): () => Unpacker {
  if (ownZstandard().zstdCompressSync !== undefined) return () => zlibUnpacker("ZstdDecompress", "Zstandard");
  const decompressor = new (zstandardPackage()._NapiBindings.Decompressor)();
  return () => (packed) => {
    const ready: Uint8Array[] = [];
    try {
      if (packed !== undefined) decompressor.data(packed, (bytes) => ready.push(bytes));
    } catch (error) {
      throw new Error(`damaged Zstandard: ${(error as Error).message}`);
    }
    return ready;
  };
}

/** Packs bytes as one frame of Zstandard. @throws DataError if a package is missing */
export function zstandard(bytes: Uint8Array): Uint8Array {
  const { zstdCompressSync: pack = zstandardPackage().compress } = ownZstandard();
  return pack(bytes);
}

/** Returns what Node.js itself has for Zstandard, from 22.15 on. */
function ownZstandard(): { readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array } {
  return process.getBuiltinModule("node:zlib") as object;
}

/** Loads the package for Zstandard. @throws DataError that says how to install it if it is missing */
function zstandardPackage(): typeof Napi {
  return optionalPackage("@cloudpss/zstd/napi", "Zstandard before Node.js 22.15");
}
