import { DataError } from "../../base/errors.js";
import type { Arrays, NumberArray } from "../../classifiers/stored-classifier.js";
import { altered } from "../../features/term-lookup.js";
import {
  type Contents,
  DTYPES,
  type Dtype,
  endOf,
  extentOf,
  headerOf,
  isRecord,
  MAX_HEADER_BYTES,
  readHeader,
  readHeaderLength,
} from "./safetensors-header.js";

/** Loaded when a checksum is computed: who reads parts of a file computes none, and it takes longer than reading them. */
function crc32(data: string | Uint8Array, value?: number): number {
  return process.getBuiltinModule("node:zlib").crc32(data, value);
}

const CHECKSUM = "checksum";
/** The checksum of the arrays at the end that can be left unread. */
const TAIL_CHECKSUM = "tail-checksum";
/** Where they begin, in bytes after the header. */
const TAIL_START = "tail-start";
/** Where those begin that no checksum covers. */
export const LOOKUP_START = "lookup-start";
const NO_CHECKSUM = "crc32:00000000";
/**
 * Lays out arrays and strings as safetensors: eight bytes of header length (little
 * endian), a JSON header that names each array with type, shape and offsets and holds the
 * strings in `__metadata__`, then the arrays. The largest element types come first, and
 * the header is padded with spaces to a multiple of eight, so that every array is aligned
 * (but for those of the tail, which begin anew with the largest).
 * A CRC-32 of everything (with zeros in its own place) is added to the strings: it finds
 * what disks and transfers do to a file, and costs one message far less than a digest would.
 *
 * @param tail names of arrays that come after the others and have a checksum of their own, so
 *   that a reader who needs none of them need not read them
 * @param lookup names of arrays that come last and are checked by who reads parts of them: no
 *   checksum of the file covers them
 */
export function encodeSafetensors(
  { arrays, metadata }: Contents,
  tail: readonly string[] = [],
  lookup: readonly string[] = [],
): Uint8Array {
  const part = (name: string) => (lookup.includes(name) ? 0 : tail.includes(name) ? 1 : 2);
  const rank = (name: string) => 8 * part(name) + arrays[name].BYTES_PER_ELEMENT;
  const names = Object.keys(arrays).sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  const { [TAIL_CHECKSUM]: _checksum, [TAIL_START]: _tail, [LOOKUP_START]: _lookup, ...others } = metadata;
  const strings = { ...others, ...partsOf(arrays, names, tail, lookup), [CHECKSUM]: NO_CHECKSUM };
  const header: Record<string, unknown> = { __metadata__: strings };
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
      `the names of the classes take ${json.length} bytes with the settings, and a model file has room for ${MAX_HEADER_BYTES}: use fewer classes or shorter names`,
    );
  }
  const file = new Uint8Array(8 + headerLength + size);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerLength), true);
  file.fill(0x20, 8, 8 + headerLength);
  file.set(json, 8);
  let at = 8 + headerLength;
  for (const name of names) {
    file.set(bytesOf(arrays[name]), at);
    at += arrays[name].byteLength;
  }
  const covered = file.subarray(0, 8 + headerLength + extentsOf(strings, size).head);
  file.set(Buffer.from(checksumText(crc32(covered))), checksumAt(file, headerLength));
  return file;
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** What says where the parts begin that not everybody reads. */
function partsOf(
  arrays: Arrays,
  names: readonly string[],
  tail: readonly string[],
  lookup: readonly string[],
): Contents["metadata"] {
  const lookupAt = names.length - lookup.length;
  const tailAt = lookupAt - tail.length;
  const startOf = (index: number) => String(names.slice(0, index).reduce((sum, n) => sum + arrays[n].byteLength, 0));
  const strings: Record<string, string> = {};
  if (tail.length > 0) {
    const last = names.slice(tailAt, lookupAt);
    // Of no bytes at all, zlib takes the sum to begin anew.
    const crc = last.reduce((sum, name) => (arrays[name].length === 0 ? sum : crc32(bytesOf(arrays[name]), sum)), 0);
    strings[TAIL_CHECKSUM] = checksumText(crc);
    strings[TAIL_START] = startOf(tailAt);
  }
  if (lookup.length > 0) strings[LOOKUP_START] = startOf(lookupAt);
  return strings;
}

/** Where the arrays end that are always read, and those of the tail, in bytes after the header of `size` that there are. */
export function extentsOf(strings: Contents["metadata"], size: number): { head: number; tail: number } {
  const startOf = (name: string, otherwise: number) => {
    if (strings[name] === undefined) return otherwise;
    const start = Number(strings[name]);
    if (!Number.isSafeInteger(start) || start < 0 || start > otherwise) throw altered();
    return start;
  };
  const tail = startOf(LOOKUP_START, size);
  return { head: startOf(TAIL_START, tail), tail };
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
  const start = isRecord(strings) ? Number(strings[TAIL_START] ?? strings[LOOKUP_START]) : Number.NaN;
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
  const { entries, metadata: strings, end } = headerOf(bytes.subarray(8, dataStart), check, dataStart, size);
  const { head, tail } = extentsOf(strings, end);
  requireChecksum(bytes.subarray(0, dataStart), strings[CHECKSUM], [bytes.subarray(dataStart, dataStart + head)]);
  const isWhole = bytes.length === size;
  const ofTail = bytes.subarray(dataStart + head, dataStart + tail);
  if (isWhole && ofTail.length > 0 && checksumText(crc32(ofTail)) !== strings[TAIL_CHECKSUM]) throw altered();
  const read = Object.entries(entries).filter(([, entry]) => isWhole || endOf(entry) <= head);
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

function arrayOf(name: string, entry: unknown, bytes: Uint8Array, dataStart: number): NumberArray {
  const { type, start, length } = extentOf(name, entry);
  const from = bytes.byteOffset + dataStart + start;
  const end = start + length * type.BYTES_PER_ELEMENT;
  if (from % type.BYTES_PER_ELEMENT === 0) return new type(bytes.buffer as ArrayBuffer, from, length);
  return new type(new Uint8Array(bytes.subarray(dataStart + start, dataStart + end)).buffer, 0, length);
}

/**
 * @param beginning of the file, to the end of the header
 * @param rest what follows and is covered by the checksum, in pieces
 * @throws DataError if the checksum is not the expected one.
 */
export function requireChecksum(beginning: Uint8Array, expected: string | undefined, rest: Iterable<Uint8Array>): void {
  const at = expected === undefined ? -1 : checksumAt(beginning, beginning.length - 8, expected);
  if (at < 0) throw altered();
  let crc = crc32(NO_CHECKSUM, crc32(beginning.subarray(0, at)));
  crc = crc32(beginning.subarray(at + NO_CHECKSUM.length), crc);
  // Of no bytes at all, zlib takes the sum to begin anew.
  for (const piece of rest) if (piece.length > 0) crc = crc32(piece, crc);
  if (checksumText(crc) !== expected) throw altered();
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
