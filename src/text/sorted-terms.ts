import type { TermTable } from "./term-table.js";

/**
 * Compares `a[aStart, aEnd)` and `b[bStart, bEnd)` byte by byte; a prefix comes first.
 *
 * @returns below 0 if `a` comes first, above 0 if `b` does, 0 if they are equal
 */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const length = Math.min(aEnd - aStart, bEnd - bStart);
  for (let i = 0; i < length; i++) {
    const difference = a[aStart + i] - b[bStart + i];
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}

/** Terms in the order of their bytes: number `n` is the bytes `[offsets[n], offsets[n + 1])` of `pool`. */
export interface SortedTerms {
  readonly pool: Uint8Array;
  readonly offsets: Uint32Array;
  /** For each id of the table, its number in this order. */
  readonly numbers: Int32Array;
}

/** Returns the entries of a table in the order of their bytes. This order does not depend on that of the documents. */
export function sortedTerms(table: TermTable): SortedTerms {
  const order = sortedIds(table);
  const numbers = new Int32Array(order.length);
  const { pool, offsets } = table.contents();
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

/** Up to this many entries are sorted by insertion, which needs no view of them. */
const FEW = 12;

/** The index of the higher half of a 64-bit number in memory: 1 where numbers begin with their lowest byte. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0];

/**
 * Returns the ids of a table in the order of their bytes. The first four bytes and the id form one number per entry.
 * The engine sorts these numbers, and comparisons then order the entries that share these bytes.
 */
function sortedIds(table: TermTable): Uint32Array {
  const { pool, offsets } = table.contents();
  const { size } = table;
  const keys = new BigUint64Array(size);
  const halves = new Uint32Array(keys.buffer);
  for (let id = 0; id < size; id++) {
    const from = offsets[id];
    const end = offsets[id + 1];
    let first = 0;
    for (let i = from; i < from + 4; i++) first = (first << 8) | (i < end ? pool[i] : 0);
    halves[2 * id + HIGH] = first;
    halves[2 * id + 1 - HIGH] = id;
  }
  keys.sort();
  const ids = new Uint32Array(size);
  for (let k = 0; k < size; k++) ids[k] = halves[2 * k + 1 - HIGH];
  const compare = (a: number, b: number) =>
    compareBytes(pool, offsets[a], offsets[a + 1], pool, offsets[b], offsets[b + 1]);
  for (let from = 0; from < size; ) {
    const first = halves[2 * from + HIGH];
    let to = from + 1;
    while (to < size && halves[2 * to + HIGH] === first) to++;
    if (to - from > FEW) ids.subarray(from, to).sort(compare);
    else for (let i = from + 1; i < to; i++) insert(ids, from, i, compare);
    from = to;
  }
  return ids;
}

/** Moves entry `i` to its place among the sorted entries from `from` on. */
function insert(ids: Uint32Array, from: number, i: number, compare: (a: number, b: number) => number): void {
  const id = ids[i];
  let at = i;
  for (; at > from && compare(ids[at - 1], id) > 0; at--) ids[at] = ids[at - 1];
  ids[at] = id;
}
