import { DataError } from "../base/errors.js";
import { firstWhere } from "../base/lists.js";
import { megabytes, percent } from "../base/numbers.js";

/** The memory of an entry while rows are read and packed: 8 bytes for term and count, 4 for the packed entry. */
const BYTES_PER_ENTRY = 12;

/** The memory of a row without its entries, and of a term in the table and in the counts. Measured with the preset fast. */
const BYTES_PER_ROW = 128;
const BYTES_PER_TERM = 400;

/** Upper bound of the memory of rows: their ends are stored in 32 bits, and arrays grow by doubling. */
export const MAX_MEMORY = BYTES_PER_ENTRY * 2 ** 31;

/**
 * The need is estimated after this many rows, or a quarter of all, and each time that the number doubles. Fewer do not tell
 * how many terms there will be.
 */
const FIRST_ESTIMATE = 1 << 14;

/**
 * Reading stops only if the estimate is this many times the memory, because documents differ in size and their number may
 * be a guess.
 */
const slackAfter = (rows: number) => 1.1 + Math.sqrt(FIRST_ESTIMATE / rows);

/**
 * Returns a function that checks from time to time whether the rows of a corpus will fit into memory. It gets the numbers
 * of rows, entries and terms so far, and throws a DataError if they will not fit.
 *
 * @param expected the number of rows in the end, if known
 * @param memory the memory that they may have, in bytes
 */
export function memoryGuard(expected: number | undefined, memory: number) {
  /** The number of terms when there were half as many rows. */
  let before = 0;
  /** When rows double, the terms grow by the factor 2^`power`; with the next doubling, `flattening` times this power. */
  let [power, flattening] = [1, 1];
  return (rows: number, entries: number, terms: number): void => {
    const ofRows = BYTES_PER_ENTRY * entries + BYTES_PER_ROW * rows;
    const taken = ofRows + BYTES_PER_TERM * terms;
    // Powers of two have a single bit, which `rows - 1` does not have.
    const isPowerOfTwo = rows > 1 && (rows & (rows - 1)) === 0;
    if (taken <= memory && !isPowerOfTwo) return;
    if (isPowerOfTwo) {
      const grown = before === 0 ? 1 : Math.log2(terms / before);
      [flattening, power, before] = [power > 0 ? Math.min(1, grown / power) : 1, grown, terms];
    }
    const more = Math.max(1, (expected ?? 0) / rows);
    const needFor = (share: number) => {
      const doublings = Math.log2(more * share);
      const f = flattening;
      const powers = power * (f < 1 ? (f * (1 - f ** doublings)) / (1 - f) : doublings);
      return ofRows * more * share + BYTES_PER_TERM * terms * 2 ** powers;
    };
    const need = needFor(1);
    const isTime = more < 4 || rows >= FIRST_ESTIMATE;
    if (taken <= memory && !(isTime && need > slackAfter(rows) * memory)) return;
    const share = percent((firstWhere(1, 1000, (n) => needFor(n / 1000) > memory) - 1) / 1000);
    throw new DataError(
      `memory: the documents need about ${megabytes(need)}${need > taken ? ` (${share} of them fit)` : ""}, not ${megabytes(memory)}: allow more, read fewer documents, or use a method that needs only counts, such as multinomial`,
      { options: ["memory"] },
    );
  };
}
