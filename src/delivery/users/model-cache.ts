import { DataError } from "../../base/errors.js";
import { collectAllGarbage } from "../../base/garbage.js";
import { megabytes } from "../../base/numbers.js";

/** The process is full at this share of its memory, because reading messages takes some, too. */
const FULL = 0.9;
/** The growth of a full process before more models go, as a share of its memory. */
const GROWTH = 0.01;
/** The garbage that may wait, as a share of the memory. */
const GARBAGE = 0.08;
/** With more freed memory than this share, models may come without others going. */
const UNUSED = 0.25;

/**
 * Keeps as many models as the memory of the process allows. The one that was not used for the longest time goes first.
 *
 * The resident memory of the process is measured. A process seldom gives memory back to the system, but it uses freed
 * memory again. So in a full process, a new model makes only as much go as it takes itself, and more goes if the
 * process grows all the same. The arrays of a model lie outside the heap of V8, which would collect them too late.
 */
export class ModelCache<T> {
  readonly #memory: number;
  readonly #release: (value: T) => void;
  /** The values, each with an estimate of its memory in bytes. The one that was used last is the last one. */
  readonly #entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  /** The most bytes that the process has taken since it became full. */
  #highest: number;
  /** Bytes outside V8 when there were no models. */
  readonly #unused = unusedBytes();
  /** Bytes of models that have to go; negative if as many may come. */
  #owed = 0;
  /** Bytes that may have become garbage since the last collection. */
  #garbage = 0;

  /**
   * @param memory how many bytes the process may take
   * @param release called with each value that goes
   * @throws DataError if the process takes too much without any model.
   */
  constructor(memory: number, release: (value: T) => void) {
    this.#memory = memory;
    this.#release = release;
    this.#highest = FULL * memory;
    const { rss: used } = process.memoryUsage();
    if (used < this.#highest) return;
    const why = `without the models of users, the server takes ${megabytes(used)}`;
    throw new DataError(`memory: ${megabytes(memory)} is too little: ${why}`, { options: ["memory"] });
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns a value, as the one that was used last. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds a value. @param bytes about how much memory it takes, to compare it with others */
  set(key: string, value: T, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#owed += bytes;
  }

  /** Releases a value, if there is one. */
  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    // Reading and writing a model leaves as much garbage as the model.
    this.#garbage += 2 * entry.bytes;
    this.#release(entry.value);
  }

  clear(): void {
    for (const key of this.#entries.keys()) this.delete(key);
  }

  /** Makes room. Call it after each use. @param used bytes that were used for a while, such as those of a message */
  trim(used: number): void {
    this.#garbage += used;
    const { rss } = process.memoryUsage();
    if (rss <= FULL * this.#memory) {
      this.#highest = FULL * this.#memory;
      this.#owed = 0;
    } else if (rss > this.#highest + GROWTH * this.#memory) {
      this.#highest = rss;
      this.#owed += 3 * GROWTH * this.#memory;
    }
    for (const [key, { bytes }] of this.#entries) {
      if (this.#owed <= 0 || this.size === 1) break;
      this.#owed -= bytes;
      this.delete(key);
    }
    if (this.#garbage < GARBAGE * this.#memory) return;
    this.#garbage = 0;
    collectAllGarbage();
    // Much of what the process holds may be free after a time of learning.
    if (unusedBytes() - this.#unused > UNUSED * this.#memory) this.#owed -= GROWTH * this.#memory;
  }
}

/** Returns the bytes of the process outside the heap of V8 and its arrays: code, and freed memory. */
function unusedBytes(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
