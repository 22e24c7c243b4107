type NumericArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Returns a longer copy of an array, padded with zeros. @param length of the copy. Default: twice the length */
export function grown<T extends NumericArray>(array: T, length: number = 2 * array.length): T {
  const bigger = new (array.constructor as new (length: number) => T)(length);
  bigger.set(array);
  return bigger;
}

/** An array that grows as numbers are added at the end. */
export class Growing<T extends NumericArray> {
  /** How many numbers it has. The array itself is longer. */
  length = 0;
  #array: T;

  constructor(type: new (length: number) => T) {
    this.#array = new type(1 << 18);
  }

  push(value: number): void {
    if (this.length === this.#array.length) this.#array = grown(this.#array);
    this.#array[this.length++] = value;
  }

  /** Returns the array, with room for more numbers. The caller writes them and sets `length`. */
  room(more: number): T {
    const needed = this.length + more;
    if (needed > this.#array.length) this.#array = grown(this.#array, 2 * needed);
    return this.#array;
  }

  /** Returns a view of the numbers. Call it once, after the last `push`. */
  finish(): T {
    return this.#array.subarray(0, this.length) as T;
  }
}
