import { type Memory, newModule } from "../base/web-assembly.js";

/** The loops of `word-kernel.wat`, in the form that machines read, in base64. A test compiles them anew. */
export const WORD_KERNEL =
  "AGFzbQEAAAABTw1gAABgA39/fwF/YAJ+fgF+YAV/f39+fwF/YAJ/fwBgAX8AYAR/f39/AGAFf39+fn8Bf2ABfwF+YAJ/fwF+YAF/AX9gAn9/AX9gA39/" +
  "fwACKwMDZW52Bm1lbW9yeQIBAYCABANlbnYEZ3JvdwAAA2VudgdzdHJldGNoAAEDGhkCAwQFAQYHBAQEBAgECQoLCwQKDAkLCwoGBlsSfwFBAAt/AUEA" +
  "C38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt/AUEAC38BQQALfwFBAAt+AUIAC34BQgULB/oBHQVz" +
  "bG90cwMABG1hc2sDAQRlbmRzAwIEcG9vbAMDBHNpemUDBAltb3N0VGVybXMDBQltb3N0Qnl0ZXMDBgZjb3VudHMDBwd0b3VjaGVkAwgEYWRkcwMJBWxl" +
  "YXN0AwoEbW9zdAMLBnByZWZpeAMMBXBhaXJzAw0EbGVmdAMOBmJlZm9yZQMPBHNlZWQDEAZmYWN0b3IDEQZyZWhhc2gABARpZE9mAAYFaWRzT2YABwdj" +
  "b3VudGVkAAkFd2hvbGUACgR3b3JkAAsFY291bnQADgpjb3VudElubmVyABMEc29ydAAVCXNvcnRBbGlrZQAXB2FycmFuZ2UAGgrXFhkUACAAIAGFIxF+" +
  "IQAgACAAQiCIhQvFAgEGfyABIABrIQggCCACQQ9yIAhBAWtBCEkbIQogAkEEdiMBcSEFAkADQCMAIAVBBHRqIQcgBygCDCEGIAZFDQECQCAHKQMAIANS" +
  "DQAgBygCCCAKRw0AIAZBAWshBiAKQQhNBEAgBg8LIwIgBkECdGohByAHKAIAIQkgBygCBCAJayAIRw0AIwMgCWohB0EAIQkCQANAIAlBCGogCE4NASAH" +
  "IAlqKQMAIAAgCWopAwBSDQIgCUEIaiEJDAALCyAGDwsgBUEBaiMBcSEFDAALCyAERQRAQX8PCyMEIQYjAiAGQQJ0aigCACEJIAYjBU8gCSAIaiMGS3IE" +
  "QBAAIAAgASACIAMgBBADDwsjAyAJaiAAIAj8CgAAIAZBAWokBCMCIwRBAnRqIAkgCGo2AgAgByADNwMAIAcgCjYCCCAHIwQ2AgwgBgtqAQN/A0AgACAB" +
  "TwRADwsgACgCDARAIAAoAgghAiACQQhNBH8jECAAKQMAEAKnBSACC0EEdiEDA0AjACADIwFxQQR0aiEEIANBAWohAyAEKAIMDQALIAQgAEEQ/AoAAAsg" +
  "AEEQaiEADAALC0UBAn8jByAAQQJ0aiEBIAEoAgAhAiABIAJBAWo2AgAgAkUEQEGAAigCACEBQYACIAFBAWo2AgAjCCABQQJ0aiAANgIACwtgAgF+An8j" +
  "ECEDIAAhBCABIABrIQUDQCAFQQhLBEAgAyAEKQMAEAIhAyAEQQhqIQQgBUEIayEFDAELCyAAIAEgAyAFBH4gBCkDAEJ/QcAAIAVBA3RrrYiDBUIACyAC" +
  "EAgLMQEBfwNAIAEgAk8EQA8LIAEoAgAhBCABIAAgBCADEAY2AgAgBCEAIAFBBGohAQwACwsTACAAIAEgAiADEAKnIAMgBBADCxoBAX8gACABIwkQBiEC" +
  "IAJBAE4EQCACEAULCzQBAX8jDARAQYAEIwxqIQIgASAAayEBIAIgACAB/AoAAEGABCEAIAIgAWohAQsgACABEAkLaAEBfyAAIAEQCiMORQRADwsjDkEB" +
  "ayQOIAEgAGshASMNIwxqIQIjDwRAIAIjD2ohAiACQSA6AAAgAkEBaiECIAIgACAB/AoAACMNIAIgAWoQCSMNIwxqIQILIAIgACAB/AoAACABJA8LQAEB" +
  "ewNAIAAgAU8EQA8LIAD9AAQAIQIgACACIAJBwQD9D/1xQRr9D/0mQSD9D/1O/VD9CwQAIABBEGohAAwACws5AQF7IAD9AAQAIQEgAUHhAP0P/XFBGv0P" +
  "/SYgAUEw/Q/9cUEK/Q/9Jv1QIAFB3wD9D/0j/VD9ZK0LngMEA34DfwJ+A38gACABEAwCQANAIAAgAU8gBUVxDQEgABANIABBEGoQDUIQhoQgAEEgahAN" +
  "QiCGIABBMGoQDUIwhoSEIQMgAyADQgGGIASEhSECIANCP4ghBAJAA0AgBUUEQCACUA0CIAAgAnqnaiEFIAIgAkIBfYMhAgsgAlANASAAIAJ6p2ohBiAC" +
  "IAJCAX2DIQIgBiAFayEHAkAgByMKSQ0AIAcjC0sNAAJAIAdBCE0EQEEIIAdrQQN0rSEJIAUpAwAgCYYgCYghCSMQIAmFIxF+IQggCCAIQiCIhSEIIwAg" +
  "CKdBBHYjAXFBBHRqIQogCikDACAJUSAKKAIIIAdGcQRAIAooAgxBAWshCwwCCwUjECEIIAUhCgNAIAggCikDABACIQggCkEIaiEKIAYgCmtBCEsNAAsg" +
  "CiAGIAprEA8hCSAIIAkQAiEICyAFIAYgCKcgCSMJEAMhCyALQQBIDQELIwcgC0ECdGohCiAKKAIAIQwgDARAIAogDEEBajYCAAUgCxAFCwtBACEFDAAL" +
  "CyAAQcAAaiEADAALCwsaAQF+QQggAWtBA3StIQIgACkDACAChiACiAtZAQF/IAAtAABBgAFJBEBBAQ8LIAAtAAEhASAALQAAQQFyQcMBRgRAIAFBwAFx" +
  "QYABRkEBdA8LQQNBACAALQAAQeIBRiABQYABRnEgAC0AAkGQAWtBGElxGwtYAQF/A0AgACABTwRAIAEPCyAAEBAhAiACRSAAIAJqIAFLcgRAQX8PCyAA" +
  "LQAALQAAQQFGIABBAWogAUYgAC0AAUGAAUlycQRAIAAPCyAAIAJqIQAMAAsAC0QAIABBwgFGBEAgAUEAQoCAgICAgIGW9gAgAUE/ca2IQgGDpxsPCyAB" +
  "QSByQbcBRgRAQQAPCyABQSByIAEgAUGfAUkbC8MCAQp/IAAhBQNAQQEhA0EBIQIgACABSQRAIAAtAAAtAAAhAgsgAkGAAUYEQCAAIAtPBEAgACABEBEh" +
  "CwsgC0F/RgRAIAcgBSAHGyAFIAAQASEAIAAhBUEAIQtBACEGQQAhCkEAIQdBACEIIAAgAUkNAg8LIAAQECEDQQAhAiADQQJGBEAgAC0AACAALQABEBIh" +
  "AgsgAgRAIAAgAjoAASAGQQFqIQYgAEECaiEADAILCyACQTBPBEAgACACOgAAIABBAWohAAwBCyAAIAVLBEAgACAFayAGayEEIAogBmohCkEAIQYgBBAU" +
  "BEAgBSAAEAsLIAcEQCAAIQggCiEJBSAFIQcLCyACQQJHBEAgCARAIAggB2sgCWsQFARAIAcgCBAKCwtBACEKQQAhB0EAIQgLIAAgA2ohACAAIQUgACAB" +
  "TQ0ACwsNACAAIwpPIAAjC01xC7kCAgd/An4gAkEAQYDAAPwLACAAIQQCQANAIAMjBE8NASADQQAQFiELIAQgCzcDACAEIAM2AgggAiEGQQAhCANAIAYg" +
  "C6dB/wFxQQJ0aiEJIAkgCSgCAEEBajYCACALQgiIIQsgBkGACGohBiAIQQFqIQggCEEISQ0ACyAEQRBqIQQgA0EBaiEDDAALCwNAIAEhBiACQYAIaiEF" +
  "A0AgAigCACEJIAIgBjYCACAGIAlBBHRqIQYgAkEEaiECIAIgBUkNAAsgACEEIAAjBEEEdGohBQJAA0AgBCAFTw0BIAJBgAhrIAQpAwAgCoinQf8BcUEC" +
  "dGohCSAJKAIAIQYgCSAGQRBqNgIAIAYgBP0ABAD9CwQAIARBEGohBAwACwsgACEGIAEhACAGIQEgCkIIfCEKIApCwABUDQALC3ACAn8BfiMCIABBAnRq" +
  "IQIgAigCBCACKAIAayEDIAEgA08EQEIADwsgAyABayEDIwMgAigCAGogAWohAiACKQMAIQQgA0EISQRAIAIgAxAPIQQLIAT9EiAE/RL9DQcGBQQDAgEA" +
  "BwYFBAMCAQD9HQALwgEDA38BfgF7A0AgACABTwRAIAEPCyAAKQMAIQUgAEEQaiECAkADQCACIAFPDQEgAikDACAFUg0BIAJBEGohAgwACwsgAiAAa0GA" +
  "BEsEQCAADwsgAEEQaiEDAkADQCADIAJPDQEgA/0ABAAhBiADIQQCQANAIAQgAE0NASAG/RsCIARBCGsoAgAQGEUNASAEIARBEGv9AAQA/QsEACAEQRBr" +
  "IQQMAAsLIAQgBv0LBAAgA0EQaiEDDAALCyACIQAMAAsAC04DAX8CfgJ/IAAQGSEFIAEQGSEGA0AgAkEIaiECIAIgBU8gAiAGT3EEQCAFIAZJDwsgACAC" +
  "EBYhAyABIAIQFiEEIAMgBFENAAsgAyAEVAsZAQF/IwIgAEECdGohASABKAIEIAEoAgBrC40BAQZ/IAEhCANAIAIgASAIazYCACAEIwRPBEAPCyAAKAII" +
  "IQUgAyAFQQJ0aiAENgIAIAUQGSEJIwMjAiAFQQJ0aigCAGohBiABIQcgASAJaiEBA0AgByAGKQMANwMAIAdBCGohByAGQQhqIQYgByABSQ0ACyAAQRBq" +
  "IQAgAkEEaiECIARBAWohBAwACwAL";

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
  sort(sorted: number, other: number, tallies: number): void;
  sortAlike(at: number, end: number): number;
  arrange(at: number, pool: number, ends: number, numbers: number): void;
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

/** The kernel with an empty memory; undefined where there is none: see `newModule`. */
export function newKernel(calls: KernelCalls): { readonly memory: Memory; readonly exports: Kernel } | undefined {
  const kernel = newModule<Kernel>(WORD_KERNEL, calls);
  if (kernel === undefined) return undefined;
  kernel.exports.seed.value = randomBits();
  kernel.exports.factor.value = randomBits() | 1n;
  return kernel;
}

function randomBits(): bigint {
  const half = () => BigInt(Math.floor(Math.random() * 2 ** 32));
  return BigInt.asIntN(64, (half() << 32n) | half());
}
