import { crc32 } from "node:zlib";
import type { Arrays, NumberArray } from "./classifiers/stored-classifier.js";
import { DataError } from "./errors.js";

/** What a file holds: named arrays and named strings. */
export interface Contents {
  readonly arrays: Arrays;
  readonly metadata: Readonly<Record<string, string>>;
}

const DTYPES = { U8: Uint8Array, U16: Uint16Array, U32: Uint32Array, F32: Float32Array, F64: Float64Array } as const;
type Dtype = keyof typeof DTYPES;

const CHECKSUM = "checksum";
/** The checksum of the arrays at the end that can be left unread. */
const TAIL_CHECKSUM = "tail-checksum";
/** Where they begin, in bytes after the header. */
const TAIL_START = "tail-start";
const NO_CHECKSUM = "crc32:00000000";
/** As the safetensors library has it. */
const MAX_HEADER_BYTES = 100_000_000;

/**
 * Lays out arrays and strings as safetensors: eight bytes of header length (little
 * endian), a JSON header that names each array with type, shape and offsets and holds the
 * strings in `__metadata__`, then the arrays. The largest element types come first, and
 * the header is padded with spaces to a multiple of eight, so that every array is aligned
 * (but for those of the tail, which begin anew with the largest).
 * A CRC-32 of everything (with zeros in its own place) is added to the strings: it finds
 * what disks and transfers do to a file, and costs one message far less than a digest would.
 *
 * @param tail names of arrays that come last and have a checksum of their own, so that a
 *   reader who needs none of them need not read them
 */
export function encodeSafetensors({ arrays, metadata }: Contents, tail: readonly string[] = []): Uint8Array {
  const rank = (name: string) => (tail.includes(name) ? 0 : 8) + arrays[name].BYTES_PER_ELEMENT;
  const names = Object.keys(arrays).sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  const strings = { ...metadata, ...tailOf(arrays, names, tail), [CHECKSUM]: NO_CHECKSUM };
  const header: Record<string, unknown> = { __metadata__: strings };
  let size = 0;
  for (const name of names) {
    const { length, byteLength } = arrays[name];
    header[name] = { dtype: dtypeOf(arrays[name]), shape: [length], data_offsets: [size, size + byteLength] };
    size += byteLength;
  }
  const json = Buffer.from(JSON.stringify(header));
  const headerLength = Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(8 + headerLength + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerLength), true);
  file.fill(0x20, 8, 8 + headerLength);
  file.set(json, 8);
  let at = 8 + headerLength;
  for (const name of names) {
    file.set(bytesOf(arrays[name]), at);
    at += arrays[name].byteLength;
  }
  const covered = file.subarray(0, 8 + headerLength + tailStartOf(strings, size));
  file.set(Buffer.from(checksumText(crc32(covered))), checksumAt(file, headerLength));
  return file;
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function tailOf(arrays: Arrays, names: readonly string[], tail: readonly string[]): Contents["metadata"] {
  if (tail.length === 0) return {};
  const last = names.slice(-tail.length);
  // Of no bytes at all, zlib takes the sum to begin anew.
  const crc = last.reduce((sum, name) => (arrays[name].length === 0 ? sum : crc32(bytesOf(arrays[name]), sum)), 0);
  const start = names.slice(0, -tail.length).reduce((sum, name) => sum + arrays[name].byteLength, 0);
  return { [TAIL_CHECKSUM]: checksumText(crc), [TAIL_START]: String(start) };
}

/** Where the arrays end that are always read, in bytes after the header; `size`, if that is all of them. */
function tailStartOf(strings: Contents["metadata"], size: number): number {
  if (strings[TAIL_START] === undefined) return size;
  const start = Number(strings[TAIL_START]);
  if (!Number.isSafeInteger(start) || start < 0 || start > size) throw altered();
  return start;
}

/**
 * How many bytes of a file there are before the arrays that can be left unread.
 *
 * @param beginning of the file, more than its header
 * @returns undefined if there are none, or the header is longer than the beginning
 */
export function headLength(beginning: Uint8Array): number | undefined {
  if (beginning.length < 8) return undefined;
  const length = Number(new DataView(beginning.buffer, beginning.byteOffset).getBigUint64(0, true));
  if (8 + length > beginning.length) return undefined;
  const { __metadata__: strings } = readHeader(beginning.subarray(8, 8 + length));
  const start = isRecord(strings) ? Number(strings[TAIL_START]) : Number.NaN;
  return Number.isSafeInteger(start) && start >= 0 ? 8 + length + start : undefined;
}

/**
 * Reads what `encodeSafetensors` wrote. The arrays are views of `file` where its alignment
 * allows it.
 *
 * @param file all of it, or what `headLength` says: then the arrays of the tail are left out
 * @param check is given the strings before the rest is looked at, and throws if the file is not what it should be
 * @throws DataError that says whether the file is something else, cut short or altered.
 */
