type NumberArray = Uint8Array | Uint32Array | Float64Array;

/** An array that grows at its end. */
export class Growing<T extends NumberArray> {
  length = 0;
  #array: T;
  readonly #type: new (
    length: number,
  ) => T;

  constructor(type: new (length: number) => T) {
    this.#type = type;
    this.#array = new type(1 << 12);
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const bigger = new this.#type(2 * this.length);
      bigger.set(this.#array);
      this.#array = bigger;
    }
    this.#array[this.length++] = value;
  }

  /** The numbers. Nothing can be added any more. */
  finish(): T {
    return this.#array.subarray(0, this.length) as T;
  }
}
