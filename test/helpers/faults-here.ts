import { createRequire, syncBuiltinESMExports } from "node:module";

type Fs = typeof import("node:fs");

const fs: Fs = createRequire(import.meta.url)("node:fs");

/** Runs something at once while some calls of node:fs in this process are others. */
export function withCalls<T>(calls: { readonly [K in keyof Fs]?: unknown }, run: () => T): T {
  const before = Object.fromEntries(Object.keys(calls).map((name) => [name, fs[name as keyof Fs]]));
  try {
    Object.assign(fs, calls);
    syncBuiltinESMExports();
    return run();
  } finally {
    Object.assign(fs, before);
    syncBuiltinESMExports();
  }
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
