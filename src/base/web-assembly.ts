/** Loads WebAssembly modules and divides their memory into arrays. Machines without WebAssembly get undefined. */

/**
 * The memory of a module. When it grows, it gets a new buffer, and views of the old one become empty. From then on, V8
 * reads all typed arrays of the thread a fifth slower, because it checks whether they still have a buffer.
 */
export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Adds pages at the end. Returns how many there were. */
  grow(pages: number): number;
}

/** The part of WebAssembly that is used here. TypeScript declares WebAssembly for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: { env: object }) => { readonly exports: unknown };
};

/** Page size in bytes. Memory grows by whole pages. */
const PAGE = 1 << 16;

/** Maximum number of pages: the 4 GiB limit of WebAssembly. */
const MAX_PAGES = 1 << 16;

/** Grows a memory to at least `bytes` bytes. @throws RangeError if the memory is not available. */
export function extend(memory: Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

/**
 * Lays out arrays one after the other.
 *
 * @param start where the first array begins, in bytes
 * @param unit each size is rounded up to a multiple of this
 * @param sizes size of each array, in bytes
 * @returns the start of each array, then the end of the last one
 */
export function placesOf(start: number, unit: number, sizes: readonly number[]): number[] {
  const places = [start];
  for (const [i, size] of sizes.entries()) places.push(places[i] + Math.ceil(size / unit) * unit);
  return places;
}

/**
 * Loads a module.
 *
 * @param code the module in base64
 * @param calls the JavaScript functions that the module imports
 * @param bytes the least size of its memory. Pages take no memory before they are used
 * @returns undefined if WebAssembly, its SIMD or the memory is not available
 */
export function newModule<Exports>(
  code: string,
  calls: object,
  bytes: number,
): { readonly memory: Memory; readonly exports: Exports } | undefined {
  const initial = Math.ceil(bytes / PAGE);
  if (initial > MAX_PAGES) return undefined;
  return ifPossible(() => {
    const memory = new WebAssembly.Memory({ initial, maximum: MAX_PAGES });
    const module = new WebAssembly.Module(Buffer.from(code, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory, ...calls } });
    return { memory, exports: exports as Exports };
  });
}

/** Returns the result of `make`, or undefined if this machine or this version of Node.js does not support it. */
function ifPossible<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (["RangeError", "ReferenceError", "CompileError"].includes((error as Error).name)) return undefined;
    throw error;
  }
}
