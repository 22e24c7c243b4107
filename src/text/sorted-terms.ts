import { ascending } from "../base/lists.js";
import { compareBytes } from "./byte-table.js";
import type { TermTable } from "./term-table.js";

/** Terms in the order of their bytes: number `n` is the bytes `[offsets[n], offsets[n + 1])` of `pool`. */
export interface SortedTerms {
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
  /** For each id of the table, the number of its term in this order. */
  readonly numbers: Int32Array;
}

/** Returns the entries of a table in the order of their bytes. This order does not depend on that of the documents. */
export function sortedTerms(table: TermTable): SortedTerms {
  const order = ascending(table.size);
  const { pool, offsets } = table.contents();
  sortIds(order, { pool, offsets }, 0);
  const numbers = new Int32Array(order.length);
  const sortedPool = new Uint8Array(pool.length);
  const sortedOffsets = new Uint32Array(order.length + 1);
  let size = 0;
  for (let number = 0; number < order.length; number++) {
    const id = order[number];
    numbers[id] = number;
    for (let i = offsets[id]; i < offsets[id + 1]; i++) sortedPool[size++] = pool[i];
    sortedOffsets[number + 1] = size;
  }
  return { pool: sortedPool, offsets: sortedOffsets, numbers };
}

/** Maximum number of entries that are sorted by insertion, which needs no arrays. */
const FEW = 12;

/** Up to this many entries are only compared, which takes less time than sorting numbers. */
const MANY = 200;

/**
 * In bytes. Terms that have more in common are compared as a whole: if they differ only in zeros at their ends, their
 * keys are equal at every depth.
 */
const MAX_DEPTH = 1 << 10;

/** The index of the higher half of a 64-bit number in memory: 1 where numbers begin with their lowest byte. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0];

/** Sorts ids by the bytes of their terms. @param depth the number of bytes that all these terms have in common */
function sortIds(ids: Uint32Array, terms: ReturnType<TermTable["contents"]>, depth: number): void {
  const { pool, offsets } = terms;
  // The next four bytes and the id form one number per entry. The engine sorts these numbers.
  const keys = new BigUint64Array(ids.length);
  const halves = new Uint32Array(keys.buffer);
  for (let k = 0; k < ids.length; k++) {
    const from = offsets[ids[k]] + depth;
    const end = offsets[ids[k] + 1];
    let next = 0;
    for (let i = from; i < from + 4; i++) next = (next << 8) | (i < end ? pool[i] : 0);
    halves[2 * k + HIGH] = next;
    halves[2 * k + 1 - HIGH] = ids[k];
  }
  keys.sort();
  for (let k = 0; k < ids.length; k++) ids[k] = halves[2 * k + 1 - HIGH];
  const compare = (a: number, b: number) =>
    compareBytes(pool, offsets[a], offsets[a + 1], pool, offsets[b], offsets[b + 1]);
  // Entries that share these four bytes are sorted by the bytes after them.
  for (let from = 0; from < ids.length; ) {
    const shared = halves[2 * from + HIGH];
    let to = from + 1;
    while (to < ids.length && halves[2 * to + HIGH] === shared) to++;
    if (to - from <= FEW) for (let i = from + 1; i < to; i++) insert(ids, from, i, compare);
    else if (to - from > MANY && depth < MAX_DEPTH) sortIds(ids.subarray(from, to), terms, depth + 4);
    else ids.subarray(from, to).sort(compare);
    from = to;
  }
}

/** Moves entry `i` to its place among the sorted entries from `from` on. */
function insert(ids: Uint32Array, from: number, i: number, compare: (a: number, b: number) => number): void {
  const id = ids[i];
  let at = i;
  for (; at > from && compare(ids[at - 1], id) > 0; at--) ids[at] = ids[at - 1];
  ids[at] = id;
}
