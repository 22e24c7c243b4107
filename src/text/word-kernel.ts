/** The loops of `word-kernel.wat`, in the form that machines read, in base64. A test compiles them anew. */
export const WORD_KERNEL =
  "AGFzbQEAAAABKgZgAn5+AX5gBX9/f35/AX9gAn9/AGABfwBgBH9/f38Bf2AFf39/f38BfwISAQNlbnYGbWVtb3J5AgEBgIAEAwgHAAECAwQEBQY4" +
  "C38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC34BQgALfgFCBQsHgAEPBXNsb3RzAwAEbWFzawMBBGVuZHMDAgRw" +
  "b29sAwMEc2l6ZQMECW1vc3RUZXJtcwMFCW1vc3RCeXRlcwMGBmNvdW50cwMHB3RvdWNoZWQDCARzZWVkAwkGZmFjdG9yAwoGcmVoYXNoAAIEaWRP" +
  "ZgAEBWlkc09mAAUFY291bnQABgqJBwcUACAAIAGFIwp+IQAgACAAQiCIhQu2AgEGfyABIABrIQggCCACQQ9yIAhBAWtBCEkbIQogAkEEdiMBcSEF" +
  "AkADQCMAIAVBBHRqIQcgBygCDCEGIAZFDQECQCAHKQMAIANSDQAgBygCCCAKRw0AIAZBAWshBiAKQQhNBEAgBg8LIwIgBkECdGohByAHKAIAIQkg" +
  "BygCBCAJayAIRw0AIwMgCWohB0EAIQkCQANAIAkgCE8NASAHIAlqLQAAIAAgCWotAABHDQIgCUEBaiEJDAALCyAGDwsgBUEBaiMBcSEFDAALCyAE" +
  "RQRAQX8PCyMEIQYjAiAGQQJ0aigCACEJIAYjBU8gCSAIaiMGS3IEQEF+DwsjAyAJaiAAIAj8CgAAIAZBAWokBCMCIwRBAnRqIAkgCGo2AgAgByAD" +
  "NwMAIAcgCjYCCCAHIwQ2AgwgBgtqAQN/A0AgACABTwRADwsgACgCDARAIAAoAgghAiACQQhNBH8jCSAAKQMAEACnBSACC0EEdiEDA0AjACADIwFx" +
  "QQR0aiEEIANBAWohAyAEKAIMDQALIAQgAEEQ/AoAAAsgAEEQaiEADAALC0UBAn8jByAAQQJ0aiEBIAEoAgAhAiABIAJBAWo2AgAgAkUEQEGAAigC" +
  "ACEBQYACIAFBAWo2AgAjCCABQQJ0aiAANgIACwt1AgN+AX8jCSEEIAAhBwJAA0AgByABTw0BIAZCwABRBEAgBCAFEAAhBEIAIQVCACEGCyAFIAcx" +
  "AAAgBoaEIQUgBkIIfCEGIAdBAWohBwwACwsgACABIAQgBRAApyAFIAIQASEHIAMgB0EATnEEQCAHEAMLIAcLRQECfwNAIAEgAk8EQCACDwsgASgC" +
  "ACEEIAAgBCADQQAQBCEFIAVBfkYEQCABDwsgASAFNgIAIAQhACABQQRqIQEMAAsAC8wBAwJ/A34CfyAAIQYjCSEHA0AgACABSQR/IAAtAAAtAAAF" +
  "QQALIQUgBUEwTwRAIAAgBToAACAJQsAAUQRAIAcgCBAAIQdCACEIQgAhCQsgCCAFrSAJhoQhCCAJQgh8IQkgAEEBaiEADAELIAAgBmshCgJAIAog" +
  "AkkNACAKIANLDQAgBiAAIAcgCBAApyAIIAQQASELIAtBAEgEQCALQX9GDQEgBg8LIAsQAwsjCSEHQgAhCEIAIQkgAEEBaiEAIAAhBiAAIAFJDQAL" +
  "IAEL";

/** The functions and numbers of `word-kernel.wat`. */
export interface Kernel {
  idOf(from: number, to: number, adds: number, counts: number): number;
  idsOf(from: number, entry: number, last: number, adds: number): number;
  count(at: number, end: number, least: number, most: number, adds: number): number;
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
  readonly seed: Global<bigint>;
  readonly factor: Global<bigint>;
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
  readonly Instance: new (module: object, imports: { env: { memory: Memory } }) => { readonly exports: Kernel };
};

const MOST_PAGES = 1 << 16;

/** A module with an empty memory; undefined where there is no WebAssembly, or no room for it. */
export function newKernel(): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
    const module = new WebAssembly.Module(Buffer.from(WORD_KERNEL, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
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
