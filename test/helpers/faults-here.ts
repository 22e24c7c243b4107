import { createRequire, syncBuiltinESMExports } from "node:module";

type Fs = typeof import("node:fs");

const fs: Fs = createRequire(import.meta.url)("node:fs");

type Calls = { readonly [K in keyof Fs]?: unknown };

/** Puts other calls of node:fs in the place of some. Returns those that were there. */
function exchanged(calls: Calls): Calls {
  const before = Object.fromEntries(Object.keys(calls).map((name) => [name, fs[name as keyof Fs]]));
  Object.assign(fs, calls);
  syncBuiltinESMExports();
  return before;
}

/** Runs something at once while some calls of node:fs in this process are others. */
export function withCalls<T>(calls: Calls, run: () => T): T {
  const before = exchanged(calls);
  try {
    return run();
  } finally {
    exchanged(before);
  }
}

/** Does the same as `withCalls` while something runs that takes time. */
export async function whileCalls<T>(calls: Calls, run: () => Promise<T>): Promise<T> {
  const before = exchanged(calls);
  try {
    return await run();
  } finally {
    exchanged(before);
  }
}

/**
 * Writing as on a disk that gets full at the n-th line of a journal: half of it is written. Afterwards there is room again,
 * because another program has removed something.
 *
 * @param onFull called then
 */
export function fullAtLine(n: number, onFull: () => void): { readonly writeSync: unknown } {
  const { writeSync } = fs;
  let lines = 0;
  let isFull = false;
  return {
    writeSync: (file: number, data: Uint8Array, offset = 0, length = data.length - offset, ...rest: [number?]) => {
      if (isFull) {
        isFull = false;
        onFull();
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      }
      isFull = Buffer.from(data).toString("latin1").startsWith('{"step":') && ++lines === n;
      return writeSync(file, data, offset, isFull ? length >> 1 : length, ...rest);
    },
  };
}

/** Calls that open and close files as the real ones do, and the files that are open. */
export function trackingFiles() {
  const { openSync, closeSync } = fs;
  const open = new Set<number>();
  const calls = {
    openSync: (...args: Parameters<typeof openSync>) => {
      const file = openSync(...args);
      open.add(file);
      return file;
    },
    closeSync: (file: number) => {
      closeSync(file);
      open.delete(file);
    },
  };
  return { open, calls };
}

/** A call that the system refuses. */
export function refusing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}
