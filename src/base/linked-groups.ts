import { ascending, numberedFrom0 } from "./lists.js";

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
