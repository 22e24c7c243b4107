import type { Compressors } from "hyparquet";
import type * as HyparquetCompressors from "hyparquet-compressors";
import { optionalPackage } from "../../base/optional-package.js";
import { unpackedZstandard, unpackersOfFrames } from "../packing/zstandard.js";

/** Unpacks a page. @param size of the unpacked page in bytes */
type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

/** How pages are unpacked. The package for Parquet itself has Snappy. */
export const CODECS: Compressors = {
  GZIP: (packed, size) => process.getBuiltinModule("node:zlib").gunzipSync(packed, limitedTo(size)),
  BROTLI: (packed, size) => process.getBuiltinModule("node:zlib").brotliDecompressSync(packed, limitedTo(size)),
  ZSTD: unpackedPage,
  LZ4: (packed, size) => lz4().decompressLz4(packed, size),
  LZ4_RAW: (packed, size) => lz4().decompressLz4Raw(packed, size),
};

/** zlib does not take 0. */
const limitedTo = (size: number) => ({ maxOutputLength: Math.max(1, size) });

/** What unpacked the last page, if it was sound. */
let unpackers: ReturnType<typeof unpackersOfFrames> | undefined;

/** Unpacks Zstandard up to a size. */
function unpackedPage(packed: Uint8Array, size: number): Uint8Array {
  const own = unpackers ?? unpackersOfFrames();
  unpackers = undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const piece of unpackedZstandard([packed], own)) {
    pieces.push(piece);
    length += piece.length;
    if (length > size) break;
  }
  if (length === size) unpackers = own;
  return Buffer.concat(pieces, length);
}

/** Loads the package for LZ4. @throws DataError that says how to install it if it is missing */
function lz4(): { readonly decompressLz4: Unpack; readonly decompressLz4Raw: Unpack } {
  return optionalPackage<typeof HyparquetCompressors>("hyparquet-compressors", "Parquet with LZ4");
}
