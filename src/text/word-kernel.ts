import { type Memory, newModule } from "../base/web-assembly.js";
import { KERNEL_CODE } from "./kernel-code.js";

type TableNumber = "slots" | "mask" | "ends" | "pool" | "size" | "mostTerms" | "mostBytes" | "counts" | "touched";
type TextNumber = "adds" | "least" | "most" | "prefix" | "left" | "before";
type QueueNumber = "kept" | "queue" | "queued" | "joined" | "joinedEnd" | "joinedTo";

/** The functions and global numbers of `kernel/`. */
export interface Kernel extends Readonly<Record<TableNumber | TextNumber | QueueNumber, Global<number>>> {
  idOf(from: number, to: number, adds: number): number;
  idsOf(from: number, entry: number, last: number, adds: number): void;
  counted(from: number, to: number): void;
  word(from: number, to: number): void;
  whole(from: number, to: number): void;
  count(at: number, end: number): void;
  countInner(at: number, end: number): void;
  rehash(from: number, to: number): void;
  readonly seed: Global<bigint>;
  readonly factor: Global<bigint>;
}

interface Global<T> {
  value: T;
}

/**
 * Makes a kernel with an empty memory. Returns undefined if there is no WebAssembly: see `newModule`.
 *
 * @param calls the functions that the kernel calls
 */
export function newKernel(calls: {
  grow(): void;
  stretch(first: number, word: number, at: number): number;
}): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  const kernel = newModule<Kernel>(KERNEL_CODE, calls);
  if (kernel === undefined) return undefined;
  kernel.exports.seed.value = randomBits();
  kernel.exports.factor.value = randomBits() | 1n;
  return kernel;
}

function randomBits(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return BigInt.asIntN(64, (half() << 32n) | half());
}
