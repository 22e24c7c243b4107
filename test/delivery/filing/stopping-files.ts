import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeEach } from "vitest";

/** Calls of the file system that a test puts in the place of the real ones. */
export type Calls = Partial<Record<keyof typeof fs, unknown>>;

/** The real calls, whatever stands in their place. */
export const REAL = Object.fromEntries(Object.entries(fs).filter(([name]) => name.endsWith("Sync"))) as typeof fs;

/**
 * Replaces calls of the file system, until this is called again or the test ends. Calls that are not named are
 * real, except that nothing waits for the disk: only a power cut would show the difference.
 */
export function replaceCalls(calls: Calls): void {
  Object.assign(fs, REAL, { fsyncSync: () => undefined, fdatasyncSync: () => undefined }, calls);
  syncBuiltinESMExports();
}

/** To be called when a test file that replaces calls is loaded. */
export function restoringCalls(): void {
  beforeEach(() => replaceCalls({}));
  afterEach(() => {
    Object.assign(fs, REAL);
    syncBuiltinESMExports();
  });
}

/** The calls that change something. A process may be killed before any of them. */
const CHANGING = [
  "fchmodSync",
  "fchownSync",
  "fdatasyncSync",
  "fsyncSync",
  "ftruncateSync",
  "linkSync",
  "mkdirSync",
  "openSync",
  "renameSync",
  "rmdirSync",
  "unlinkSync",
  "futimesSync",
  "writeSync",
] as const;

class Stopped extends Error {}

/**
 * Runs something that is killed after a number of changes. From then on nothing changes, whatever errors are
 * handled. Half of a write is done.
 *
 * @returns whether it was killed
 */
export async function isKilledAfter(changes: number, calls: Calls, run: () => Promise<unknown>): Promise<boolean> {
  let left = changes;
  const stopping: Record<string, unknown> = {};
  replaceCalls(calls);
  for (const name of CHANGING) {
    const call = fs[name] as (...args: unknown[]) => unknown;
    stopping[name] = (...args: unknown[]) => {
      if (left === 0 && name === "writeSync") writeHalf(args);
      if (left <= 0) {
        left = -1;
        throw new Stopped();
      }
      left--;
      return call(...args);
    };
  }
  replaceCalls({ ...calls, ...stopping });
  try {
    await run();
  } catch (error) {
    if (left >= 0) throw error;
  } finally {
    replaceCalls({});
  }
  return left < 0;
}

function writeHalf([file, bytes, , , position = null]: readonly unknown[]): void {
  const whole = bytes as Uint8Array;
  REAL.writeSync(file as number, whole, 0, whole.length >> 1, position as number | null);
}

/** Throws an error of the system. */
export function refusal(code: string): never {
  throw Object.assign(new Error(code), { code });
}
