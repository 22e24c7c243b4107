import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal, unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { folderWith, isJournal, journalsIn, namesIn } from "../../helpers/folder.js";
import { type Calls, isKilledAfter, REAL, refusal, setUp } from "./desk.js";
import { allUndone } from "./journal-entries.js";

setUp();

/** Two messages of one name, one of them twice; an empty one; one in a Maildir. */
const INBOX = {
  a: { "1": "from ann", "2": "from bob" },
  b: { "1": "from carl", "2": "from bob" },
  "3": "",
  mail: { cur: { "77.P1.host:2,S": "from dora" }, new: {}, tmp: {} },
};
const SOURCES = ["a/1", "a/2", "b/1", "b/2", "3", "mail/cur/77.P1.host:2,S"];
const MESSAGES = ["", "from ann", "from bob", "from carl", "from dora"];
const isSingle = (content: string) => content !== "from bob";
const FILED = ["ham/1", "ham/1-2", "ham/2", "ham/3", "mail/cur/77.P1.host:2,S"];

const SITUATIONS: readonly [string, FilerOptions["mode"], Calls][] = [
  ["move", "move", {}],
  ["move to another file system", "move", { renameSync: crossing }],
  ["move to one without hard links", "move", { renameSync: crossing, linkSync: () => refusal("EPERM") }],
  ["copy", "copy", {}],
  ["copy to a file system without hard links", "copy", { linkSync: () => refusal("EPERM") }],
  ["link", "link", {}],
];

/** As rename does between file systems: within the target's, it works. */
function crossing(from: unknown, to: unknown): void {
  const [source, target] = [from, to].map((path) => `${realpathSync(dirname(String(path)))}/`);
  if (source.includes("/in/") !== target.includes("/in/")) refusal("EXDEV");
  REAL.renameSync(String(from), String(to));
}

/** Folders of messages, and a folder to sort them into. */
function newFolders() {
  const root = folderWith({ in: INBOX, sorted: {} });
  return { root, into: join(root, "sorted") };
}

async function sort({ root, into }: ReturnType<typeof newFolders>, mode: FilerOptions["mode"]): Promise<void> {
  const filer = new Filer(into, { mode });
  for (const source of SOURCES) {
    const path = join(root, "in", source);
    const folder = source.startsWith("mail") ? "mail" : "ham";
    if (existsSync(path)) await filer.file({ source: path, folder, label: "ham", probability: 1 });
  }
  filer.finish();
}

/** The contents of the files in a folder, without reservations and incomplete files. */
function contentsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => !name.endsWith("/") && !name.includes(".thresher-"))
    .map((name) => join(folder, name))
    .filter((path) => (lstatSync(path).mode & 0o777) !== 0)
    .map((path) => readFileSync(path, "utf8"))
    .sort();
}

const names = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/") && !isJournal(name));

describe.each(SITUATIONS)("a %s that is killed", (what, mode, calls) => {
  // A move within a file system is killed at every moment, others at every other.
  const every = what === "move" ? 1 : 2;

  it("at any moment has every message whole, a move in one place, and the next run finishes it", async () => {
    for (let [moment, isKilled] = [0, true]; isKilled; moment += every) {
      const { root, into } = newFolders();
      isKilled = await isKilledAfter(moment, calls, () => sort({ root, into }, mode));
      expect(new Set(contentsIn(root)), `${what}, ${moment}`).toEqual(new Set(MESSAGES));
      // Within a file system, only the message that lies in the inbox twice is in two places.
      if (what === "move") expect(contentsIn(root).filter(isSingle)).toEqual(MESSAGES.filter(isSingle));
      if (!isKilled) expect(names(into).sort()).toEqual(FILED);
      for (const journal of unfinishedJournals(into)) {
        expect((await repair(journal)).documents).toBeLessThanOrEqual(1);
        expect(readJournal(journal.path).steps.every(({ state }) => state !== "open")).toBe(true);
      }
      // In order, even if nobody goes on.
      expect(new Set(contentsIn(root)), `${what}, ${moment}`).toEqual(new Set(MESSAGES));
      await sort({ root, into }, mode);
      expect(unfinishedJournals(into)).toEqual([]);
      expect(contentsIn(into), `${what}, ${moment}`).toEqual(MESSAGES);
      expect(names(into).sort(), `${what}, ${moment}`).toEqual(FILED);
      expect(names(join(root, "in"))).toEqual(mode === "move" ? [] : SOURCES.toSorted());
      if (!isKilled) expect(moment).toBeGreaterThan(30);
    }
  });

  it("while it is undone has every message whole, and a second undo finishes it", async () => {
    for (let [moment, isKilled] = [0, true]; isKilled; moment += every) {
      const { root, into } = newFolders();
      const before = namesIn(join(root, "in"));
      await sort({ root, into }, mode);
      const undoing = () => allUndone(readJournal(join(into, journalsIn(into)[0])));
      isKilled = await isKilledAfter(moment, calls, undoing);
      expect(new Set(contentsIn(root)), `${what}, ${moment}`).toEqual(new Set(MESSAGES));
      if (!isKilled) expect(namesIn(join(root, "in"))).toEqual(before);
      expect((await undoing()).filter(({ outcome }) => outcome === "kept")).toEqual([]);
      expect(namesIn(join(root, "in")), `${what}, ${moment}`).toEqual(before);
      expect(namesIn(into).filter((name) => !isJournal(name))).toEqual([]);
    }
  });
});