export function decodeSafetensors(
  file: Uint8Array,
  check?: (metadata: Contents["metadata"]) => void,
  size = file.length,
): Contents {
  const bytes = file.byteOffset % 8 === 0 ? file : new Uint8Array(file);
  const headerLength = readHeaderLength(bytes);
  const dataStart = 8 + headerLength;
  const header = readHeader(bytes.subarray(8, dataStart));
  const { __metadata__: metadata, ...entries } = header;
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
  const tailStart = tailStartOf(strings, end);
  verifyChecksum(bytes.subarray(0, dataStart + tailStart), headerLength, strings[CHECKSUM]);
  const isWhole = bytes.length === size;
  if (
    isWhole &&
    tailStart < end &&
    checksumText(crc32(bytes.subarray(dataStart + tailStart))) !== strings[TAIL_CHECKSUM]
  )
    throw altered();
  const read = Object.entries(entries).filter(([, entry]) => isWhole || endOf(entry) <= tailStart);
  const arrays = Object.fromEntries(read.map(([name, entry]) => [name, arrayOf(name, entry, bytes, dataStart)]));
  return { arrays, metadata: strings };
}

/** The smallest type of unsigned integer that holds every value, or Float64Array if they are no such integers. */
export function compact(values: ArrayLike<number>): NumberArray {
  if (values instanceof Uint8Array) return values;
  let max = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isInteger(values[i]) || values[i] < 0 || values[i] > 0xffffffff) return new Float64Array(values);
    if (values[i] > max) max = values[i];
  }
  if (max <= 0xff) return new Uint8Array(values);
  return max <= 0xffff ? new Uint16Array(values) : new Uint32Array(values);
}

function readHeaderLength(bytes: Uint8Array): number {
  if (bytes.length < 8)
    throw new DataError(`required a model file, found ${bytes.length} bytes: not a model, or cut short`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length < 2 || length > MAX_HEADER_BYTES || (bytes.length > 8 && bytes[8] !== 0x7b)) {
    throw new DataError("required a model file, found another kind of file");
  }
  if (8 + length > bytes.length) {
    throw new DataError(`required a header of ${length} bytes, found ${bytes.length - 8}: the file is cut short`);
  }
  return length;
}

function readHeader(bytes: Uint8Array): Record<string, unknown> {
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function endOf(entry: unknown): number {
  const end = isRecord(entry) && Array.isArray(entry.data_offsets) ? entry.data_offsets[1] : undefined;
  if (Number.isSafeInteger(end) && end >= 0) return end;
  throw altered();
}

function arrayOf(name: string, entry: unknown, bytes: Uint8Array, dataStart: number): NumberArray {
  const { dtype, shape, data_offsets: offsets } = entry as Record<string, unknown>;
  const [start, end] = offsets as [number, number];
  if (typeof dtype !== "string" || !Object.hasOwn(DTYPES, dtype) || !Array.isArray(shape) || shape.length !== 1) {
    throw new DataError(
      `array ${JSON.stringify(name)}: required one dimension of U8, U16, U32, F32 or F64, found something else`,
    );
  }
  const type = DTYPES[dtype as Dtype];
  const from = bytes.byteOffset + dataStart + start;
  const length = shape[0];
  const sound = Number.isSafeInteger(start) && start >= 0 && Number.isSafeInteger(length) && length >= 0;
  if (!sound || length * type.BYTES_PER_ELEMENT !== end - start) throw altered();
  if (from % type.BYTES_PER_ELEMENT === 0) return new type(bytes.buffer as ArrayBuffer, from, length);
  return new type(new Uint8Array(bytes.subarray(dataStart + start, dataStart + end)).buffer, 0, length);
}

function verifyChecksum(bytes: Uint8Array, headerLength: number, expected: string | undefined): void {
  const at = expected === undefined ? -1 : checksumAt(bytes, headerLength, expected);
  if (at < 0) throw altered();
  const before = crc32(NO_CHECKSUM, crc32(bytes.subarray(0, at)));
  if (checksumText(crc32(bytes.subarray(at + NO_CHECKSUM.length), before)) !== expected) throw altered();
}

function checksumText(crc: number): string {
  return `crc32:${crc.toString(16).padStart(8, "0")}`;
}

/** Where in the file the checksum stands. */
function checksumAt(file: Uint8Array, headerLength: number, checksum = NO_CHECKSUM): number {
  if (checksum.length !== NO_CHECKSUM.length) return -1;
  const header = Buffer.from(file.buffer, file.byteOffset + 8, headerLength);
  const key = `"${CHECKSUM}":"`;
  const at = header.lastIndexOf(`${key}${checksum}"`);
  return at < 0 ? -1 : 8 + at + key.length;
}

function dtypeOf(array: NumberArray): Dtype {
  for (const [dtype, type] of Object.entries(DTYPES)) if (array instanceof type) return dtype as Dtype;
  throw new TypeError("an array of a type that safetensors files do not hold here");
}

function altered(): DataError {
  return new DataError(
    "required a model file as it was written, found another checksum: the file was altered or damaged",
  );
}
