import { isRecord, isText } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { largest } from "../../base/lists.js";
import type { Arrays, NumberArray } from "../../classifiers/stored-arrays.js";

/** The named arrays and named strings of a file. */
export interface Contents {
  readonly arrays: Arrays;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The types of numbers by their names in the header. */
export const DTYPES = {
  U8: Uint8Array,
  U16: Uint16Array,
  U32: Uint32Array,
  F32: Float32Array,
  F64: Float64Array,
} as const;
/** The name of a type of numbers. */
export type Dtype = keyof typeof DTYPES;

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
  const { covered, tail } = checkedRanges(metadata, end);
  requireChecksum(bytes.subarray(0, dataStart + covered), headerLength, metadata[CHECKSUM]);
  const ofTail = bytes.subarray(dataStart + covered, dataStart + tail);
  if (ofTail.length > 0 && checksumText(crc32(ofTail)) !== metadata[TAIL_CHECKSUM]) throw altered();
  const arrays = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, arrayOf(name, entry, bytes, dataStart)]),
  );
  return { arrays, metadata };
}

/** The character `{`, with which every header begins. */
const BRACE = 0x7b;

/**
 * Enough for 100,000 classes with names of 70 characters. Parsing a header takes twenty times as much memory, so
 * a larger one is refused.
 */
export const MAX_HEADER_BYTES = 1 << 23;

/**
 * Returns the length of the header. A file begins with this length in 8 bytes, little-endian; then comes the header.
 *
 * @param bytes the file or its beginning
 * @param size of the file. Default: `bytes` are all of it
 * @throws DataError if it is another kind of file or cut short.
 */
export function readHeaderLength(bytes: Uint8Array, size = bytes.length): number {
  if (bytes.length < 8) {
    throw new DataError(`not a Thresher model, or cut short: the file has only ${bytes.length} bytes`);
  }
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > MAX_HEADER_BYTES && 8 + length <= size && bytes[8] === BRACE) {
    throw new DataError(
      `the header has ${length} bytes, but a model's has at most ${MAX_HEADER_BYTES}: train it with fewer classes or shorter names`,
    );
  }
  if (length < 2 || length > MAX_HEADER_BYTES || (bytes.length > 8 && bytes[8] !== BRACE)) {
    throw new DataError("not a Thresher model");
  }
  if (8 + length > size) {
    throw new DataError(`the file is cut short: it has only ${size - 8} of the ${length} bytes of its header`);
  }
  return length;
}

/**
 * Reads a header.
 *
 * @param check as in `decodeSafetensors`
 * @param dataStart where the arrays begin
 * @param size of the file
 * @returns an object for each array, all strings, and the number of bytes of all arrays
 * @throws DataError if the header cannot be read, or the file is shorter or longer than the header says.
 */
function headerOf(
  header: Uint8Array,
  check: ((metadata: Contents["metadata"]) => void) | undefined,
  dataStart: number,
  size: number,
) {
  const parse = () => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(header));
  const parsed: unknown = orElse(parse, undefined);
  if (!isRecord(parsed)) throw new DataError("not a Thresher model, or damaged: its header is unreadable");
  const { __metadata__: metadata, ...entries } = parsed;
  if (!isRecord(metadata) || !Object.values(metadata).every(isText)) {
    throw new DataError("a safetensors file, but not a Thresher model");
  }
  const strings = metadata as Record<string, string>;
  check?.(strings);
  const end = largest(Object.values(entries).map(endOf), 0);
  if (size < dataStart + end) {
    throw new DataError(`the file is cut short: it has only ${size} of ${dataStart + end} bytes`);
  }
  if (size > dataStart + end) {
    throw new DataError(`something was appended to the file: it has ${size} bytes in place of ${dataStart + end}`);
  }
  return { entries, metadata: strings, end };
}

/** Returns where an array ends, in bytes after the header. @throws DataError if the entry does not say it. */
function endOf(entry: unknown): number {
  const end = isRecord(entry) && Array.isArray(entry.data_offsets) ? entry.data_offsets[1] : undefined;
  if (Number.isSafeInteger(end) && end >= 0) return end;
  throw altered();
}

