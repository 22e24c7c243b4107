import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import type { Tree } from "../../helpers/folder.js";
import { contentsOf, desk, filing, opening, REAL, setUp, treeOf } from "./desk.js";

setUp();

describe("a Maildir", () => {
  const maildir = (cur: Tree = {}, fresh: Tree = {}): Tree => ({ cur, new: fresh, tmp: {} });

  it("gives its messages to Maildirs, with their flags and names", async () => {
    const { at, file } = desk({ in: maildir({ "1.a.h:2,FS": "one" }, { "2.b.h": "two" }) });
    for (const path of ["in/cur/1.a.h:2,FS", "in/new/2.b.h"]) await file(path);
    const folders = { "ham/": "", "ham/cur/": "", "ham/new/": "", "ham/tmp/": "" };
    expect(treeOf(at("into"))).toEqual({ ...folders, "ham/cur/1.a.h:2,FS": "one", "ham/new/2.b.h": "two" });
  });

  it("is one of a Maildir++ if it is made in one", async () => {
    const { at, file } = desk({ into: maildir({ "1.a.h:2,": "one" }) });
    await file("into/cur/1.a.h:2,", "a.b");
    const names = ["", "cur/", "cur/1.a.h:2,", "maildirfolder", "new/", "tmp/"].map((name) => `.a.b/${name}`);
    expect(Object.keys(treeOf(at("into")))).toEqual([...names, "cur/", "new/", "tmp/"]);
  });

  it.each([
    ["in a Maildir++", { cur: {}, new: {}, ".ham": { cur: {}, new: {} } }, ".ham"],
    ["in a plain folder", { ham: { cur: {}, new: {} } }, "ham"],
  ])("may lack tmp, which is made where a message goes: %s", async (_, into, folder) => {
    const { at, file } = desk({ in: { cur: { m: "one" }, new: {} }, "m.txt": "two", into });
    expect((await file("in/cur/m")).target).toBe(at(`into/${folder}/cur/m`));
    expect(dirname((await file("m.txt")).target ?? "")).toBe(at(`into/${folder}/new`));
    expect(REAL.lstatSync(at(`into/${folder}/tmp`)).isDirectory()).toBe(true);
  });

  it("knows a message whose flags or mbsync's number have changed, and numbers another of its name before the flags", async () => {
    const there = maildir({ "1.a.h:2,S": "one", "2.a.h,U=7:2,S": "two" });
    const inbox = maildir({ "1.a.h:2,": "one", "2.a.h,U=3:2,": "two", "3.a.h,U=4:2,": "three" });
    const { at, file } = desk({ in: inbox, other: maildir({ "1.a.h:2,": "x" }), into: { ham: there } });
    for (const name of ["1.a.h:2,", "2.a.h,U=3:2,"]) expect((await file(`in/cur/${name}`)).outcome).toBe("there");
    expect((await file("other/cur/1.a.h:2,")).target).toBe(at("into/ham/cur/1.a.h-2:2,"));
    // In another folder, mbsync's number would be that of another message.
    expect((await file("in/cur/3.a.h,U=4:2,")).target).toBe(at("into/ham/cur/3.a.h:2,"));
  });

  it("names other texts by their time and content, the same every time", async () => {
    const { at, file } = desk({ "m.txt": "one", into: { ham: maildir() } }, { mode: "copy" });
    REAL.utimesSync(at("m.txt"), 1e9, 1e9);
    const { target = "" } = await file("m.txt");
    expect(target).toMatch(/into\/ham\/new\/1000000000\.[0-9a-f]{24}\.thresher,S=3$/);
    const again = new Filer(at("into"), { mode: "copy" });
    expect(await again.file(filing(at("m.txt"), "ham"))).toEqual({ outcome: "there", target });
  });

  it("keeps temporary files in tmp", async () => {
    const seen: string[] = [];
    const watching = opening((path) => path.endsWith(".tmp") && seen.push(dirname(path)));
    const { at, file } = desk({ m: "one" }, { mode: "copy", maildir: true }, watching);
    await file("m");
    expect(seen).toEqual([at("into/ham/tmp")]);
  });
});

