import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { labelFolders } from "../../../src/delivery/filing/label-folders.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions, Filing } from "../../../src/delivery/filing/store.js";
import { folderWith, isJournal, journalsIn, namesIn, type Tree } from "../../helpers/folder.js";
import { allUndone, inTurn } from "./journal-entries.js";

const names = (folder: string) => namesIn(folder).filter((name) => !name.endsWith("/") && !isJournal(name));

/** A folder `in` with documents and a folder `into`, and a run that files the given ones as spam. */
function desk(documents: Tree, into: Tree = {}) {
  const root = folderWith({ in: documents, into });
  const folders = labelFolders(["ham", "spam"]);
  const run = async (ids: readonly string[], options: Partial<FilerOptions> = {}) => {
    const usual = { mode: "copy", folders, unsure: "unsure", anywhere: true } as const;
    const filer = new Filer(join(root, "into"), { ...usual, ...options });
    const filed = await inTurn(ids, (id) => filer.file(filingOf(join(root, "in", id))));
    filer.finish();
    return filed.map(({ outcome, target, why }) => `${outcome} ${target?.slice(root.length + 6) ?? why}`);
  };
  const move = (from: string, to: string) => {
    mkdirSync(join(root, "into", dirname(to)), { recursive: true });
    renameSync(join(root, "into", from), join(root, "into", to));
  };
  return { root, into: join(root, "into"), run, move };
}

