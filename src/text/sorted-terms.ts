import { ascending } from "../base/lists.js";
import { placesOf } from "../base/web-assembly.js";
import { compareBytes } from "./byte-table.js";
import type { TermTable } from "./term-table.js";
import { newKernel } from "./word-kernel.js";

/**
 * Returns the entries of a table in the order of their bytes. This order does not depend on that of the documents.
 *
 * @returns the terms: number `n` is the bytes `[offsets[n], offsets[n + 1])` of `pool`; and `numbers`: for each id of the
 *   table, the number of its term in this order
 */
export function sortedTerms(table: TermTable) {
  const { pool, offsets } = table.contents();
  const order =
    sortedByKernel(pool, offsets) ??
    ascending(table.size).sort((a, b) =>
      compareBytes(pool, offsets[a], offsets[a + 1], pool, offsets[b], offsets[b + 1]),
    );
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

/** In bytes: the size of an entry that the kernel sorts, and of the numbers that it needs. */
const ENTRY = 16;
const NUMBERS = 1 << 10;

/** In bytes. The kernel reads eight bytes at a time. */
const SLACK = 8;

/**
 * Returns the ids of terms in the order of their bytes. Term `id` is the bytes `[offsets[id], offsets[id + 1])` of
 * `bytes`. A new kernel sorts them. Returns undefined without WebAssembly or enough memory.
 */
function sortedByKernel(bytes: Uint8Array, offsets: Uint32Array): Uint32Array | undefined {
  const count = offsets.length - 1;
  const sizes = [offsets.byteLength, bytes.length + SLACK, count * ENTRY, count * ENTRY, NUMBERS];
  const [ends, pool, entries, second, numbers, end] = placesOf(SLACK, SLACK, sizes);
  const kernel = newKernel({ grow() {}, stretch: () => 0 }, end);
  if (kernel === undefined) return undefined;
  const { memory, exports } = kernel;
  new Uint32Array(memory.buffer, ends).set(offsets);
  new Uint8Array(memory.buffer, pool).set(bytes);
  exports.ends.value = ends;
  exports.pool.value = pool;
  exports.size.value = count;
  exports.sort(entries, second, numbers);
  return new Uint32Array(memory.buffer, second, count).slice();
}
