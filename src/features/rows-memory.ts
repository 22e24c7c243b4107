import { DataError } from "../base/errors.js";
import { megabytes, percent } from "../base/numbers.js";

/** The memory of an entry while rows are read and packed: 8 bytes for term and count, 4 for the packed entry. */
const BYTES_PER_ENTRY = 12;

/** The memory of a row beside its entries, measured with the preset fast: its id, its class, and what is kept to choose. */
const BYTES_PER_ROW = 512;

/** Upper bound of the memory of rows: their ends are stored in 32 bits, and arrays grow by doubling. */
export const MAX_MEMORY = BYTES_PER_ENTRY * 2 ** 31;

/** The need is estimated after this many rows, and each time that the number doubles. */
const FIRST_ESTIMATE = 1 << 10;

/** Reading stops only if the estimate is this many times the memory, because documents differ in size. */
const SAFETY_FACTOR = 2;

/** The error for rows that need more memory than they may have. */
export class RowsTooLarge extends DataError {
  /** The approximate need, in bytes. */
  readonly need: number;
  /** Says which part of the documents fits, in brackets; empty if it is not known. */
  readonly fits: string;

  /** @param share the part of the documents that fits, if it is known */
  constructor(need: number, memory: number, share?: number) {
    const fits = share === undefined ? "" : ` (${percent(share)} of them fit)`;
    super(
      `the documents need about ${megabytes(need)} of memory${fits}, and ${megabytes(memory)} are allowed: allow more, read fewer documents, or use a method that needs only counts, such as multinomial`,
    );
    this.need = need;
    this.fits = fits;
  }
}

/**
 * Checks from time to time whether the rows of a corpus will fit into memory.
 *
 * @param rows the number of rows so far
 * @param entries the number of entries of these rows
 * @param expected the number of rows in the end, if known
 * @param memory the memory that they may have, in bytes
 * @throws RowsTooLarge if they will not fit.
 */
export function requireMemory(rows: number, entries: number, expected: number | undefined, memory: number): void {
  const taken = BYTES_PER_ENTRY * entries + BYTES_PER_ROW * rows;
  // The second condition holds for powers of two: they have a single bit, which `rows - 1` does not have.
  const isTime = rows >= FIRST_ESTIMATE && (rows & (rows - 1)) === 0;
  if (taken <= memory && !isTime) return;
  const need = taken * Math.max(1, (expected ?? 0) / rows);
  if (taken <= memory && need <= SAFETY_FACTOR * memory) return;
  throw new RowsTooLarge(need, memory, need > taken ? memory / need : undefined);
}