/** Returns what is filed as spam: a file, or with `#` a message in an archive that has its text. */
function filingOf(source: string): Filing {
  const archive = source.replace(/#.*/, "");
  const archived = archive === source ? undefined : { archive, content: Buffer.from(readFileSync(archive)) };
  return { source, archived, folder: "spam", label: "spam", probability: 1 };
}

describe("a document that was filed before and moved to another folder since", () => {
  it.each(["copy", "link"] as const)("is not filed again on any day, whatever its name is now: %s", async (mode) => {
    const { root, into, run, move } = desk({ "a.txt": "cheap pills", "b.txt": "minutes" });
    expect(await run(["a.txt", "b.txt"], { mode })).toEqual(["filed spam/a.txt", "filed spam/b.txt"]);
    move("spam/a.txt", "ham/a.txt");
    move("spam/b.txt", "taxes/2026/last minutes.txt");
    const there = ["there ham/a.txt", "there taxes/2026/last minutes.txt"];
    for (const dryRun of [true, false, false]) {
      expect(await run(["a.txt", "b.txt"], { mode, dryRun })).toEqual(there);
    }
    expect(names(into)).toEqual(["ham/a.txt", "taxes/2026/last minutes.txt"]);
    // A journal that somebody has removed is not needed.
    for (const name of journalsIn(into)) rmSync(join(into, name));
    expect(await run(["a.txt", "b.txt"], { mode })).toEqual(there);
    // One that is to be moved now is removed from its source.
    expect(await run(["a.txt"], { mode: "move" })).toEqual(["there ham/a.txt"]);
    expect(names(join(root, "in"))).toEqual(["b.txt"]);
  });

  it("is left in its old folder if the user has moved it back there, under any name", async () => {
    const { root, into, run } = desk({ "a.txt": "minutes", "b.txt": "minutes" });
    expect(await run(["a.txt"], { mode: "move" })).toEqual(["filed spam/a.txt"]);
    // Another document with the same content is filed: the first one is still in its folder.
    expect(await run(["b.txt"], { mode: "move" })).toEqual(["filed spam/b.txt"]);
    for (const name of ["a.txt", "b.txt"]) renameSync(join(into, "spam", name), join(root, "in", `my ${name}`));
    for (const dryRun of [true, false, false]) {
      const left = ["left you have moved it back", "left you have moved it back"];
      expect(await run(["my a.txt", "my b.txt"], { mode: "move", dryRun })).toEqual(left);
    }
  });

  it("is filed in another folder from where it was moved to, and from its old one", async () => {
    const { root, into, run } = desk({ "a.txt": "minutes", "b.txt": "cheap pills" });
    await run(["a.txt", "b.txt"], { mode: "move" });
    renameSync(join(into, "spam/b.txt"), join(root, "in/b.txt"));
    const filer = new Filer(into, { mode: "move", folders: labelFolders(["ham", "spam"]), anywhere: true });
    const filing = { ...filingOf(join(root, "in/b.txt")), folder: "ham", label: "ham" };
    expect(await filer.file(filing)).toMatchObject({ outcome: "filed", target: join(into, "ham/b.txt") });
    filer.finish();
  });

  it("is filed again if that was undone", async () => {
    const { into, run } = desk({ "a.txt": "minutes" });
    await run(["a.txt"], { mode: "move" });
    for (const name of journalsIn(into)) await allUndone(readJournal(join(into, name)));
    expect(await run(["a.txt"], { mode: "move" })).toEqual(["filed spam/a.txt"]);
  });

  it("is found in a Maildir, where a mail program gives it another name", async () => {
    const name = "1700000000.M1P1.host";
    const maildir = { cur: {}, new: {}, tmp: {} };
    const { into, run, move } = desk({ cur: { [`${name}:2,`]: "cheap pills" }, new: {}, tmp: {} }, { ham: maildir });
    expect(await run([`cur/${name}:2,`])).toEqual([`filed spam/cur/${name}:2,`]);
    move(`spam/cur/${name}:2,`, "ham/cur/1700000099.M7P7.other:2,S");
    expect(await run([`cur/${name}:2,`])).toEqual(["there ham/cur/1700000099.M7P7.other:2,S"]);
    expect(names(into).filter((path) => path.includes(name))).toEqual([]);
  });

  it("is filed again if it is only among the unsure ones, or deleted", async () => {
    const { into, run, move } = desk({ "a.txt": "cheap pills" });
    await run(["a.txt"]);
    move("spam/a.txt", "unsure/a.txt");
    expect(await run(["a.txt"])).toEqual(["filed spam/a.txt"]);
    unlinkSync(join(into, "spam/a.txt"));
    expect(await run(["a.txt"])).toEqual(["filed spam/a.txt"]);
  });
});

describe("identical documents", () => {
  it("are filed each, and count as filed on any later day, whatever the names of their copies are", async () => {
    const { root, into, run, move } = desk({ "b.txt": "same", "c.txt": "same" });
    expect(await run(["b.txt", "c.txt"])).toEqual(["filed spam/b.txt", "filed spam/c.txt"]);
    move("spam/b.txt", "ham/better name.txt");
    for (const dryRun of [true, false]) {
      expect(await run(["b.txt", "c.txt"], { dryRun })).toEqual(["there ham/better name.txt", "there spam/c.txt"]);
    }
    for (const name of ["d.txt", "e.txt"]) writeFileSync(join(root, "in", name), "same");
    const there = ["there ham/better name.txt", "there spam/c.txt"];
    expect(await run(["d.txt", "e.txt", "b.txt"])).toEqual([...there, "filed spam/b.txt"]);
    expect(names(into)).toEqual(["ham/better name.txt", "spam/b.txt", "spam/c.txt"]);
  });

  it("are filed each if they are moved: nothing comes twice", async () => {
    const { root, run, move } = desk({ "a.txt": "same" });
    await run(["a.txt"], { mode: "move" });
    move("spam/a.txt", "ham/a.txt");
    copyFileSync(join(root, "into/ham/a.txt"), join(root, "in/b.txt"));
    expect(await run(["b.txt"], { mode: "move" })).toEqual(["filed spam/b.txt"]);
  });

  it("of one mailbox are filed each, and none again when its messages get other numbers", async () => {
    const { run, move } = desk({ "old.mbox": "same" });
    const [first, second] = await run(["old.mbox#3", "old.mbox#9"]);
    expect([first, second]).toEqual(["filed spam/old.mbox-3.txt", "filed spam/old.mbox-9.txt"]);
    move("spam/old.mbox-3.txt", "ham/old.mbox-3.txt");
    const later = await run(["old.mbox#2", "old.mbox#8"]);
    expect(later.map((outcome) => outcome.split(" ")[0])).toEqual(["there", "there"]);
  });

  it("of files with one name count as one, as before", async () => {
    const { run, move } = desk({ x: { "a.txt": "same" }, y: { "a.txt": "same" } });
    expect(await run(["x/a.txt", "y/a.txt"])).toEqual(["filed spam/a.txt", "there spam/a.txt"]);
    move("spam/a.txt", "ham/a.txt");
    expect(await run(["x/a.txt", "y/a.txt"])).toEqual(["there ham/a.txt", "there ham/a.txt"]);
  });

  it("in the folders of other labels do not count without `anywhere`", async () => {
    const { run } = desk({ "a.txt": "same" }, { ham: { "a.txt": "same" } });
    expect(await run(["a.txt"], { anywhere: false })).toEqual(["filed spam/a.txt"]);
  });
});
