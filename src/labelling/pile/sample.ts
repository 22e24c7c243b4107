import { createHash } from "node:crypto";
import { ascending } from "../../base/lists.js";

/**
 * Draws at most `most` documents at random, of a number that is not known before all are read. Each document has a
 * random number between 0 and 1, a hash of the seed and its id. Those below a limit are drawn. When too many are drawn,
 * the limit is halved, and the documents above it are dropped.
 */
export class Sample {
  readonly #most: number;
  readonly #seed: number;
  readonly #numbers: number[] = [];
  #limit: number;
  #size = 0;

  /** @param expected the least number of documents that will come, as far as is known */
  constructor(most: number, expected: number, seed: number) {
    this.#most = most;
    this.#seed = seed;
    // A little less than fits, because the number of documents below the limit varies.
    this.#limit = expected <= most ? 1 : (0.98 * most) / expected;
  }

  /** Whether a document may be part of the sample, so that it must be read. */
  isWanted(id: string): boolean {
    return this.#limit === 1 || this.#numberOf(id) < this.#limit;
  }

  /** Adds a document that is wanted. */
  add(id: string): void {
    this.#numbers.push(this.#numberOf(id));
    this.#size++;
    while (this.#size > this.#most) {
      this.#limit /= 2;
      this.#size = this.places.length;
    }
  }

  /** Whether some documents were not drawn. */
  get isPart(): boolean {
    return this.#limit < 1;
  }

  /** The places, in the order of `add`, of the documents that are drawn. */
  get places(): Uint32Array {
    return ascending(this.#numbers.length).filter((place) => this.#numbers[place] < this.#limit);
  }

  #numberOf(id: string): number {
    return createHash("sha256").update(`${this.#seed} ${id}`).digest().readUInt32LE(0) / 2 ** 32;
  }
}
