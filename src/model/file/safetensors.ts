import { DataError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import type { NumberArray } from "../../classifiers/stored-arrays.js";
import {
  altered,
  type Contents,
  DTYPES,
  type Dtype,
  extentOf,
  headerOf,
  MAX_HEADER_BYTES,
  readHeaderLength,
} from "./safetensors-header.js";

/** Returns the CRC-32 of bytes, continued from the one before (`value`). Loads zlib when it is first needed. */
function crc32(data: string | Uint8Array, value?: number): number {
  return process.getBuiltinModule("node:zlib").crc32(data, value);
}

/** The name of the checksum among the strings of the header. It is computed with `NO_CHECKSUM` in its place. */
const CHECKSUM = "checksum";
/** In files of version 0.2: the start of a section with its own checksum (the tail), in bytes after the header. */
const TAIL_START = "tail-start";
/** In the same files: the checksum of the tail. */
const TAIL_CHECKSUM = "tail-checksum";
/** In the same files: the start of arrays that are no longer used. */
const LOOKUP_START = "lookup-start";
/** Stands in the place of the checksum while it is computed. */
const NO_CHECKSUM = "crc32:00000000";

/** Node.js 20 has no larger arrays. */
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

/**
 * Returns the end of the bytes under the main checksum (`covered`) and the end of the tail, in bytes after the header.
 *
 * @param size the end of all arrays
 */
function extentsOf(strings: Contents["metadata"], size: number): { covered: number; tail: number } {
  const startOf = (name: string, otherwise: number) => {
    if (strings[name] === undefined) return otherwise;
    const start = Number(strings[name]);
    if (!Number.isSafeInteger(start) || start < 0 || start > otherwise) throw altered();
    return start;
  };
  const tail = startOf(LOOKUP_START, size);
  return { covered: startOf(TAIL_START, tail), tail };
}

/**
 * Reads a file that `encodeSafetensors` wrote. If `file` is aligned to 8 bytes, the arrays are views of it.
 *
 * @param check gets the strings before anything else is read; throws if it is the wrong kind of file
 * @throws DataError if the file is something else, cut short or altered; the message says which.
 */
export function decodeSafetensors(file: Uint8Array, check?: (metadata: Contents["metadata"]) => void): Contents {
  const bytes = file.byteOffset % 8 === 0 ? file : new Uint8Array(file);
  const headerLength = readHeaderLength(bytes);
  const dataStart = 8 + headerLength;
  const { entries, metadata, end } = headerOf(bytes.subarray(8, dataStart), check, dataStart, bytes.length);
  const { covered, tail } = extentsOf(metadata, end);
  requireChecksum(bytes.subarray(0, dataStart + covered), headerLength, metadata[CHECKSUM]);
  const ofTail = bytes.subarray(dataStart + covered, dataStart + tail);
  if (ofTail.length > 0 && checksumText(crc32(ofTail)) !== metadata[TAIL_CHECKSUM]) throw altered();
  const arrays = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, arrayOf(name, entry, bytes, dataStart)]),
  );
  return { arrays, metadata };
}

/** Returns an array of the file: a view if it is aligned there, otherwise a copy. */
function arrayOf(name: string, entry: unknown, bytes: Uint8Array, dataStart: number): NumberArray {
  const { type, start, length } = extentOf(name, entry);
  const from = bytes.byteOffset + dataStart + start;
  const end = start + length * type.BYTES_PER_ELEMENT;
  if (from % type.BYTES_PER_ELEMENT === 0) return new type(bytes.buffer as ArrayBuffer, from, length);
  return new type(new Uint8Array(bytes.subarray(dataStart + start, dataStart + end)).buffer, 0, length);
}

/**
 * Checks the checksum of a file.
 *
 * @param file up to the end of the bytes under the checksum
 * @throws DataError if the checksum is not the expected one.
 */
function requireChecksum(file: Uint8Array, headerLength: number, expected = ""): void {
  const at = checksumAt(file, headerLength, expected);
  if (at < 0) throw altered();
  // As if the file still had `NO_CHECKSUM` there: the bytes before it, this text, and the bytes after it.
  const crc = crc32(file.subarray(at + NO_CHECKSUM.length), crc32(NO_CHECKSUM, crc32(file.subarray(0, at))));
  if (checksumText(crc) !== expected) throw altered();
}

/** Writes a checksum as in the header: `crc32:` and eight hexadecimal digits. */
function checksumText(crc: number): string {
  return `crc32:${crc.toString(16).padStart(8, "0")}`;
}

/** Returns the place of the checksum in the file; -1 if it is not there. */
function checksumAt(file: Uint8Array, headerLength: number, checksum = NO_CHECKSUM): number {
  if (checksum.length !== NO_CHECKSUM.length) return -1;
  const header = Buffer.from(file.buffer, file.byteOffset + 8, headerLength);
  const key = `"${CHECKSUM}":"`;
  const at = header.lastIndexOf(`${key}${checksum}"`);
  return at < 0 ? -1 : 8 + at + key.length;
}

/** Returns the name of the type of an array. */
function dtypeOf(array: NumberArray): Dtype {
  for (const [dtype, type] of Object.entries(DTYPES)) if (array instanceof type) return dtype as Dtype;
  throw new TypeError("an array of a type that model files do not have");
}
