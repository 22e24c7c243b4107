import type * as Napi from "@cloudpss/zstd/napi";
import { orElse, reason } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import { optionalPackage } from "../../base/optional-package.js";

/** Whether bytes begin with a frame of Zstandard (RFC 8878), or with one to skip, such as a table of frames. */
export function hasZstandardMagic([a, b, c, d]: Uint8Array): boolean {
  const magic = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  return magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5;
}

/** A frame of eight zeros. */
const ZEROS_FRAME = Buffer.from("28b52ffd200843000000", "hex");
const ZEROS = Buffer.alloc(8);

/** What to do about some errors of the package. */
const ADVICE: Readonly<Record<string, string>> = {
  "Dictionary mismatch": "Zstandard with a dictionary: unpack it with zstd -D",
  "Frame requires too much memory for decoding":
    "Zstandard that looks back more than 128 MiB: pack it without --long and --ultra",
};

/**
 * Returns what unpacks Zstandard (RFC 8878), in small pieces: frames, and frames to skip, one after another.
 *
 * @returns a function that throws an Error that says what is wrong with the bytes
 * @throws DataError if the package for it is missing
 */
export function zstandardUnpacker() {
  const decompressor = new (zstandardPackage()._NapiBindings.Decompressor)();
  const unpack = (packed: Buffer) => {
    const ready: Uint8Array[] = [];
    try {
      decompressor.data(packed, (bytes) => ready.push(bytes));
    } catch (error) {
      throw new Error(ADVICE[reason(error)] ?? `damaged Zstandard: ${reason(error)}`);
    }
    return ready;
  };
  return (piece?: Buffer): Uint8Array[] => {
    if (piece !== undefined) return unpack(piece);
    // The package does not tell whether the last frame has ended. If it has, another frame can be unpacked.
    const rest = Buffer.concat(orElse(() => unpack(ZEROS_FRAME), []));
    if (!rest.subarray(-ZEROS.length).equals(ZEROS)) throw new Error("damaged Zstandard: unexpected end of file");
    return [rest.subarray(0, -ZEROS.length)];
  };
}

/** Packs bytes as one frame of Zstandard. @throws DataError if the package for it is missing */
export function zstandard(bytes: Uint8Array): Uint8Array {
  return zstandardPackage().compress(bytes);
}

/** Loads the package for Zstandard. @throws DataError that says how to install it if it is missing */
export const zstandardPackage = lazily(() => optionalPackage<typeof Napi>("@cloudpss/zstd/napi", "Zstandard"));
