import type { NumberArray } from "./classifiers/stored-classifier.js";
import type { OpenFile } from "./documents/open-file.js";
import { DataError } from "./errors.js";
import { altered, type Contents, extentOf, headerOf, readHeaderLength } from "./safetensors.js";

/** Nearly every header fits. */
const BEGINNING = 1 << 13;

/** A file as `encodeSafetensors` writes it, of which some arrays are read. None of its checksums is looked at. */
export class FileParts {
  /** The bytes before the arrays: as many as a multiple of eight. */
  readonly head: Uint8Array;
  readonly metadata: Contents["metadata"];
  readonly #file: OpenFile;
  readonly #entries: Readonly<Record<string, unknown>>;

  /**
   * @param check as of `decodeSafetensors`
   * @throws DataError that says whether the file is something else, cut short or altered.
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

  /** How many bytes an array has, and where in the file they begin. @throws DataError if there is none of that name. */
  extent(name: string): { start: number; length: number } {
    if (!this.has(name)) throw new DataError(`array ${JSON.stringify(name)}: required one of that name, found none`);
    const { type, start, length } = extentOf(name, this.#entries[name]);
    return { start: this.head.length + start, length: length * type.BYTES_PER_ELEMENT };
  }

  /** An array, read now. @throws DataError if there is none of that name and type. */
  array<T extends NumberArray>(name: string, type: { new (length: number): T }): T {
    const { start } = this.extent(name);
    const extent = extentOf(name, this.#entries[name]);
    if ((extent.type as unknown) !== type) throw altered();
    const array = new type(extent.length);
    this.read(start, array);
    return array;
  }

  /** Fills an array with the bytes of the file from one on. */
  read(start: number, into: NumberArray): void {
    this.#file.read(start, new Uint8Array(into.buffer, into.byteOffset, into.byteLength));
  }
}
