import { DataError } from "../../base/errors.js";
import type { Arrays } from "../../classifiers/stored-classifier.js";
/** What a file holds: named arrays and named strings. */
export interface Contents {
  readonly arrays: Arrays;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The types of numbers that a file may hold, by their name in the header. */
export const DTYPES = {
  U8: Uint8Array,
  U16: Uint16Array,
  U32: Uint32Array,
  F32: Float32Array,
  F64: Float64Array,
} as const;
/** The name of one of them. */
export type Dtype = keyof typeof DTYPES;

/**
 * Enough for 100,000 classes with names of 70 characters; what is read of it takes twenty times as much memory, if it is
 * forged. The safetensors library allows 100 MB.
 */
export const MAX_HEADER_BYTES = 1 << 23;

/** The length of the header, of all of a file or enough of it. @throws DataError if it is another kind of file, or cut short. */
export function readHeaderLength(bytes: Uint8Array, size = bytes.length): number {
  if (bytes.length < 8)
    throw new DataError(`required a model file, found ${bytes.length} bytes: not a model, or cut short`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > MAX_HEADER_BYTES && 8 + length <= size && bytes[8] === 0x7b) {
    throw new DataError(
      `the header has ${length} bytes, and a model's at most ${MAX_HEADER_BYTES}: train it with fewer classes or shorter names`,
    );
  }
  if (length < 2 || length > MAX_HEADER_BYTES || (bytes.length > 8 && bytes[8] !== 0x7b)) {
    throw new DataError("required a model file, found another kind of file");
  }
  if (8 + length > size) {
    throw new DataError(`required a header of ${length} bytes, found ${size - 8}: the file is cut short`);
  }
  return length;
}

/** The arrays and the strings that a header names. */
export interface Header {
  readonly entries: Readonly<Record<string, unknown>>;
  readonly metadata: Contents["metadata"];
  /** How many bytes of arrays there are. */
  readonly end: number;
}

/**
 * What a header says, and whether a file is as long as that.
 *
 * @param check as of `decodeSafetensors`
 * @param dataStart where the arrays begin
 * @param size of the file
 */
export function headerOf(
  header: Uint8Array,
  check: ((metadata: Contents["metadata"]) => void) | undefined,
  dataStart: number,
  size: number,
): Header {
  const { __metadata__: metadata, ...entries } = readHeader(header);
  if (!isRecord(metadata) || !Object.values(metadata).every((value) => typeof value === "string")) {
    throw new DataError("required a model file, found another safetensors file");
  }
  const strings = metadata as Record<string, string>;
  check?.(strings);
  const end = Object.values(entries).reduce<number>((last, entry) => Math.max(last, endOf(entry)), 0);
  if (size < dataStart + end) {
    throw new DataError(`required ${dataStart + end} bytes, found ${size}: the file is cut short`);
  }
  if (size > dataStart + end) {
    throw new DataError(`required ${dataStart + end} bytes, found ${size}: something was appended to the file`);
  }
  return { entries, metadata: strings, end };
}

export function readHeader(bytes: Uint8Array): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isRecord(header)) return header;
  } catch {
    // Not JSON: said below, like everything else that a header cannot be.
  }
  throw new DataError(
    "required a model file, found an unreadable header: the file is another kind of file, or altered",
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function endOf(entry: unknown): number {
  const end = isRecord(entry) && Array.isArray(entry.data_offsets) ? entry.data_offsets[1] : undefined;
  if (Number.isSafeInteger(end) && end >= 0) return end;
  throw altered();
}

/** What a header says of an array. */
export interface ArrayExtent {
  readonly type: (typeof DTYPES)[Dtype];
  /** In bytes after the header. */
  readonly start: number;
  /** How many numbers. */
  readonly length: number;
}

/** @throws DataError if an entry of a header is none that this program writes. */
export function extentOf(name: string, entry: unknown): ArrayExtent {
  const { dtype, shape, data_offsets: offsets } = entry as Record<string, unknown>;
  const [start, end] = offsets as [number, number];
  if (typeof dtype !== "string" || !Object.hasOwn(DTYPES, dtype) || !Array.isArray(shape) || shape.length !== 1) {
    throw new DataError(
      `array ${JSON.stringify(name)}: required one dimension of U8, U16, U32, F32 or F64, found something else`,
    );
  }
  const type = DTYPES[dtype as Dtype];
  const length = shape[0];
  const sound = Number.isSafeInteger(start) && start >= 0 && Number.isSafeInteger(length) && length >= 0;
  if (!sound || length * type.BYTES_PER_ELEMENT !== end - start) throw altered();
  return { type, start, length };
}

/** What is said of a file with another checksum than it has to have. */
export function altered(): DataError {
  return new DataError(
    "required a model file as it was written, found another checksum: the file was altered or damaged",
  );
}
