import type { SortedTerms, TermTable } from "./byte-table.js";
import type { WordMemory } from "./word-memory.js";

/** Compares `a[aStart, aEnd)` and `b[bStart, bEnd)` byte by byte; a prefix comes first. */
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

/** Returns the entries of a table in the order of their bytes. */
export function sortedTerms(table: Pick<TermTable, "size" | "contents">): SortedTerms {
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

/** Which half of a 64-bit number in memory is the higher one. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0];

/**
 * Returns the ids of a table in the order of their bytes. The first four bytes and the id form one number per entry.
 * The engine sorts these numbers, and comparisons then order the entries that share these bytes.
 */
function sortedIds(table: Pick<TermTable, "size" | "contents">): Uint32Array {
  const { pool, offsets } = table.contents();
  const { size } = table;
  const keys = new BigUint64Array(size);
  const halves = new Uint32Array(keys.buffer);
  for (let id = 0; id < size; id++) {
    const [from, end] = [offsets[id], offsets[id + 1]];
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
    if (to > from + 1) ids.subarray(from, to).sort(compare);
    from = to;
  }
  return ids;
}

/** The bytes of a table of how often each of eight bytes has each value. */
const TALLIES = 8 * 256 * 4;

/** The size of an entry, in bytes. */
const ENTRY = 16;

/** Bytes after the pool that the kernel may write to. */
const SLACK = 8;

/**
 * As `sortedTerms`, for a table in a WebAssembly memory. Its kernel sorts by the first eight bytes, and then the few
 * entries that share them.
 */
export function sortedIn(memory: WordMemory): SortedTerms {
  const { kernel, ends } = memory;
  const size = kernel.size.value;
  const bytes = ends[size];
  // The results use the memory in which the kernel has worked before.
  const results = 4 * size + 4 * (size + 1) + bytes + SLACK;
  const tallies = memory.room(TALLIES + ENTRY * size + Math.max(ENTRY * size, results));
  const entries = tallies + TALLIES;
  const numbersAt = entries + ENTRY * size;
  const endsAt = numbersAt + 4 * size;
  const poolAt = endsAt + 4 * (size + 1);
  kernel.sort(entries, numbersAt, tallies);
  sortAlike(memory, entries, numbersAt);
  kernel.arrange(entries, poolAt, endsAt, numbersAt);
  return {
    pool: memory.all.slice(poolAt, poolAt + bytes),
    offsets: memory.view(endsAt, size + 1).slice(),
    numbers: new Int32Array(memory.view(numbersAt, size)),
  };
}

/** Sorts entries with the same first eight bytes. The kernel sorts small groups, and comparisons sort large ones. */
function sortAlike(memory: WordMemory, first: number, end: number): void {
  const { kernel, all, ends } = memory;
  const pool = all.subarray(kernel.pool.value);
  const compare = (a: number, b: number) => compareBytes(pool, ends[a], ends[a + 1], pool, ends[b], ends[b + 1]);
  // Four words per entry: two words of bytes, then the id.
  const words = memory.view(first, (end - first) / 4);
  for (let at = kernel.sortAlike(first, end); at < end; at = kernel.sortAlike(at, end)) {
    const from = (at - first) / 4;
    let to = from + 4;
    while (to < words.length && words[to] === words[from] && words[to + 1] === words[from + 1]) to += 4;
    const ids = Uint32Array.from({ length: (to - from) / 4 }, (_, i) => words[from + 4 * i + 2]).sort(compare);
    for (const [i, id] of ids.entries()) words[from + 4 * i + 2] = id;
    at = first + to * 4;
  }
}
