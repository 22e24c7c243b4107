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
export const PAGE: number = 1 << 16;

const MOST_PAGES = 1 << 16;

/**
 * A module with an empty memory; undefined where there is no WebAssembly, or none with SIMD, or no room for it.
 *
 * @param code in base64
 * @param calls the functions that it calls
 */
export function newModule<Exports>(
  code: string,
  calls: object = {},
): { readonly memory: Memory; readonly exports: Exports } | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
    const module = new WebAssembly.Module(Buffer.from(code, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory, ...calls } });
    return { memory, exports: exports as Exports };
  } catch (error) {
    if (["RangeError", "ReferenceError", "CompileError"].includes((error as Error).name)) return undefined;
    throw error;
  }
}
