/**
 * The functions and numbers of the kernel: `WordMemory` says what lies where, `ByteTable` with `termsOf` what
 * the results must be. This folder is AssemblyScript: TypeScript with the numbers of WebAssembly, in which `load` and
 * `store` read and write memory, and an `@unmanaged` class is a view of some bytes.
 * `npx vitest run test/scripts/kernel.test.ts -u` compiles it into `kernel-code.ts`.
 */
export { count } from "./ascii-words";
export { countInner } from "./inner-words";
export { joined, joinedEnd, joinedTo, kept, queue, queued, whole, word } from "./queue";
export { sort } from "./sort";
export {
  begin,
  counted,
  counts,
  ends,
  factor,
  fill,
  idOf,
  idsOf,
  mask,
  mostBytes,
  mostTerms,
  pool,
  rehash,
  seed,
  size,
  slots,
  touched,
} from "./table";
