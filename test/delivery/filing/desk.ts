import { basename, dirname, join } from "node:path";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { folderWith, isJournal, namesIn, type Tree } from "../../helpers/folder.js";
import { allUndone } from "./journal-entries.js";
import { type Calls, REAL, refusal, replaceCalls } from "./stopping-files.js";

export { REAL } from "./stopping-files.js";

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

/** To be called by each test file that uses these helpers. */
export { restoringCalls as setUp } from "./stopping-files.js";
