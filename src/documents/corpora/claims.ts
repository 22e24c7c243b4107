/** How many documents are claimed at once. Fewer make claiming slow. More make threads wait for the last one. */
const AT_ONCE = 32;

/** The maximum number of chunks. It must fit in half of a 32-bit number. */
const MAX_CHUNKS = 0xffff;

/** Claims as plain data, whose memory worker threads share. */
export interface SharedClaims {
  /** One number: how many chunks were claimed from the front, times 2^16, plus how many are left before the back. */
  readonly state: Uint32Array;
  /** The number of documents. */
  readonly size: number;
}

/**
 * Divides numbered documents among worker threads while these read. Each thread claims some documents whenever it has
 * nothing to do, so that all threads end at the same time. One thread claims from the front, in order; the others claim
 * from the back.
 */
export class Claims {
  readonly shared: SharedClaims;
  readonly #isFront: boolean;
  readonly #atOnce: number;

  constructor(shared: SharedClaims, isFront: boolean) {
    this.shared = shared;
    this.#isFront = isFront;
    this.#atOnce = Math.max(AT_ONCE, Math.ceil(shared.size / MAX_CHUNKS));
  }

  /** Creates claims on documents, for the thread that claims from the front. */
  static of(size: number): Claims {
    const state = new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT));
    const claims = new Claims({ state, size }, true);
    state[0] = Math.ceil(size / claims.#atOnce);
    return claims;
  }

  /** The number of documents that all threads together have claimed. */
  get claimed(): number {
    const { state, size } = this.shared;
    // Does not use arrays, because it is called after each document.
    const chunks = Atomics.load(state, 0);
    const front = Math.min(size, (chunks >>> 16) * this.#atOnce);
    return size - (Math.min(size, (chunks & 0xffff) * this.#atOnce) - front);
  }

  /** Claims documents, as `[from, to)`, until all are claimed. */
  *[Symbol.iterator](): Generator<readonly [from: number, to: number]> {
    for (let chunk = this.#claim(); chunk >= 0; chunk = this.#claim()) {
      yield [chunk * this.#atOnce, Math.min(this.shared.size, (chunk + 1) * this.#atOnce)];
    }
  }

  /** Claims a chunk. Returns its number, or -1 if all are claimed. */
  #claim(): number {
    const { state } = this.shared;
    for (;;) {
      const before = Atomics.load(state, 0);
      const [front, back] = [before >>> 16, before & 0xffff];
      if (front >= back) return -1;
      const after = this.#isFront ? ((front + 1) << 16) | back : (front << 16) | (back - 1);
      if (Atomics.compareExchange(state, 0, before, after >>> 0) === before) return this.#isFront ? front : back - 1;
    }
  }
}
