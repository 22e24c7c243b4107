import { DataError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import type { NumberArray } from "../../classifiers/stored-arrays.js";
import {
  CHECKSUM,
  type Contents,
  checksumAt,
  checksumText,
  crc32,
  DTYPES,
  type Dtype,
  MAX_HEADER_BYTES,
  NO_CHECKSUM,
} from "./safetensors.js";

/** Maximum size of a model file in bytes. Node.js 20 has no larger arrays. */
export const MAX_FILE_BYTES = 2 ** 32 - 1;

/**
 * Lays out arrays and strings as safetensors, as the README of this folder says. The largest element types come first,
 * and the header is padded to a multiple of eight bytes, so that every array is aligned. A CRC-32 of the whole file
 * finds damage by disks and transfers, and takes far less time than a digest.
 */
export function encodeSafetensors({ arrays, metadata }: Contents): Uint8Array {
  const width = (name: string) => arrays[name].BYTES_PER_ELEMENT;
  const names = Object.keys(arrays).sort((a, b) => width(b) - width(a) || (a < b ? -1 : 1));
  const header: Record<string, unknown> = { __metadata__: { ...metadata, [CHECKSUM]: NO_CHECKSUM } };
  let size = 0;
  for (const name of names) {
    const { length, byteLength } = arrays[name];
    header[name] = { dtype: dtypeOf(arrays[name]), shape: [length], data_offsets: [size, size + byteLength] };
    size += byteLength;
  }
  const json = Buffer.from(JSON.stringify(header));
  const headerLength = Math.ceil(json.length / 8) * 8;
  if (headerLength > MAX_HEADER_BYTES) {
    throw new DataError(
      `the names of the classes take ${json.length} bytes with the settings, but a model file has room for ${MAX_HEADER_BYTES}: use fewer classes or shorter names`,
    );
  }
  if (8 + headerLength + size > MAX_FILE_BYTES) {
    throw new DataError(
      `the model would take ${megabytes(8 + headerLength + size)}, but a model file takes at most 4 GB: use fewer kinds of terms, such as shorter n-grams or fewer header fields`,
    );
  }
  // The length of the header in 8 bytes, the header with spaces (0x20) after it, and the arrays.
  const file = new Uint8Array(8 + headerLength + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerLength), true);
  file.fill(0x20, 8, 8 + headerLength);
  file.set(json, 8);
  let at = 8 + headerLength;
  for (const name of names) {
    const { buffer, byteOffset, byteLength } = arrays[name];
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  file.set(Buffer.from(checksumText(crc32(file))), checksumAt(file, headerLength));
  return file;
}

/** Returns the name of the type of an array. */
function dtypeOf(array: NumberArray): Dtype {
  for (const [dtype, type] of Object.entries(DTYPES)) if (array instanceof type) return dtype as Dtype;
  throw new TypeError("an array of a type that model files do not have");
}
