import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { folderWith, isJournal, namesIn, type Tree } from "../../helpers/folder.js";
import { allUndone } from "./journal-entries.js";

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

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  beforeEach(() => replaceCalls({}));
  afterEach(() => {
    Object.assign(fs, REAL);
    syncBuiltinESMExports();
  });
}

/** The calls that change something. A process may be killed before any of them. */
const CHANGING = (
  "fchmodSync fchownSync fdatasyncSync fsyncSync ftruncateSync linkSync mkdirSync openSync renameSync rmdirSync " +
  "unlinkSync futimesSync writeSync"
).split(" ") as readonly (keyof typeof fs)[];

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

export const filing = (source: string, folder: string) => ({ source, folder, label: folder, probability: 1 });

/** Names and contents below a folder. */
export function contentsOf(folder: string): Record<string, string> {
  const textOf = (name: string) => (name.endsWith("/") ? "" : REAL.readFileSync(join(folder, name), "utf8"));
  return Object.fromEntries(namesIn(folder).map((name) => [name, textOf(name)]));
}

/** Names and contents below a folder, journals left out. */
export function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(contentsOf(folder)).filter(([path]) => !isJournal(basename(path))));
}

/** Folders of messages beside a folder `into`, and a filer into it. @param calls get the folder around all */
export function desk(tree: Tree, options: Partial<FilerOptions> = {}, calls: Calls | ((root: string) => Calls) = {}) {
  replaceCalls({});
  const root = folderWith({ into: {}, ...tree });
  const at = (path: string) => join(root, path);
  replaceCalls(typeof calls === "function" ? calls(root) : calls);
  const filer = new Filer(at("into"), { mode: "move", ...options });
  const undone = async (dryRun = false) =>
    (await allUndone(readJournal(filer.journal), { dryRun })).map(({ outcome, why }) => why ?? outcome);
  return {
    root,
    at,
    filer,
    file: (path: string, folder = "ham") => filer.file(filing(at(path), folder)),
    textAt: (path: string) => REAL.readFileSync(at(path), "utf8"),
    /** The names in the folder `ham`. */
    hams: () => namesIn(at("into/ham")),
    undone,
    /** Ends the run, and undoes it. */
    takenBack: () => {
      filer.finish();
      return undone();
    },
  };
}

/** Another file system. */
export const CROSSING = { renameSync: () => refusal("EXDEV") };
/** Whether a path leads to a file in the folder `in`. A source is reached through its folder, which is held open. */
export const isIn = (root: string, path: string) => REAL.realpathSync(dirname(path)) === join(root, "in");

/** Replaces the opening of files, where `before` is called first. */
export const opening = (before: (path: string, flags: string | number) => void) => ({
  openSync: (path: string, flags: string | number, mode?: number) => {
    before(path, flags);
    return REAL.openSync(path, flags, mode);
  },
});
