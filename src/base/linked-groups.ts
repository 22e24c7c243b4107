import { ascending } from "./lists.js";

/** Groups of the numbers from 0 to size - 1 that are linked, directly or through others (union-find). */
export class LinkedGroups {
  readonly #parent: Uint32Array;

  constructor(size: number) {
    this.#parent = ascending(size);
  }

  link(a: number, b: number): void {
    this.#parent[this.rootOf(b)] = this.rootOf(a);
  }

  /** Returns the number that stands for the group of `n`. */
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
}
