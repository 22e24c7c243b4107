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

/** A file of `encodeSafetensors`, of which single arrays are read. It does not check any checksum. */
export class FileParts {
  /** The bytes before the arrays; their number is a multiple of eight. */
  readonly head: Uint8Array;
  readonly metadata: Contents["metadata"];
  readonly #file: OpenFile;
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
