/** How many documents are claimed at once. With fewer, claiming takes longer; with more, threads wait for the last one. */
const AT_ONCE = 32;

/** A number of chunks fits into half of a 32-bit number. */
const MOST_CHUNKS = 0xffff;

/** Claims as plain data. Worker threads share the memory. */
export interface SharedClaims {
  /** One number: how many chunks were claimed from the front, times 2^16, and how many are left before the back. */
  readonly state: Uint32Array;
  /** How many documents there are. */
  readonly size: number;
}

/**
 * Divides numbered documents among worker threads while they read. Each claims a few when it has nothing to do, so all
 * end at the same time. One thread claims from the front, in order; the others claim from the back.
 */
export class Claims {
  readonly shared: SharedClaims;
  readonly #isFront: boolean;
  readonly #atOnce: number;

  constructor(shared: SharedClaims, isFront: boolean) {
    this.shared = shared;
    this.#isFront = isFront;
    this.#atOnce = Math.max(AT_ONCE, Math.ceil(shared.size / MOST_CHUNKS));
  }

  /** New claims on documents, for the thread that claims from the front. */
  static of(size: number): Claims {
    const state = new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT));
    const claims = new Claims({ state, size }, true);
    state[0] = Math.ceil(size / claims.#atOnce);
    return claims;
  }

  /** How many documents all threads have claimed. */
  get claimed(): number {
    const { state, size } = this.shared;
    // Without arrays: this is asked after each document.
    const chunks = Atomics.load(state, 0);
    const front = Math.min(size, (chunks >>> 16) * this.#atOnce);
    return size - (Math.min(size, (chunks & 0xffff) * this.#atOnce) - front);
  }

  /** Claims documents, `[from, to)`, until there are none left. */
  *[Symbol.iterator](): Generator<readonly [from: number, to: number]> {
    for (let chunk = this.#claim(); chunk >= 0; chunk = this.#claim()) {
      yield [chunk * this.#atOnce, Math.min(this.shared.size, (chunk + 1) * this.#atOnce)];
    }
  }

  /** The number of a chunk, or -1. */
  #claim(): number {
    const { state } = this.shared;
    for (;;) {
      const before = Atomics.load(state, 0);
      const [front, back] = ends(before);
      if (front >= back) return -1;
      const after = this.#isFront ? ((front + 1) << 16) | back : (front << 16) | (back - 1);
      if (Atomics.compareExchange(state, 0, before, after >>> 0) === before) return this.#isFront ? front : back - 1;
    }
  }
}

function ends(state: number): [front: number, back: number] {
  return [state >>> 16, state & 0xffff];
}