describe("a message that has changed since it was filed", () => {
  async function sorted(mode: FilerOptions["mode"] = "move") {
    const sorting = desk({ in: { 1: "one", 2: "two" } }, { mode });
    for (const name of ["1", "2"]) await sorting.file(`in/${name}`);
    sorting.filer.finish();
    const append = (path: string) => REAL.appendFileSync(sorting.at(path), "!");
    const remove = (path: string) => REAL.rmSync(sorting.at(path));
    return { ...sorting, append, remove };
  }

  it("stays when the rest is undone, and is reported, also in a dry run, which does not even change the journal", async () => {
    const { root, append, remove, undone } = await sorted();
    append("into/ham/1");
    const before = contentsOf(root);
    expect(await undone(true)).toEqual(["back", "it has been changed"]);
    expect(contentsOf(root)).toEqual(before);
    expect(await undone()).toEqual(["back", "it has been changed"]);
    expect(treeOf(root)).toMatchObject({ "in/2": "two", "into/ham/1": "one!" });
    remove("into/ham/1");
    expect(await undone()).toEqual(["it is not there any more"]);
  });

  it("does not replace a file that is now in its old place", async () => {
    const { root, append, undone } = await sorted();
    append("in/1");
    expect(await undone()).toEqual(["back", "another file is where it was"]);
    expect(treeOf(root)).toMatchObject({ "in/1": "!", "into/ham/1": "one" });
  });

  it.each(["copy", "link"] as const)("is not removed as a %s if it is the only one", async (mode) => {
    const { root, remove, undone } = await sorted(mode);
    remove("in/1");
    expect(await undone()).toEqual(["removed", "the original is not there any more, or has been changed"]);
    expect(treeOf(root)).toMatchObject({ "in/2": "two", "into/ham/1": "one" });
  });

  it("comes back into a folder that is gone, and leaves folders that are in use", async () => {
    const { root, at, undone } = await sorted();
    REAL.rmdirSync(at("in"));
    REAL.mkdirSync(at("into/ham/mine"));
    expect(await undone()).toEqual(["back", "back"]);
    expect(treeOf(root)).toMatchObject({ "in/1": "one", "into/ham/mine/": "" });
  });

  it("comes back from a Maildir with the flags that it has now", async () => {
    const { root, at, file, takenBack } = desk({ in: { cur: {}, new: { "1.a.h": "one" }, tmp: {} } });
    await file("in/new/1.a.h");
    REAL.renameSync(at("into/ham/new/1.a.h"), at("into/ham/cur/1.a.h:2,S"));
    await takenBack();
    expect(treeOf(root)).toMatchObject({ "in/cur/1.a.h:2,S": "one" });
  });

  it("is not reached through a link that has taken the place of a folder", async () => {
    const { at, undone } = await sorted();
    REAL.renameSync(at("into/ham"), at("elsewhere"));
    REAL.symlinkSync("../elsewhere", at("into/ham"));
    await expect(undone()).rejects.toThrow(/into\/ham is a symbolic link/);
    expect(treeOf(at("elsewhere"))).toEqual({ 1: "one", 2: "two" });
  });
});

describe("a message whose folders have become one", () => {
  it.each(["move", "copy", "stopped move"] as const)("is not lost by a %s that is undone or repaired", async (what) => {
    const { at, filer, file, takenBack } = desk({ in: { 1: "one" } }, { mode: what === "copy" ? "copy" : "move" });
    await file("in/1");
    REAL.rmSync(at("in"), { recursive: true });
    REAL.symlinkSync("into/ham", at("in"));
    if (what === "stopped move") {
      const { steps, ...journal } = readJournal(filer.journal);
      await repair({ ...journal, steps: steps.map((step) => ({ ...step, state: "open" })) });
    } else {
      const kept = "the original is not there any more, or has been changed";
      expect(await takenBack()).toEqual([what === "move" ? "back" : kept]);
    }
    expect(treeOf(at("into/ham"))).toEqual({ 1: "one" });
  });
});
