/** The memory of a module. Its buffer is another one after it has grown. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of WebAssembly that is used here: TypeScript declares it for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: { env: object }) => { readonly exports: unknown };
};

/** The unit of memory, in bytes. */
const PAGE = 1 << 16;

const MOST_PAGES = 1 << 16;

/** A memory of at least so many bytes; undefined where there is no WebAssembly or no room. */
export function newMemory(bytes: number): Memory | undefined {
  const initial = Math.max(1, Math.ceil(bytes / PAGE));
  if (initial > MOST_PAGES) return undefined;
  return ifPossible(() => new WebAssembly.Memory({ initial, maximum: MOST_PAGES }));
}

/** Makes a memory at least this many bytes long. @throws RangeError if there is no room. */
export function extend(memory: Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

/**
 * The places of arrays that lie one behind the other, and of what comes after them.
 *
 * @param start the place of the first
 * @param unit every size is rounded up to a multiple of it
 * @param sizes in bytes
 */
export function placesOf(start: number, unit: number, sizes: readonly number[]): number[] {
  const places = [start];
  for (const [i, size] of sizes.entries()) places.push(places[i] + Math.ceil(size / unit) * unit);
  return places;
}

/**
 * A module with its memory; undefined where there is no WebAssembly, or none with SIMD, or no room for it.
 *
 * @param code in base64
 * @param calls the functions that it calls
 * @param memory default: an empty one
 */
export function newModule<Exports>(
  code: string,
  calls: object = {},
  memory: Memory | undefined = newMemory(0),
): { readonly memory: Memory; readonly exports: Exports } | undefined {
  if (memory === undefined) return undefined;
  return ifPossible(() => {
    const module = new WebAssembly.Module(Buffer.from(code, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory, ...calls } });
    return { memory, exports: exports as Exports };
  });
}

function ifPossible<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (["RangeError", "ReferenceError", "CompileError"].includes((error as Error).name)) return undefined;
    throw error;
  }
}
