import type { Compressors } from "hyparquet";
import type * as HyparquetCompressors from "hyparquet-compressors";
import { lazily } from "../../base/lazily.js";
import { optionalPackage } from "../../base/optional-package.js";
import { zstandardPackage } from "../packing/zstandard.js";

/** In bytes, of an unpacked page. Programs write pages of 1 MB, DuckDB of up to 100 MB. */
export const MAX_PAGE_BYTES = 2 ** 28;

/** How pages are unpacked. The package for Parquet itself has Snappy. It checks the sizes. */
export const CODECS: Compressors = {
  GZIP: (packed) => process.getBuiltinModule("node:zlib").gunzipSync(packed, { maxOutputLength: MAX_PAGE_BYTES }),
  BROTLI: (packed) =>
    process.getBuiltinModule("node:zlib").brotliDecompressSync(packed, { maxOutputLength: MAX_PAGE_BYTES }),
  ZSTD: (packed) => zstandardPackage()._NapiBindings.decompress(Buffer.from(packed), MAX_PAGE_BYTES),
  LZ4: (packed, size) => lz4().LZ4(packed, size),
  LZ4_RAW: (packed, size) => lz4().LZ4_RAW(packed, size),
};

/** Loads the package for LZ4. @throws DataError that says how to install it if it is missing */
const lz4 = lazily(() => {
  const { compressors } = optionalPackage<typeof HyparquetCompressors>("hyparquet-compressors", "Parquet with LZ4");
  return compressors as Required<Compressors>;
});
