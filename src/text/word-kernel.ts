/** The loops of `word-kernel.wat`, in the form that machines read, in base64. A test compiles them anew. */
export const WORD_KERNEL =
  "AGFzbQEAAAABSQxgAABgA39/fwF/YAJ+fgF+YAV/f39+fwF/YAJ/fwBgAX8AYAR/f39/AGAFf39+fn8Bf2ABfwF+YAJ/fwF+YAF/AX9gAn9/AX8C" +
  "KwMDZW52Bm1lbW9yeQIBAYCABANlbnYEZ3JvdwAAA2VudgdzdHJldGNoAAEDFBMCAwQFAQYHBAQEBAgECQoLCwQKBlsSfwFBAAt/AUEAC38BQQAL" +
  "fwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt+AUIAC34BQgULB90BGgVzbG90" +
  "cwMABG1hc2sDAQRlbmRzAwIEcG9vbAMDBHNpemUDBAltb3N0VGVybXMDBQltb3N0Qnl0ZXMDBgZjb3VudHMDBwd0b3VjaGVkAwgEYWRkcwMJBWxl" +
  "YXN0AwoEbW9zdAMLBnByZWZpeAMMBXBhaXJzAw0EbGVmdAMOBmJlZm9yZQMPBHNlZWQDEAZmYWN0b3IDEQZyZWhhc2gABARpZE9mAAYFaWRzT2YA" +
  "Bwdjb3VudGVkAAkFd2hvbGUACgR3b3JkAAsFY291bnQADgpjb3VudElubmVyABMK7w8TFAAgACABhSMRfiEAIAAgAEIgiIULxQIBBn8gASAAayEI" +
  "IAggAkEPciAIQQFrQQhJGyEKIAJBBHYjAXEhBQJAA0AjACAFQQR0aiEHIAcoAgwhBiAGRQ0BAkAgBykDACADUg0AIAcoAgggCkcNACAGQQFrIQYg" +
  "CkEITQRAIAYPCyMCIAZBAnRqIQcgBygCACEJIAcoAgQgCWsgCEcNACMDIAlqIQdBACEJAkADQCAJQQhqIAhODQEgByAJaikDACAAIAlqKQMAUg0C" +
  "IAlBCGohCQwACwsgBg8LIAVBAWojAXEhBQwACwsgBEUEQEF/DwsjBCEGIwIgBkECdGooAgAhCSAGIwVPIAkgCGojBktyBEAQACAAIAEgAiADIAQQ" +
  "Aw8LIwMgCWogACAI/AoAACAGQQFqJAQjAiMEQQJ0aiAJIAhqNgIAIAcgAzcDACAHIAo2AgggByMENgIMIAYLagEDfwNAIAAgAU8EQA8LIAAoAgwE" +
  "QCAAKAIIIQIgAkEITQR/IxAgACkDABACpwUgAgtBBHYhAwNAIwAgAyMBcUEEdGohBCADQQFqIQMgBCgCDA0ACyAEIABBEPwKAAALIABBEGohAAwA" +
  "CwtFAQJ/IwcgAEECdGohASABKAIAIQIgASACQQFqNgIAIAJFBEBBgAIoAgAhAUGAAiABQQFqNgIAIwggAUECdGogADYCAAsLYAIBfgJ/IxAhAyAA" +
  "IQQgASAAayEFA0AgBUEISwRAIAMgBCkDABACIQMgBEEIaiEEIAVBCGshBQwBCwsgACABIAMgBQR+IAQpAwBCf0HAACAFQQN0a62IgwVCAAsgAhAI" +
  "CzEBAX8DQCABIAJPBEAPCyABKAIAIQQgASAAIAQgAxAGNgIAIAQhACABQQRqIQEMAAsLEwAgACABIAIgAxACpyADIAQQAwsaAQF/IAAgASMJEAYh" +
  "AiACQQBOBEAgAhAFCws0AQF/IwwEQEGABCMMaiECIAEgAGshASACIAAgAfwKAABBgAQhACACIAFqIQELIAAgARAJC2gBAX8gACABEAojDkUEQA8L" +
  "Iw5BAWskDiABIABrIQEjDSMMaiECIw8EQCACIw9qIQIgAkEgOgAAIAJBAWohAiACIAAgAfwKAAAjDSACIAFqEAkjDSMMaiECCyACIAAgAfwKAAAg" +
  "ASQPC0ABAXsDQCAAIAFPBEAPCyAA/QAEACECIAAgAiACQcEA/Q/9cUEa/Q/9JkEg/Q/9Tv1Q/QsEACAAQRBqIQAMAAsLOQEBeyAA/QAEACEBIAFB" +
  "4QD9D/1xQRr9D/0mIAFBMP0P/XFBCv0P/Sb9UCABQd8A/Q/9I/1Q/WStC54DBAN+A38CfgN/IAAgARAMAkADQCAAIAFPIAVFcQ0BIAAQDSAAQRBq" +
  "EA1CEIaEIABBIGoQDUIghiAAQTBqEA1CMIaEhCEDIAMgA0IBhiAEhIUhAiADQj+IIQQCQANAIAVFBEAgAlANAiAAIAJ6p2ohBSACIAJCAX2DIQIL" +
  "IAJQDQEgACACeqdqIQYgAiACQgF9gyECIAYgBWshBwJAIAcjCkkNACAHIwtLDQACQCAHQQhNBEBBCCAHa0EDdK0hCSAFKQMAIAmGIAmIIQkjECAJ" +
  "hSMRfiEIIAggCEIgiIUhCCMAIAinQQR2IwFxQQR0aiEKIAopAwAgCVEgCigCCCAHRnEEQCAKKAIMQQFrIQsMAgsFIxAhCCAFIQoDQCAIIAopAwAQ" +
  "AiEIIApBCGohCiAGIAprQQhLDQALIAogBiAKaxAPIQkgCCAJEAIhCAsgBSAGIAinIAkjCRADIQsgC0EASA0BCyMHIAtBAnRqIQogCigCACEMIAwE" +
  "QCAKIAxBAWo2AgAFIAsQBQsLQQAhBQwACwsgAEHAAGohAAwACwsLGgEBfkEIIAFrQQN0rSECIAApAwAgAoYgAogLWQEBfyAALQAAQYABSQRAQQEP" +
  "CyAALQABIQEgAC0AAEEBckHDAUYEQCABQcABcUGAAUZBAXQPC0EDQQAgAC0AAEHiAUYgAUGAAUZxIAAtAAJBkAFrQRhJcRsLWAEBfwNAIAAgAU8E" +
  "QCABDwsgABAQIQIgAkUgACACaiABS3IEQEF/DwsgAC0AAC0AAEEBRiAAQQFqIAFGIAAtAAFBgAFJcnEEQCAADwsgACACaiEADAALAAtEACAAQcIB" +
  "RgRAIAFBAEKAgICAgICBlvYAIAFBP3GtiEIBg6cbDwsgAUEgckG3AUYEQEEADwsgAUEgciABIAFBnwFJGwvDAgEKfyAAIQUDQEEBIQNBASECIAAg" +
  "AUkEQCAALQAALQAAIQILIAJBgAFGBEAgACALTwRAIAAgARARIQsLIAtBf0YEQCAHIAUgBxsgBSAAEAEhACAAIQVBACELQQAhBkEAIQpBACEHQQAh" +
  "CCAAIAFJDQIPCyAAEBAhA0EAIQIgA0ECRgRAIAAtAAAgAC0AARASIQILIAIEQCAAIAI6AAEgBkEBaiEGIABBAmohAAwCCwsgAkEwTwRAIAAgAjoA" +
  "ACAAQQFqIQAMAQsgACAFSwRAIAAgBWsgBmshBCAKIAZqIQpBACEGIAQQFARAIAUgABALCyAHBEAgACEIIAohCQUgBSEHCwsgAkECRwRAIAgEQCAI" +
  "IAdrIAlrEBQEQCAHIAgQCgsLQQAhCkEAIQdBACEICyAAIANqIQAgACEFIAAgAU0NAAsLDQAgACMKTyAAIwtNcQs=";

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

/** A module with an empty memory; undefined where there is no WebAssembly, or none with SIMD, or no room for it. */
export function newKernel(calls: KernelCalls): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
    const module = new WebAssembly.Module(Buffer.from(WORD_KERNEL, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory, ...calls } });
    exports.seed.value = randomBits();
    exports.factor.value = randomBits() | 1n;
    return { memory, exports };
  } catch (error) {
    if (["RangeError", "ReferenceError", "CompileError"].includes((error as Error).name)) return undefined;
    throw error;
  }
}

function randomBits(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return BigInt.asIntN(64, (half() << 32n) | half());
}