/**
 * Returns the end of the bytes under the main checksum (`covered`) and the end of the tail, in bytes after the header.
 *
 * @param size the end of all arrays
 */
function checkedRanges(strings: Contents["metadata"], size: number): { covered: number; tail: number } {
  const startOf = (name: string, otherwise: number) => {
    if (strings[name] === undefined) return otherwise;
    const start = Number(strings[name]);
    if (!Number.isSafeInteger(start) || start < 0 || start > otherwise) throw altered();
    return start;
  };
  const tail = startOf(LOOKUP_START, size);
  return { covered: startOf(TAIL_START, tail), tail };
}

/** Returns an array of the file: a view if it is aligned there, otherwise a copy. */
function arrayOf(name: string, entry: unknown, bytes: Uint8Array, dataStart: number): NumberArray {
  const { type, start, length } = positionOf(name, entry);
  const from = bytes.byteOffset + dataStart + start;
  const end = start + length * type.BYTES_PER_ELEMENT;
  if (from % type.BYTES_PER_ELEMENT === 0) return new type(bytes.buffer as ArrayBuffer, from, length);
  return new type(new Uint8Array(bytes.subarray(dataStart + start, dataStart + end)).buffer, 0, length);
}

/**
 * Reads the position of an array.
 *
 * @returns the type of its numbers, where it starts, in bytes after the header, and how many numbers it has
 * @throws DataError unless the entry has the form that `encodeSafetensors` writes.
 */
function positionOf(name: string, entry: unknown) {
  const { dtype, shape, data_offsets: offsets } = entry as Record<string, unknown>;
  const [start, end] = offsets as [number, number];
  if (typeof dtype !== "string" || !Object.hasOwn(DTYPES, dtype) || !Array.isArray(shape) || shape.length !== 1) {
    throw new DataError(
      `array ${JSON.stringify(name)} must have one dimension of the type ${Object.keys(DTYPES).join(", ")}: train the model again`,
    );
  }
  const type = DTYPES[dtype as Dtype];
  const length: number = shape[0];
  const sound = Number.isSafeInteger(start) && start >= 0 && Number.isSafeInteger(length) && length >= 0;
  if (!sound || length * type.BYTES_PER_ELEMENT !== end - start) throw altered();
  return { type, start, length };
}

/** The name of the checksum among the strings of the header. It is computed with `NO_CHECKSUM` in its place. */
export const CHECKSUM = "checksum";
/** In files of version 0.2: the start of a section with its own checksum (the tail), in bytes after the header. */
const TAIL_START = "tail-start";
/** In the same files: the checksum of the tail. */
const TAIL_CHECKSUM = "tail-checksum";
/** In the same files: the start of arrays that are no longer used. */
const LOOKUP_START = "lookup-start";
/** Stands in the place of the checksum while it is computed. */
export const NO_CHECKSUM = "crc32:00000000";

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

/** Returns the CRC-32 of bytes, continued from the one before (`value`). Loads zlib when it is first needed. */
export function crc32(data: string | Uint8Array, value?: number): number {
  return process.getBuiltinModule("node:zlib").crc32(data, value);
}

/** Writes a checksum as in the header: `crc32:` and eight hexadecimal digits. */
export function checksumText(crc: number): string {
  return `crc32:${crc.toString(16).padStart(8, "0")}`;
}

/** Returns the place of the checksum in the file; -1 if it is not there. */
export function checksumAt(file: Uint8Array, headerLength: number, checksum = NO_CHECKSUM): number {
  if (checksum.length !== NO_CHECKSUM.length) return -1;
  const header = Buffer.from(file.buffer, file.byteOffset + 8, headerLength);
  const key = `"${CHECKSUM}":"`;
  const at = header.lastIndexOf(`${key}${checksum}"`);
  return at < 0 ? -1 : 8 + at + key.length;
}

/** Returns the error for a checksum that does not match. */
function altered(): DataError {
  return new DataError("the model file was altered or damaged: a checksum does not fit");
}
