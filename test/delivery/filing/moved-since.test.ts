import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { labelFolders } from "../../../src/delivery/filing/label-folders.js";
import { movesSince } from "../../../src/delivery/filing/moves.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions, Filing } from "../../../src/delivery/filing/store.js";
import { folderWith, isJournal, journalsIn, namesIn, type Tree } from "../../helpers/folder.js";
import { REAL, refusal, replaceCalls, setUp } from "./desk.js";
import { allUndone, inTurn } from "./journal-entries.js";

setUp();

const MAILDIR = { cur: {}, new: {}, tmp: {} };
const names = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/") && !isJournal(name));

/** How a document is filed: a file or, with `#`, a message in an archive that has its text. The folder "" is the inbox. */
function filingOf(source: string, folder: string): Filing {
  const archive = source.replace(/#.*/, "");
  const archived = archive === source ? undefined : { archive, content: Buffer.from(readFileSync(archive)) };
  const label = folder === "unsure" ? undefined : folder || "inbox";
  return { source, archived, folder, label, probability: 1 };
}

/** A folder `in` with documents and a folder `into`, and runs that file some of them. */
function desk(documents: Tree, there: Tree = {}) {
  const root = folderWith({ in: documents, into: there });
  const into = join(root, "into");
  const at = (path: string) => join(into, path);
  const folders = labelFolders(["a/b", "ham", "spam"]);
  return {
    ...{ root, into, at },
    /** Files documents, each in a folder (`1>ham`) or as spam. Returns what became of each, and its path below `into`. */
    run: async (ids: readonly string[], options: Partial<FilerOptions> = {}) => {
      const filer = new Filer(into, { mode: "copy", folders, unsure: "unsure", anywhere: true, ...options });
      const filed = await inTurn(ids, (id) => {
        const [path, folder = "spam"] = id.split(">");
        return filer.file(filingOf(join(root, "in", path), folder));
      });
      filer.finish();
      return filed.map(({ outcome, target, why }) => `${outcome} ${target?.slice(into.length + 1) ?? why}`);
    },
    move: (from: string, to: string) => {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    /** The moves that are found since the runs. */
    moves: () => {
      const journals = journalsIn(into).map((name) => readJournal(at(name)));
      const all = { ...journals[0], steps: journals.flatMap(({ steps }) => steps) };
      const below = (path: string) => path.slice(into.length + 1);
      return movesSince(all).map(({ path, filed, from, to }) => ({ path: below(path), filed: below(filed), from, to }));
    },
  };
}

describe("a document that was filed before and moved to another folder since", () => {
  it.each(["copy", "link"] as const)("is not filed again on any day, whatever its name is now: %s", async (mode) => {
    const { root, into, at, run, move } = desk({ "a.txt": "cheap pills", "b.txt": "minutes" });
    expect(await run(["a.txt", "b.txt"], { mode })).toEqual(["filed spam/a.txt", "filed spam/b.txt"]);
    move("spam/a.txt", "ham/a.txt");
    move("spam/b.txt", "taxes/2026/last minutes.txt");
    const there = ["there ham/a.txt", "there taxes/2026/last minutes.txt"];
    for (const dryRun of [true, false, false]) {
      expect(await run(["a.txt", "b.txt"], { mode, dryRun })).toEqual(there);
    }
    expect(names(into)).toEqual(["ham/a.txt", "taxes/2026/last minutes.txt"]);
    // A journal that somebody has removed is not needed.
    for (const name of journalsIn(into)) rmSync(at(name));
    expect(await run(["a.txt", "b.txt"], { mode })).toEqual(there);
    // One that is to be moved now is removed from its source.
    expect(await run(["a.txt"], { mode: "move" })).toEqual(["there ham/a.txt"]);
    expect(names(join(root, "in"))).toEqual(["b.txt"]);
  });

  it("is left in its old folder if the user has moved it back there, under any name", async () => {
    const { root, at, run } = desk({ "a.txt": "minutes", "b.txt": "minutes" });
    expect(await run(["a.txt"], { mode: "move" })).toEqual(["filed spam/a.txt"]);
    // Another document with the same content is filed: the first one is still in its folder.
    expect(await run(["b.txt"], { mode: "move" })).toEqual(["filed spam/b.txt"]);
    for (const name of ["a.txt", "b.txt"]) renameSync(at(`spam/${name}`), join(root, "in", `my ${name}`));
    for (const dryRun of [true, false, false]) {
      const left = ["left you have moved it back", "left you have moved it back"];
      expect(await run(["my a.txt", "my b.txt"], { mode: "move", dryRun })).toEqual(left);
    }
    // Another decision is carried out.
    expect(await run(["my b.txt>ham"], { mode: "move" })).toEqual(["filed ham/my b.txt"]);
  });

  it("is filed again if that was undone, if it is only among the unsure ones, or deleted", async () => {
    const { into, at, run, move } = desk({ "a.txt": "minutes" });
    const again = async (mode: "copy" | "move" = "copy") =>
      expect(await run(["a.txt"], { mode })).toEqual(["filed spam/a.txt"]);
    await again("move");
    for (const name of journalsIn(into)) await allUndone(readJournal(at(name)));
    await again("move");
    for (const name of journalsIn(into)) await allUndone(readJournal(at(name)));
    await again();
    move("spam/a.txt", "unsure/a.txt");
    await again();
    rmSync(at("spam/a.txt"));
    await again();
  });

  it("is found in a Maildir, where a mail program gives it another name", async () => {
    const name = "1700000000.M1P1.host";
    const { into, run, move } = desk({ ...MAILDIR, cur: { [`${name}:2,`]: "cheap pills" } }, { ham: MAILDIR });
    expect(await run([`cur/${name}:2,`])).toEqual([`filed spam/cur/${name}:2,`]);
    move(`spam/cur/${name}:2,`, "ham/cur/1700000099.M7P7.other:2,S");
    expect(await run([`cur/${name}:2,`])).toEqual(["there ham/cur/1700000099.M7P7.other:2,S"]);
    expect(names(into).filter((path) => path.includes(name))).toEqual([]);
  });
});

describe("identical documents", () => {
  it("are filed each, and count as filed on any later day, whatever the names of their copies are", async () => {
    const { root, into, run, move } = desk({ "b.txt": "same", "c.txt": "same" });
    expect(await run(["b.txt", "c.txt"])).toEqual(["filed spam/b.txt", "filed spam/c.txt"]);
    move("spam/b.txt", "ham/better name.txt");
    const there = ["there ham/better name.txt", "there spam/c.txt"];
    for (const dryRun of [true, false]) expect(await run(["b.txt", "c.txt"], { dryRun })).toEqual(there);
    for (const name of ["d.txt", "e.txt"]) writeFileSync(join(root, "in", name), "same");
    expect(await run(["d.txt", "e.txt", "b.txt"])).toEqual([...there, "filed spam/b.txt"]);
    expect(names(into)).toEqual(["ham/better name.txt", "spam/b.txt", "spam/c.txt"]);
  });

  it("are filed each if they are moved: nothing comes twice", async () => {
    const { root, at, run, move } = desk({ "a.txt": "same" });
    await run(["a.txt"], { mode: "move" });
    move("spam/a.txt", "ham/a.txt");
    copyFileSync(at("ham/a.txt"), join(root, "in/b.txt"));
    expect(await run(["b.txt"], { mode: "move" })).toEqual(["filed spam/b.txt"]);
  });

  it("of one mailbox are filed each, and none again when its messages get other numbers", async () => {
    const { run, move } = desk({ "old.mbox": "same" });
    const filed = ["filed spam/old.mbox-3.txt", "filed spam/old.mbox-9.txt"];
    expect(await run(["old.mbox#3", "old.mbox#9"])).toEqual(filed);
    move("spam/old.mbox-3.txt", "ham/old.mbox-3.txt");
    const later = await run(["old.mbox#2", "old.mbox#8"]);
    expect(later.map((outcome) => outcome.split(" ")[0])).toEqual(["there", "there"]);
  });

  it("of files with one name count as one; in the folders of other labels they do not count without `anywhere`", async () => {
    const { run, move } = desk({ x: { "a.txt": "same" }, y: { "a.txt": "same" } });
    expect(await run(["x/a.txt", "y/a.txt"])).toEqual(["filed spam/a.txt", "there spam/a.txt"]);
    move("spam/a.txt", "ham/a.txt");
    expect(await run(["x/a.txt", "y/a.txt"])).toEqual(["there ham/a.txt", "there ham/a.txt"]);
    expect(await run(["x/a.txt"], { anywhere: false })).toEqual(["filed spam/a.txt"]);
  });
});

describe("messages that were moved since they were filed", () => {
  /** Three messages that are filed: as ham, as spam, and as unsure; and the paths where they were filed. */
  async function sorted(there: Tree = {}) {
    const sorting = desk({ 1: "one", 2: "two", 3: "more" }, there);
    const filed = await sorting.run(["1>ham", "2>spam", "3>unsure"]);
    return { ...sorting, paths: filed.map((outcome) => outcome.replace("filed ", "")) };
  }

  it("are not found if they are in place, gone, or changed, nor in two folders, in none, among the unsure or behind a link", async () => {
    const first = await sorted();
    rmSync(first.at("ham/1"));
    writeFileSync(first.at("spam/2"), "twice");
    expect(first.moves()).toEqual([]);
    const { at, move, moves } = await sorted();
    copyFileSync(at("spam/2"), at("ham/2"));
    move("ham/1", "unsure/1");
    move("unsure/3", "3");
    symlinkSync("../3", at("ham/3"));
    symlinkSync(".", at("round"));
    expect(moves()).toEqual([]);
  });

  it.each<readonly [string, Tree, readonly string[], object[]]>([
    [
      "the label of their folder, known or new, at any depth and under any name",
      {},
      ["a%2fb/other name", "taxes/2026/2", "ham/3"],
      [
        { path: "a%2fb/other name", from: "ham", to: "a/b" },
        { path: "taxes/2026/2", from: "spam", to: "taxes" },
        { path: "ham/3", from: undefined, to: "ham" },
      ],
    ],
    [
      "that of the folder in a Maildir++, whose name begins with a dot, and none in the inbox",
      MAILDIR,
      [".spam/cur/x:2,S", "cur/back in the inbox"],
      [{ path: ".spam/cur/x:2,S", from: "ham", to: "spam" }],
    ],
    [
      "the name that mail programs show, and none in the trash",
      MAILDIR,
      [".B&APw-ro/cur/x", ".Trash/cur/y"],
      [{ path: ".B&APw-ro/cur/x", from: "ham", to: "Büro" }],
    ],
  ])("get %s", async (_, there, places, found) => {
    const { paths, move, moves } = await sorted(there);
    for (const [i, place] of places.entries()) move(paths[i], place);
    expect(moves()).toMatchObject(found);
  });

  it("are found beside another copy that earlier versions filed again, and beside an identical message", async () => {
    const { root, run, move, moves } = await sorted();
    move("ham/1", "spam/1");
    writeFileSync(join(root, "in/twin of 2"), "two");
    const again = await run(["1>ham", "twin of 2>ham"], { anywhere: false });
    expect(again).toEqual(["filed ham/1", "filed ham/twin of 2"]);
    move("ham/twin of 2", "spam/twin of 2");
    const found = ["1", "twin of 2"].map((name) => ({ path: `spam/${name}`, filed: `ham/${name}` }));
    expect(moves()).toEqual(found.map((places) => ({ ...places, from: "ham", to: "spam" })));
  });

  it("are an error if the folder is gone, or something in it cannot be read", async () => {
    const { into, at } = await sorted();
    const journal = readJournal(at(journalsIn(into)[0]));
    const refusing = (call: "readdirSync" | "openSync", name: string) => ({
      [call]: (path: string, ...rest: never[]) =>
        path === at(name) ? refusal("EACCES") : (REAL[call] as (...args: unknown[]) => unknown)(path, ...rest),
    });
    for (const calls of [refusing("readdirSync", "ham"), refusing("openSync", "ham/1")]) {
      replaceCalls(calls);
      expect(() => movesSince(journal)).toThrow(/moved messages, because .*ham.* cannot be read: permission denied$/);
    }
    replaceCalls({});
    rmSync(into, { recursive: true });
    const gone = `cannot search for moved messages, because ${into} cannot be read: no such file or folder`;
    expect(() => movesSince(journal)).toThrow(new DataError(gone));
  });

  it.each(["", "other"])("are found in the inbox of a Maildir, if that is the folder of a label: %j", async (inbox) => {
    const { run, move, moves } = desk({ ...MAILDIR, cur: { 1: "one", 2: "two" } }, MAILDIR);
    const folders = new Map(Object.entries({ inbox, spam: "spam" }));
    expect(await run(["cur/1", "cur/2>"], { folders })).toEqual(["filed .spam/cur/1", "filed cur/2"]);
    move(".spam/cur/1", "new/1");
    move("cur/2", ".spam/cur/2");
    const toInbox = { path: "new/1", from: "spam", to: "inbox" };
    const toSpam = { path: ".spam/cur/2", from: "inbox", to: "spam" };
    expect(moves()).toMatchObject(inbox === "" ? [toInbox, toSpam] : [toSpam]);
  });
});
