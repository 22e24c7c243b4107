import { type Memory, newModule } from "../base/web-assembly.js";
import { KERNEL_CODE } from "./kernel-code.js";

/** The functions and global numbers of `kernel/`. */
export interface Kernel {
  idOf(from: number, to: number, adds: number): number;
  idsOf(from: number, entry: number, last: number, adds: number): void;
  counted(from: number, to: number): void;
  word(from: number, to: number): void;
  whole(from: number, to: number): void;
  count(at: number, end: number): void;
  countInner(at: number, end: number): void;
  rehash(from: number, to: number): void;
  readonly slots: Global<number>;
  readonly mask: Global<number>;
  readonly ends: Global<number>;
  readonly pool: Global<number>;
  readonly size: Global<number>;
  readonly mostTerms: Global<number>;
  readonly mostBytes: Global<number>;
  readonly counts: Global<number>;
  readonly touched: Global<number>;
  readonly adds: Global<number>;
  readonly least: Global<number>;
  readonly most: Global<number>;
  readonly prefix: Global<number>;
  readonly kept: Global<number>;
  readonly queue: Global<number>;
  readonly queued: Global<number>;
  readonly joined: Global<number>;
  readonly joinedEnd: Global<number>;
  readonly joinedTo: Global<number>;
  readonly left: Global<number>;
  readonly before: Global<number>;
  readonly seed: Global<bigint>;
  readonly factor: Global<bigint>;
}

/** The functions that the kernel calls. */
export interface KernelCalls {
  grow(): void;
  stretch(first: number, word: number, at: number): number;
}

interface Global<T> {
  value: T;
}

/** Makes a kernel with an empty memory. Returns undefined if there is no WebAssembly: see `newModule`. */
export function newKernel(calls: KernelCalls): { readonly memory: Memory; readonly exports: Kernel } | undefined {
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
