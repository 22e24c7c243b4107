import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { IntentEntry, JournalEntry } from "../../../src/delivery/filing/journal.js";
import { readJournal, unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { bytesOf, folderWith, namesIn } from "../../helpers/folder.js";
import { type Calls, REAL, replaceCalls, setUp } from "./desk.js";
import { allUndone, begun, intentOf, journalLine } from "./journal-entries.js";

setUp();
afterEach(() => void vi.restoreAllMocks().unstubAllGlobals());

const STRANGER = 4711;
const DONE = { step: "done", number: 1, time: "t" } as const;
const begin = (into: string) => begun(into, "h");
const intent = (change: Partial<IntentEntry> = {}) => intentOf("one", change);
const bytes = (...entries: readonly JournalEntry[]) => Buffer.from(entries.map(journalLine).join(""));

/** A folder with the journal of a session that was stopped. */
function stopped(...entries: readonly JournalEntry[]) {
  const into = folderWith({});
  const path = join(into, ".thresher-journal-0.jsonl");
  writeFileSync(path, bytes(begin(into), ...entries), { mode: 0o600 });
  return { into, path };
}

/** Makes something there look as if it belonged to others or had another mode, until the test ends. */
function seenAs(path: string, change: Partial<Stats>, user = process.geteuid?.()): Calls {
  const { ino } = lstatSync(path, { throwIfNoEntry: false }) ?? { ino: -1 };
  const changed = (status: Stats | undefined) =>
    status?.ino === ino ? Object.assign(Object.create(status), change) : status;
  const calls = {
    fstatSync: (file: number) => changed(REAL.fstatSync(file)),
    lstatSync: (name: string) => changed(REAL.lstatSync(name, { throwIfNoEntry: false })),
  };
  replaceCalls(calls);
  vi.spyOn(process, "geteuid").mockReturnValue(user as number);
  return calls;
}

describe("a journal that others may have written", () => {
  const WRITABLE =
    "can be written to by other users, so nothing in it is used: look at it, and if it is yours run chmod";
  it.each<[string, Partial<Stats>, fault: string, told: string]>([
    ["belongs to somebody else", { uid: STRANGER }, "belongs to user 4711", "has 1 journal of other users"],
    ["can be written to by a group", { mode: 0o100620 }, WRITABLE, WRITABLE],
  ])("is not used if it %s", (_, change, fault, told) => {
    const { into, path } = stopped(intent());
    seenAs(path, change);
    const refused: string[] = [];
    expect(unfinishedJournals(into, ({ message }) => refused.push(message))).toEqual([]);
    expect(refused).toEqual([expect.stringContaining(told)]);
    expect(() => readJournal(path)).toThrow(`${path} ${fault}`);
  });

  it("is used if it belongs to root, refused to root if it is an ordinary user's, and used where nobody owns files", () => {
    const { path } = stopped(intent());
    seenAs(path, { uid: 0, mode: 0o100644 });
    expect(readJournal(path).steps).toHaveLength(1);
    seenAs(path, { uid: STRANGER }, 0);
    expect(() => readJournal(path)).toThrow("belongs to user 4711");
    vi.stubGlobal("process", Object.create(process, { geteuid: { value: undefined } }));
    expect(readJournal(path).steps).toHaveLength(1);
  });

  it("is judged by the file that was opened, whatever was there before and is there afterwards", () => {
    const { into, path } = stopped(intent());
    const other = join(into, "other");
    writeFileSync(other, bytesOf(path), { mode: 0o600 });
    const openSync = (name: string, flags: number) => {
      renameSync(name, `${name}.own`);
      renameSync(other, name);
      return REAL.openSync(name, flags);
    };
    replaceCalls({ ...seenAs(other, { uid: STRANGER }), openSync });
    expect(() => readJournal(path)).toThrow("belongs to user 4711");
  });
});

describe("a journal about another folder", () => {
  it("is refused, even if only one run is, and however the folder is spelt", () => {
    const { into, path } = stopped(intent());
    for (const other of ["/", "/home/ann/.ssh", `${into}/ham`, into.toUpperCase()]) {
      writeFileSync(path, bytes(begin(into), begin(other), intent()));
      expect(() => readJournal(path), other).toThrow(
        `${path} is about ${other}, but does not lie in it, so it is not used: if you mean that folder, give it as into`,
      );
      expect(unfinishedJournals(into)).toEqual([]);
    }
  });

  it("is refused if a link leads to the folder, so that nobody can write one for any place", () => {
    const into = folderWith({ sorted: {} });
    const alias = join(folderWith({}), "alias");
    symlinkSync(into, alias);
    const path = join(into, "sorted/log");
    writeFileSync(path, bytes(begin(`${alias}/sorted`), intent()), { mode: 0o600 });
    expect(() => readJournal(path)).toThrow(`is about ${alias}/sorted, but does not lie in it`);
    expect(() => readJournal(path, join(into, "sorted"))).toThrow("choose another journal");
  });

  it("is used if the folder is named, or if it lies in the folder", () => {
    const { into, path } = stopped(intent());
    const outside = join(folderWith({}), "log");
    renameSync(path, outside);
    expect(() => readJournal(outside)).toThrow("but does not lie in it");
    expect(readJournal(outside, into).steps).toHaveLength(1);
    expect(() => readJournal(outside, folderWith({}))).toThrow("choose another journal or another folder");
    renameSync(outside, join(into, "log"));
    expect(readJournal(join(into, "log")).steps).toHaveLength(1);
  });
});

describe("a file that is no journal", () => {
  it("is refused without waiting for it, however large it is: a pipe, a device, lines, nothing but zeros", () => {
    const { into, path } = stopped();
    writeFileSync(path, "\n".repeat(5e6));
    expect(() => readJournal(path)).toThrow(`${path}, line 1: this is not a line of a journal of thresher sort`);
    truncateSync(path, 2 ** 34);
    expect(() => readJournal(path)).toThrow(/has 17179869184 bytes; a journal has 1073741824 at most: remove it/);
    truncateSync(path, 0);
    truncateSync(path, 2 ** 29);
    expect(() => readJournal(path)).toThrow(/has a line of more than 64 MiB, so it is not a journal/);
    rmSync(path);
    execFileSync("mkfifo", ["-m", "600", path]);
    expect(() => readJournal(path)).toThrow(`${path} is not a regular file, so it is not a journal of thresher`);
    expect(() => readJournal("/dev/null")).toThrow(/is not a regular file|belongs to user/);
    expect(unfinishedJournals(into)).toEqual([]);
  });
});

describe("a repair", () => {
  it("removes incomplete files in the folder and reports them, and no file outside", async () => {
    const home = folderWith({ letter: "one" });
    const { into, path } = stopped(intent({ source: join(home, "letter") }));
    mkdirSync(join(into, "ham"));
    writeFileSync(join(into, "ham/1"), "one");
    writeFileSync(join(into, "ham/.thresher-1-x-1.tmp"), "on");
    const before = bytesOf(path);
    const trial = await repair(readJournal(path), { dryRun: true });
    expect(bytesOf(path)).toEqual(before);
    expect(namesIn(join(into, "ham"))).toEqual([".thresher-1-x-1.tmp", "1"]);
    const repaired = await repair(readJournal(path));
    expect(trial).toEqual(repaired);
    const twice = [{ source: join(home, "letter") }];
    const removed = [join(into, "ham/.thresher-1-x-1.tmp")];
    expect(repaired).toMatchObject({ documents: 1, removed, twice, steps: [{ state: "done" }] });
    expect(namesIn(home)).toEqual(["letter"]);
    // Taken back, it is in one place.
    expect((await allUndone(readJournal(path))).map(({ outcome }) => outcome)).toEqual(["back"]);
    expect([namesIn(home), namesIn(join(into, "ham"))]).toEqual([["letter"], []]);
  });

  it("does not follow a link in place of a folder", async () => {
    const home = folderWith({ ".thresher-1-x-1.tmp": "mine", letter: "one" });
    const { into, path } = stopped(intent());
    symlinkSync(home, join(into, "ham"));
    await expect(repair(readJournal(path))).rejects.toThrow(/ham is a symbolic link, which is not followed/);
    expect(namesIn(home)).toEqual([".thresher-1-x-1.tmp", "letter"]);
  });
});

describe("an undone move", () => {
  function moved(source: string, ...entries: readonly JournalEntry[]) {
    const made = stopped(intent({ source }), DONE, ...entries, { step: "end", time: "t" });
    mkdirSync(join(made.into, "ham"));
    writeFileSync(join(made.into, "ham/1"), "one");
    return made;
  }

  it("goes outside the target folder only into a folder that the user owns", async () => {
    const home = folderWith({ in: {}, theirs: {} });
    symlinkSync("theirs", join(home, "alias"));
    for (const [folder, mine] of [["theirs"], ["theirs/deep/deeper"], ["alias"], ["in", true]] as const) {
      const { into, path } = moved(join(home, folder, "1"));
      seenAs(join(home, "theirs"), { uid: STRANGER });
      for (const dryRun of [true, false]) {
        const [{ outcome, why }] = await allUndone(readJournal(path), { dryRun });
        const kept = `it came from ${join(home, "theirs")}, which belongs to another user: move it there yourself`;
        expect([outcome, why]).toEqual(mine ? ["back", undefined] : ["kept", kept]);
      }
      expect(namesIn(join(into, "ham"))).toEqual(mine ? [] : ["1"]);
    }
    expect([namesIn(join(home, "theirs")), namesIn(join(home, "in"))]).toEqual([[], ["1"]]);
  });

  it("may go back within the target folder, whoever owns it, and leaves a folder behind a link", async () => {
    const home = folderWith({ empty: {} });
    const { into, path } = moved("/x");
    mkdirSync(join(into, "inbox"));
    symlinkSync(home, join(into, "link"));
    const made = { step: "make", path: "link/empty" } as const;
    writeFileSync(path, bytes(begin(into), made, intent({ source: join(into, "inbox/1") }), DONE));
    seenAs(join(into, "inbox"), { uid: STRANGER });
    expect((await allUndone(readJournal(path))).map(({ outcome }) => outcome)).toEqual(["back"]);
    // Although the journal says that it was made.
    expect(namesIn(home)).toEqual(["empty/"]);
  });
});
