/**
 * Functions for lists of any length. `list.push(...items)` and `Math.max(...numbers)` overflow the call stack at about
 * 100,000 items. The lint rule `scripts/lint/no-spread-into-calls.grit` finds these spreads.
 */

/** Adds items at the end of a list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest number, or `least` if all are smaller. NaN if any number is NaN. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

/** Returns the smallest number, or `most` if all are larger. NaN if any number is NaN. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let least = most;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Returns the sum of the values from index `from` to before `to`. */
export function sumOf(values: ArrayLike<number>, from = 0, to = values.length): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum;
}

/** Returns the whole numbers from 0 to `count` - 1. */
export function ascending(count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(count).map((_, n) => n);
}

/** Groups items by a key. The keys are in order of first appearance. */
export function groupedBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const itsKey = key(item);
    const group = groups.get(itsKey);
    if (group === undefined) groups.set(itsKey, [item]);
    else group.push(item);
  }
  return groups;
}

/** Counts items by a key. The keys are in order of first appearance. */
export function countedBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, number> {
  return new Map(Array.from(groupedBy(items, key), ([itsKey, group]) => [itsKey, group.length]));
}

/** Joins arrays of numbers. A single one is returned itself. */
export function concatenated(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0];
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Numbers the different values from 0, in the order in which they first appear. Returns the number of each. */
export function numberedFrom0(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const numbers = new Map<number, number>();
  return Uint32Array.from(values, (value) => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  });
}

/** Groups of the numbers from 0 to size - 1 that are linked, directly or through others (union-find). */
export class LinkedGroups {
  /** The next number on the way to the root of the group. A root has itself. */
  readonly #parent: Uint32Array;

  /** At first, each number is a group of its own. */
  constructor(size: number) {
    this.#parent = ascending(size);
  }

  /** Makes one group of the groups of `a` and `b`. */
  link(a: number, b: number): void {
    this.#parent[this.rootOf(b)] = this.rootOf(a);
  }

  /** Returns the number that stands for the group of `n`: the same for all its members, until groups are linked. */
  rootOf(n: number): number {
    const parent = this.#parent;
    let at = n;
    while (parent[at] !== at) {
      // Path halving. Without it, a long chain takes quadratic time.
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Returns the group of each number. Groups are numbered from 0 in the order of their first members. */
  numbers(): Uint32Array<ArrayBuffer> {
    return numberedFrom0(ascending(this.#parent.length).map((n) => this.rootOf(n)));
  }
}

/**
 * Returns the first whole number from `from` to `end` - 1 for which `holds` is true, or `end` if there is no such
 * number. If `holds` is true for a number, it must be true for all larger ones.
 */
export function firstWhere(from: number, end: number, holds: (n: number) => boolean): number {
  let below = from - 1;
  let found = end;
  while (found - below > 1) {
    const middle = (below + found) >>> 1;
    if (holds(middle)) found = middle;
    else below = middle;
  }
  return found;
}

/** Returns the names in a list that white space separates. */
export function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/**
 * Returns a map from each name to its value.
 *
 * @param values its keys are lists of names, with one space between: `{ "td th": "table-cell" }` gives both names one value
 */
export function byName<T>(values: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(values).flatMap(([list, value]) => list.split(" ").map((name) => [name, value] as const)),
  );
}

/** Words as a choice: `a, b or c`. */
export function either(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Yields what a function makes of each item. */
export function* mapped<T, R>(items: Iterable<T>, change: (item: T) => R): Generator<R> {
  for (const item of items) yield change(item);
}

/** The arrays that can grow here. */
type NumericArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Returns a longer copy of an array, padded with zeros. @param length of the copy. Default: twice the length */
export function grown<T extends NumericArray>(array: T, length: number = 2 * array.length): T {
  const bigger = new (array.constructor as new (length: number) => T)(length);
  bigger.set(array);
  return bigger;
}

/** Returns a function that makes arrays of zeros. Many share one block of memory, because memory of their own takes longer. */
export function arraysInBlocks<T extends NumericArray>(type: new (length: number) => T): (length: number) => T {
  let block = new type(0);
  return (length) => {
    if (block.length < length) block = new type(Math.max(1 << 14, length));
    const array = block.subarray(0, length) as T;
    block = block.subarray(length) as T;
    return array;
  };
}

/** An array that grows as numbers are added at the end. */
export class Growing<T extends NumericArray> {
  /** The number of numbers in it. The array itself is longer. */
  length = 0;
  #array: T;

  constructor(type: new (length: number) => T) {
    this.#array = new type(1 << 18);
  }

  push(value: number): void {
    if (this.length === this.#array.length) this.#array = grown(this.#array);
    this.#array[this.length++] = value;
  }

  /** Returns the array, with space for more numbers after `length`. The caller writes them and sets `length`. */
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
