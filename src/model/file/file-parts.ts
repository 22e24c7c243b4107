import { DataError } from "../../base/errors.js";
import type { NumberArray } from "../../classifiers/stored-classifier.js";
import type { OpenFile } from "../../documents/files/files.js";
import { altered } from "../../features/term-lookup.js";
import { type Contents, extentOf, headerOf, readHeaderLength } from "./safetensors-header.js";

/** The type of an array. */
interface NumbersOf<T> {
  new (length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Nearly every header fits. */
const BEGINNING = 1 << 13;

/** The size of a piece, in bytes. */
const PIECE = 1 << 20;

/** A file that checks what is read of it: see `checked-blocks.ts`. */
export interface CheckedSource extends OpenFile {
  /** Fills `into` with ranges of units of `size` bytes: the first unit, and the one after the last. */
  readRanges(start: number, size: number, ranges: ArrayLike<number>, into: Uint8Array): void;
}

/** A file of `encodeSafetensors`, of which single arrays are read. It checks no checksum by itself. */
export class FileParts {
  /** The bytes before the arrays; their number is a multiple of eight. */
  readonly head: Uint8Array;
  readonly metadata: Contents["metadata"];
  #file: OpenFile;
  #checked: CheckedSource | undefined;
  readonly #entries: Readonly<Record<string, unknown>>;

  /**
   * @param check as in `decodeSafetensors`
   * @throws DataError if the file is something else, cut short or altered; it says which.
   */
  constructor(file: OpenFile, check?: (metadata: Contents["metadata"]) => void) {
    this.#file = file;
    const beginning = new Uint8Array(Math.min(BEGINNING, file.size));
    file.read(0, beginning);
    const dataStart = 8 + readHeaderLength(beginning, file.size);
    this.head = beginning.subarray(0, dataStart);
    if (dataStart > beginning.length) {
      this.head = new Uint8Array(dataStart);
      file.read(0, this.head);
    }
    const { entries, metadata } = headerOf(this.head.subarray(8), check, dataStart, file.size);
    this.#entries = entries;
    this.metadata = metadata;
  }

  /** Checks from now on what is read. */
  readFrom(file: CheckedSource): void {
    this.#file = file;
    this.#checked = file;
  }

  /** The names of all arrays. */
  get names(): string[] {
    return Object.keys(this.#entries);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#entries, name);
  }

  /**
   * The first byte of an array in the file, and its length in bytes.
   *
   * @param type the expected type. Default: any
   * @throws DataError if there is no such array.
   */
  extent(name: string, type?: NumbersOf<NumberArray>): { start: number; length: number } {
    if (!this.has(name)) throw new DataError(`the model has no array ${JSON.stringify(name)}: train it again`);
    const { type: found, start, length } = extentOf(name, this.#entries[name]);
    if (type !== undefined && (found as unknown) !== type) throw altered();
    return { start: this.head.length + start, length: length * found.BYTES_PER_ELEMENT };
  }

  /** Reads an array. @throws DataError if there is no such array. */
  array<T extends NumberArray>(name: string, type: NumbersOf<T>): T {
    const { start, length } = this.extent(name, type);
    const array = new type(length / type.BYTES_PER_ELEMENT);
    this.read(start, array);
    return array;
  }

  /** Reads an array of any type. @throws DataError if there is no such array. */
  whole(name: string): NumberArray {
    return this.array(name, this.#typeOf(name));
  }

  /**
   * Reads ranges of an array of a checked file, one after the other.
   *
   * @param ranges pairs: the first number of each, and the one after its last
   * @param width in units of so many numbers. Default 1
   * @throws DataError if there is no such array, or a range is not in it.
   */
  ranges(name: string, ranges: ArrayLike<number>, width = 1): NumberArray {
    const type = this.#typeOf(name);
    const { start, length } = this.extent(name, type);
    const size = width * type.BYTES_PER_ELEMENT;
    let all = 0;
    for (let i = 0; i < ranges.length; i += 2) {
      if (ranges[i] > ranges[i + 1] || ranges[i + 1] * size > length) throw altered();
      all += ranges[i + 1] - ranges[i];
    }
    if (this.#checked === undefined) throw new TypeError("ranges are read of a checked file");
    const array = new type(width * all);
    this.#checked.readRanges(start, size, ranges, new Uint8Array(array.buffer));
    return array;
  }

  #typeOf(name: string): NumbersOf<NumberArray> {
    this.extent(name);
    return extentOf(name, this.#entries[name]).type;
  }

  /** The size of the file in bytes. */
  get size(): number {
    return this.#file.size;
  }

  /** The bytes `[start, end)` of the file in pieces. Each is valid until the next. */
  *pieces(start: number, end: number): Generator<Uint8Array> {
    const room = new Uint8Array(Math.min(PIECE, end - start));
    for (let at = start; at < end; at += room.length) {
      const piece = room.subarray(0, end - at);
      this.#file.read(at, piece);
      yield piece;
    }
  }

  /** Fills an array with bytes of the file. */
  read(start: number, into: NumberArray): void {
    this.#file.read(start, new Uint8Array(into.buffer, into.byteOffset, into.byteLength));
  }
}

/** The parts of a file in memory. */
export function partsOfBytes(file: Uint8Array): FileParts {
  const read = (from: number, into: Uint8Array) => into.set(file.subarray(from, from + into.length));
  return new FileParts({ size: file.length, read });
}
