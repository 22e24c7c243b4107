/** Loads the WebAssembly module in `kernel/`, which counts the words of texts, and declares what it exports. */
import { type Memory, newModule } from "../base/web-assembly.js";
import { KERNEL_CODE } from "./kernel-code.js";

// The numbers are addresses in the memory of the kernel, sizes and settings. `kernel/table.ts`, `kernel/ascii-words.ts` and
// `kernel/queue.ts` describe them.
type TableNumber = "slots" | "mask" | "ends" | "pool" | "size" | "mostTerms" | "mostBytes" | "counts" | "touched";
type QueueNumber = "kept" | "queue" | "queued" | "joined" | "joinedEnd" | "joinedTo";

/**
 * The functions and global numbers of the WebAssembly module in `kernel/`. `from` and `to` are where bytes begin and end
 * in its memory. With `adds` 0, unknown terms are not added.
 */
export interface Kernel extends Readonly<Record<TableNumber | QueueNumber, Global<number>>> {
  /** Returns the id of a term; -1 if it is unknown and not added. */
  idOf(from: number, to: number, adds: number): number;
  /** Replaces the ends of neighbouring terms, 32-bit numbers in `[entry, last)`, by the ids of the terms. */
  idsOf(from: number, entry: number, last: number, adds: number): void;
  /** Writes the ids of all terms in the order of their bytes to `second`. All arguments are addresses of room. */
  sort(entries: number, second: number, numbers: number): void;
  /** Fills empty slots with the terms `[first, last)`, after `size`, `ends` and the pool have been set. */
  fill(first: number, last: number): void;
  /** Fills empty slots with the slots of a smaller table. */
  rehash(from: number, to: number): void;
  /** Says, before anything is counted, whether to add terms, and the fewest and most characters of a token. */
  begin(adds: number, least: number, most: number): void;
  /** Counts a finished term, of any length. */
  counted(from: number, to: number): void;
  /** Counts the words of an ASCII text, which `AFTER_INPUT` zeros follow. */
  count(at: number, end: number): void;
  /**
   * Counts the words, pairs and wholes of a text. Meanwhile, it may call `stretch`.
   *
   * @param prefix the number of bytes at `PREFIX` that come before each term
   * @param pairsAmong how many words from the beginning form pairs
   */
  countInner(at: number, end: number, prefix: number, pairsAmong: number): void;
  /** For `stretch`: counts a word, and the pair of it and the word before. */
  word(from: number, to: number): void;
  /** For `stretch`: counts a whole, words that inner punctuation joins, such as `don't`. */
  whole(from: number, to: number): void;
  /** Random numbers for the hash. */
  readonly seed: Global<bigint>;
  readonly factor: Global<bigint>;
}

/** A global variable of the module: code on both sides reads and sets it. */
interface Global<T> {
  value: T;
}

/**
 * Makes a kernel with a memory of zeros. Returns undefined without WebAssembly or enough memory: see `newModule`.
 *
 * @param calls the functions that the kernel calls: `grow` makes room for more terms. `stretch` counts the tokens of a
 *   stretch of the text and returns its end. Its arguments are the addresses of the current whole, of the current word and
 *   of the first character that is not ASCII
 * @param bytes the least size of the memory
 */
export function newKernel(
  calls: { grow(): void; stretch(first: number, word: number, at: number): number },
  bytes: number,
): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  const kernel = newModule<Kernel>(KERNEL_CODE, calls, bytes);
  if (kernel === undefined) return undefined;
  kernel.exports.seed.value = randomBits();
  // Odd, because an even factor would lose the highest bit of a hash.
  kernel.exports.factor.value = randomBits() | 1n;
  return kernel;
}

/** Returns 64 random bits as a signed number, which is how WebAssembly takes them. */
function randomBits(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return BigInt.asIntN(64, (half() << 32n) | half());
}
