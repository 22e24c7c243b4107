import { DataError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";

/** In bytes. V8 frees arrays that are no longer used only when this many have gathered. */
const GARBAGE = 64e6;

/**
 * The models in memory. When they take more bytes than the process has left for them, those that were not used for the
 * longest time are released. The model that was used last always stays.
 */
export class ModelCache<T> {
  /** The bytes that models may take. */
  readonly #limit: number;
  readonly #release: (value: T) => void;
  /** The values and the bytes that each takes, in the order of their last use. */
  readonly #entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  #bytes = 0;

  /**
   * @param memory the bytes that the process may take, of which it uses some without any model
   * @param release called with each value that is released
   * @throws DataError if the process needs as much without any model.
   */
  constructor(memory: number, release: (value: T) => void) {
    const used = process.memoryUsage.rss() + GARBAGE;
    this.#limit = memory - used;
    this.#release = release;
    if (this.#limit > 0) return;
    const why = `without the models of users, the server needs ${megabytes(used)}`;
    throw new DataError(`cache: ${megabytes(memory)} is too little: ${why}`, { options: ["cache"] });
  }

  /** The number of values. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns a value, which is then the one that was used last. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds a value, or its size if it has grown, and releases others to make room for it. @param bytes that it takes */
  set(key: string, value: T, bytes: number): void {
    const before = this.#entries.get(key);
    if (before !== undefined && before.value !== value) this.#release(before.value);
    this.#entries.delete(key);
    this.#bytes -= before?.bytes ?? 0;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit || oldest === key) break;
      this.delete(oldest);
    }
  }

  /** Releases a value, if there is one. */
  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.#release(entry.value);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }
}
