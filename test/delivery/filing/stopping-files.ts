import { FILE_SYSTEM, type FileSystem } from "../../../src/delivery/filing/file-system.js";

/** What changes a file system: a process may be killed before any of these. */
const CHANGING = [
  "copyFileSync",
  "fsyncSync",
  "ftruncateSync",
  "linkSync",
  "mkdirSync",
  "openSync",
  "renameSync",
  "rmdirSync",
  "unlinkSync",
  "utimesSync",
  "writeSync",
] as const;

/** What a killed process runs into: nothing. */
export class Stopped extends Error {}

/** A file system whose tests do not wait for the disk: nothing is tested that only a power cut would show. */
export const HASTY_FILES: FileSystem = { ...FILE_SYSTEM, fsyncSync: () => undefined };

/** Calls that the system refuses, in place of those that it allows. */
export type Refusals = Partial<FileSystem>;

/**
 * A file system that stands still after `calls` changes: whoever goes on after that changes
 * nothing, whatever errors it handles, as if it had been killed. Half of a write is done.
 */
export function stoppingFiles(calls: number, refusals: Refusals = {}): { files: FileSystem; isStopped: () => boolean } {
  let left = calls;
  const files: Record<string, unknown> = { ...HASTY_FILES, ...refusals };
  for (const name of CHANGING) {
    const call = files[name] as (...args: unknown[]) => unknown;
    files[name] = (...args: unknown[]) => {
      if (left === 0 && name === "writeSync") writeHalf(args);
      if (left <= 0) {
        left = -1;
        throw new Stopped();
      }
      left--;
      return call(...args);
    };
  }
  return { files: files as unknown as FileSystem, isStopped: () => left < 0 };
}

function writeHalf([file, bytes]: readonly unknown[]): void {
  const whole = bytes as Uint8Array;
  FILE_SYSTEM.writeSync(file as number, whole.subarray(0, whole.length >> 1));
}

/** An error of the system. */
export function refusal(code: string): never {
  throw Object.assign(new Error(code), { code });
}
