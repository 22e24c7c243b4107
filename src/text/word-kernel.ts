/** The loops of `word-kernel.wat`, in the form that machines read, in base64. A test compiles them anew. */
export const WORD_KERNEL =
  "AGFzbQEAAAABPgpgAABgA39/fwF/YAJ+fgF+YAV/f39+fwF/YAJ/fwBgAX8AYAR/f39/AGAFf39+fn8Bf2ABfwF/YAJ/fwF/AisDA2VudgZtZW1vcnkC" +
  "AQGAgAQDZW52BGdyb3cAAANlbnYHc3RyZXRjaAABAxEQAgMEBQEGBwQEBAQICQkECAZbEn8BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQAL" +
  "fwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfgFCAAt+AUIFCwfdARoFc2xvdHMDAARtYXNrAwEEZW5kcwMCBHBvb2wD" +
  "AwRzaXplAwQJbW9zdFRlcm1zAwUJbW9zdEJ5dGVzAwYGY291bnRzAwcHdG91Y2hlZAMIBGFkZHMDCQVsZWFzdAMKBG1vc3QDCwZwcmVmaXgDDAVwYWly" +
  "cwMNBGxlZnQDDgZiZWZvcmUDDwRzZWVkAxAGZmFjdG9yAxEGcmVoYXNoAAQEaWRPZgAGBWlkc09mAAcHY291bnRlZAAJBXdob2xlAAoEd29yZAALBWNv" +
  "dW50AAwKY291bnRJbm5lcgAQCvUMEBQAIAAgAYUjEX4hACAAIABCIIiFC8UCAQZ/IAEgAGshCCAIIAJBD3IgCEEBa0EISRshCiACQQR2IwFxIQUCQANA" +
  "IwAgBUEEdGohByAHKAIMIQYgBkUNAQJAIAcpAwAgA1INACAHKAIIIApHDQAgBkEBayEGIApBCE0EQCAGDwsjAiAGQQJ0aiEHIAcoAgAhCSAHKAIEIAlr" +
  "IAhHDQAjAyAJaiEHQQAhCQJAA0AgCUEIaiAITg0BIAcgCWopAwAgACAJaikDAFINAiAJQQhqIQkMAAsLIAYPCyAFQQFqIwFxIQUMAAsLIARFBEBBfw8L" +
  "IwQhBiMCIAZBAnRqKAIAIQkgBiMFTyAJIAhqIwZLcgRAEAAgACABIAIgAyAEEAMPCyMDIAlqIAAgCPwKAAAgBkEBaiQEIwIjBEECdGogCSAIajYCACAH" +
  "IAM3AwAgByAKNgIIIAcjBDYCDCAGC2oBA38DQCAAIAFPBEAPCyAAKAIMBEAgACgCCCECIAJBCE0EfyMQIAApAwAQAqcFIAILQQR2IQMDQCMAIAMjAXFB" +
  "BHRqIQQgA0EBaiEDIAQoAgwNAAsgBCAAQRD8CgAACyAAQRBqIQAMAAsLRQECfyMHIABBAnRqIQEgASgCACECIAEgAkEBajYCACACRQRAQYACKAIAIQFB" +
  "gAIgAUEBajYCACMIIAFBAnRqIAA2AgALC2ACAX4CfyMQIQMgACEEIAEgAGshBQNAIAVBCEsEQCADIAQpAwAQAiEDIARBCGohBCAFQQhrIQUMAQsLIAAg" +
  "ASADIAUEfiAEKQMAQn9BwAAgBUEDdGutiIMFQgALIAIQCAsxAQF/A0AgASACTwRADwsgASgCACEEIAEgACAEIAMQBjYCACAEIQAgAUEEaiEBDAALCxMA" +
  "IAAgASACIAMQAqcgAyAEEAMLGgEBfyAAIAEjCRAGIQIgAkEATgRAIAIQBQsLNAEBfyMMBEBBgAQjDGohAiABIABrIQEgAiAAIAH8CgAAQYAEIQAgAiAB" +
  "aiEBCyAAIAEQCQtoAQF/IAAgARAKIw5FBEAPCyMOQQFrJA4gASAAayEBIw0jDGohAiMPBEAgAiMPaiECIAJBIDoAACACQQFqIQIgAiAAIAH8CgAAIw0g" +
  "AiABahAJIw0jDGohAgsgAiAAIAH8CgAAIAEkDwu6AQMCfwN+An8gACEDIxAhBANAIAAgAUkEfyAALQAALQAABUEACyECIAJBME8EQCAAIAI6AAAgBkLA" +
  "AFEEQCAEIAUQAiEEQgAhBUIAIQYLIAUgAq0gBoaEIQUgBkIIfCEGIABBAWohAAwBCyAAIANrIQcCQCAHIwpJDQAgByMLSw0AIAMgACAEIAUjCRAIIQgg" +
  "CEEASA0AIAgQBQsjECEEQgAhBUIAIQYgAEEBaiEAIAAhAyAAIAFJDQALC1kBAX8gAC0AAEGAAUkEQEEBDwsgAC0AASEBIAAtAABBAXJBwwFGBEAgAUHA" +
  "AXFBgAFGQQF0DwtBA0EAIAAtAABB4gFGIAFBgAFGcSAALQACQZABa0EYSXEbC1gBAX8DQCAAIAFPBEAgAQ8LIAAQDSECIAJFIAAgAmogAUtyBEBBfw8L" +
  "IAAtAAAtAABBAUYgAEEBaiABRiAALQABQYABSXJxBEAgAA8LIAAgAmohAAwACwALRAAgAEHCAUYEQCABQQBCgICAgICAgZb2ACABQT9xrYhCAYOnGw8L" +
  "IAFBIHJBtwFGBEBBAA8LIAFBIHIgASABQZ8BSRsLwwIBCn8gACEFA0BBASEDQQEhAiAAIAFJBEAgAC0AAC0AACECCyACQYABRgRAIAAgC08EQCAAIAEQ" +
  "DiELCyALQX9GBEAgByAFIAcbIAUgABABIQAgACEFQQAhC0EAIQZBACEKQQAhB0EAIQggACABSQ0CDwsgABANIQNBACECIANBAkYEQCAALQAAIAAtAAEQ" +
  "DyECCyACBEAgACACOgABIAZBAWohBiAAQQJqIQAMAgsLIAJBME8EQCAAIAI6AAAgAEEBaiEADAELIAAgBUsEQCAAIAVrIAZrIQQgCiAGaiEKQQAhBiAE" +
  "EBEEQCAFIAAQCwsgBwRAIAAhCCAKIQkFIAUhBwsLIAJBAkcEQCAIBEAgCCAHayAJaxARBEAgByAIEAoLC0EAIQpBACEHQQAhCAsgACADaiEAIAAhBSAA" +
  "IAFNDQALCw0AIAAjCk8gACMLTXEL";

/** The functions and numbers of `word-kernel.wat`. */
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
  readonly pairs: Global<number>;
  readonly left: Global<number>;
  readonly before: Global<number>;
  readonly seed: Global<bigint>;
  readonly factor: Global<bigint>;
}

/** What the kernel calls. */
export interface KernelCalls {
  grow(): void;
  stretch(first: number, word: number, at: number): number;
}

interface Global<T> {
  value: T;
}

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of WebAssembly that is used here: TypeScript declares it for browsers only. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: Memory } & KernelCalls },
  ) => { readonly exports: Kernel };
};

const MOST_PAGES = 1 << 16;

/** A module with an empty memory; undefined where there is no WebAssembly, or no room for it. */
export function newKernel(calls: KernelCalls): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
    const module = new WebAssembly.Module(Buffer.from(WORD_KERNEL, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory, ...calls } });
    exports.seed.value = randomBits();
    exports.factor.value = randomBits() | 1n;
    return { memory, exports };
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

function randomBits(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return BigInt.asIntN(64, (half() << 32n) | half());
}
