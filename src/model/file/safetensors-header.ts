import { isRecord, isText } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { largest } from "../../base/lists.js";
import type { Arrays } from "../../classifiers/stored-arrays.js";

/** The named arrays and named strings of a file. */
export interface Contents {
  readonly arrays: Arrays;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Returns the error for a checksum that does not match. */
export function altered(): DataError {
  return new DataError("the model file was altered or damaged: a checksum does not fit");
}

/** The types of numbers by their names in the header. */
export const DTYPES = {
  U8: Uint8Array,
  U16: Uint16Array,
  U32: Uint32Array,
  F32: Float32Array,
  F64: Float64Array,
} as const;
export type Dtype = keyof typeof DTYPES;

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
export function headerOf(
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
 * Reads the position of an array.
 *
 * @returns the type of its numbers, where it starts, in bytes after the header, and how many numbers it has
 * @throws DataError unless the entry has the form that `encodeSafetensors` writes.
 */
export function extentOf(name: string, entry: unknown) {
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
