/** Loads the WebAssembly module in `kernel/`, which counts the words of texts, and declares what it exports. */
import { type Memory, newModule } from "../base/web-assembly.js";
import { KERNEL_CODE } from "./kernel-code.js";

// The numbers are addresses in the memory of the kernel, sizes and settings. `kernel/table.ts`, `kernel/ascii-words.ts` and
// `kernel/queue.ts` describe them.
type TableNumber = "slots" | "mask" | "ends" | "pool" | "size" | "mostTerms" | "mostBytes" | "counts" | "touched";
type TextNumber = "adds" | "least" | "most" | "prefix" | "left" | "before";
type QueueNumber = "kept" | "queue" | "queued" | "joined" | "joinedEnd" | "joinedTo";

/**
 * The functions and global numbers of the WebAssembly module in `kernel/`. `from` and `to` are where bytes begin and end
 * in its memory. With `adds` 0, unknown terms are not added.
 */
export interface Kernel extends Readonly<Record<TableNumber | QueueNumber, Global<number>>> {
  /**
   * Begins to count by some rules. This is the only way to the functions that count, because they read the rules from
   * global numbers.
   *
   * @param adds whether unknown terms are added; otherwise they are ignored
   * @param lengths fewest and most characters of words and wholes
   * @returns the functions that count, for use until the next call
   */
  begin(adds: boolean, lengths: readonly [least: number, most: number]): Counting;
  /** Returns the id of a term; -1 if it is unknown and not added. */
  idOf(from: number, to: number, adds: number): number;
  /** Replaces the ends of neighbouring terms, 32-bit numbers in `[entry, last)`, by the ids of the terms. */
  idsOf(from: number, entry: number, last: number, adds: number): void;
  /** Fills empty slots with the slots of a smaller table. */
  rehash(from: number, to: number): void;
  /** Random numbers for the hash. */
  readonly seed: Global<bigint>;
  readonly factor: Global<bigint>;
}

/** The functions that count by the rules of `Kernel.begin`. */
export interface Counting {
  /** Counts a finished term, of any length. */
  counted(from: number, to: number): void;
  /** Counts the words of an ASCII text, which `AFTER_INPUT` zeros follow. */
  count(at: number, end: number): void;
  /**
   * Counts the words, pairs and wholes of a text. Meanwhile, the kernel may call `stretch`.
   *
   * @param prefix the number of bytes at `PREFIX`, which come before each term
   * @param pairsAmong how many words from the beginning of the text form pairs
   */
  countInner(at: number, end: number, prefix: number, pairsAmong: number): void;
  /** For `stretch`: counts a word, and the pair of it and the word before. */
  word(from: number, to: number): void;
  /** For `stretch`: counts a whole, words that inner punctuation joins, such as `don't`. */
  whole(from: number, to: number): void;
}

/** All that the module exports. */
interface Exports
  extends Omit<Kernel, "begin">,
    Readonly<Record<TextNumber, Global<number>>>,
    Omit<Counting, "countInner"> {
  countInner(at: number, end: number): void;
}

/** A global variable of the module: code on both sides reads and sets it. */
interface Global<T> {
  value: T;
}

/**
 * Makes a kernel with an empty memory. Returns undefined if there is no WebAssembly: see `newModule`.
 *
 * @param calls the functions that the kernel calls: `grow` makes room for more terms. `stretch` counts the tokens of a
 *   stretch of the text and returns its end. Its arguments are the addresses of the current whole, of the current word and
 *   of the first character that is not ASCII
 */
export function newKernel(calls: {
  grow(): void;
  stretch(first: number, word: number, at: number): number;
}): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  const kernel = newModule<Exports>(KERNEL_CODE, calls);
  if (kernel === undefined) return undefined;
  const { memory, exports } = kernel;
  exports.seed.value = randomBits();
  // Odd, because an even factor would lose the highest bit of a hash.
  exports.factor.value = randomBits() | 1n;
  return { memory, exports: { ...exports, begin: beginOf(exports) } };
}

/** Returns the function `begin` of a kernel. */
function beginOf({ adds, least, most, prefix, before, left, ...exports }: Exports): Kernel["begin"] {
  const { counted, count, countInner, word, whole } = exports;
  const counting: Counting = {
    ...{ counted, count, word, whole },
    countInner(at, end, prefixLength, pairsAmong) {
      prefix.value = prefixLength;
      // No word comes before the text.
      before.value = 0;
      left.value = pairsAmong;
      countInner(at, end);
    },
  };
  return (isAdding, [fewest, longest]) => {
    adds.value = Number(isAdding);
    least.value = fewest;
    most.value = longest;
    return counting;
  };
}

/** Returns 64 random bits as a signed number, which is how WebAssembly takes them. */
function randomBits(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return BigInt.asIntN(64, (half() << 32n) | half());
}
