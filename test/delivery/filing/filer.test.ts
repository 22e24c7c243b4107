import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { Filer, type FilerOptions } from "../../../src/delivery/filing/filer.js";
import { readJournal, unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { trackingFiles } from "../../helpers/faults-here.js";
import { folderWith, isJournal, namesIn, type Tree } from "../../helpers/folder.js";
import { allUndone, inTurn } from "./in-turn.js";
import { type Calls, REAL, refusal, replaceCalls, restoringCalls } from "./stopping-files.js";

const { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync } = REAL;

restoringCalls();

const filing = (source: string, folder: string) => ({ source, folder, label: folder, probability: 1 });

/** Names and contents below a folder. */
function contentsOf(folder: string): Record<string, string> {
  const textOf = (name: string) => (name.endsWith("/") ? "" : readFileSync(join(folder, name), "utf8"));
  return Object.fromEntries(namesIn(folder).map((name) => [name, textOf(name)]));
}

/** Names and contents below a folder, journals left out. */
function treeOf(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(contentsOf(folder)).filter(([path]) => !isJournal(basename(path))));
}

/** Folders of messages beside a folder `into`, and a filer into it. @param calls get the folder around all */
function desk(tree: Tree, options: Partial<FilerOptions> = {}, calls: Calls | ((root: string) => Calls) = {}) {
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
    textAt: (path: string) => readFileSync(at(path), "utf8"),
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
const CROSSING = { renameSync: () => refusal("EXDEV") };
/** Whether a path leads to a file in the folder `in`. A source is reached through its folder, which is held open. */
const isIn = (root: string, path: string) => REAL.realpathSync(dirname(path)) === join(root, "in");

/** Replaces the opening of files, where `before` is called first. */
const opening = (before: (path: string, flags: string | number) => void) => ({
  openSync: (path: string, flags: string | number, mode?: number) => {
    before(path, flags);
    return REAL.openSync(path, flags, mode);
  },
});

describe("filing", () => {
  it("puts the messages of any tree where a simple list of names puts them, and undoes it", async () => {
    const names = ["1", "1-2", "a.txt", "a-2.txt", "x".repeat(255), "new\nline", ".hidden", "é", "-n", "%"];
    const content = fc.constantFrom("", "one", "two", "three");
    const tree = fc.dictionary(fc.constantFrom(...names), content, { maxKeys: 4 });
    const labels = fc.array(fc.constantFrom("ham", "spam"), { minLength: 12, maxLength: 12 });
    const modes = fc.constantFrom("copy" as const, "move" as const, "link" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(tree, tree, tree),
        fc.record({ ham: tree, spam: tree }),
        labels,
        modes,
        async ([a, b, c], there, to, mode) => {
          const { root, at, filer, file, undone } = desk({ a, b, c, into: there }, { mode });
          const before = treeOf(root);
          const sources = Object.entries({ a, b, c }).flatMap(([folder, files]) =>
            Object.keys(files).map((name) => `${folder}/${name}`),
          );
          const expected = expectedOf(there, sources.map(at), to, mode);
          const results = await inTurn(sources, (source, i) => file(source, to[i]));
          filer.finish();
          expect(treeOf(at("into"))).toEqual(expected.tree);
          expect(results.map(({ outcome }) => outcome)).toEqual(expected.outcomes);
          expect(sources.filter((source) => existsSync(at(source)))).toEqual(mode === "move" ? [] : sources);
          if (!existsSync(filer.journal)) return;
          expect((await undone()).filter((outcome) => !/^(?:back|removed)$/.test(outcome))).toEqual([]);
          expect(treeOf(root)).toEqual(before);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(["copy", "move", "link"] as const)(
    "leaves messages of the inbox in a Maildir, and files others there: %s",
    async (mode) => {
      const maildir = { new: { 1: "one" }, cur: { "2:2,S": "two" }, tmp: {} };
      const { at, filer, file, textAt, takenBack } = desk({ into: maildir, in: { 3: "three" } }, { mode });
      for (const path of ["into/new/1", "into/cur/2:2,S"]) {
        expect(await file(path, "")).toEqual({ outcome: "there", target: at(path) });
      }
      expect(filer.hasJournal).toBe(false);
      expect(dirname((await file("in/3", "")).target ?? "")).toBe(at("into/new"));
      expect(Object.values(treeOf(at("into"))).sort()).toEqual(["", "", "", "one", "three", "two"]);
      expect(await takenBack()).toEqual([mode === "move" ? "back" : "removed"]);
      expect(textAt("in/3")).toBe("three");
    },
  );

  it.each([false, true])(
    "reports in a dry run the same as in a real run, and changes nothing: Maildir %s",
    async (maildir) => {
      const tree = { a: { 1: "one", 2: "two" }, b: { 1: "three", 2: "two", 3: "" }, into: { ham: { 1: "x" } } };
      const { root, at, filer } = desk(tree, { mode: "copy", dryRun: true, maildir });
      const before = treeOf(root);
      const sources = ["a/1", "a/2", "b/1", "b/2", "b/3"];
      const resultsOf = (filer: Filer) => inTurn(sources, (source) => filer.file(filing(at(source), "ham")));
      const said = await resultsOf(filer);
      filer.finish();
      expect(treeOf(root)).toEqual(before);
      expect(await resultsOf(new Filer(at("into"), { mode: "copy", maildir }))).toEqual(said);
    },
  );

  it("keeps the mode and the time of a copied file", async () => {
    const { at, file } = desk({ "1": "one" }, { mode: "copy" });
    chmodSync(at("1"), 0o640);
    utimesSync(at("1"), 1e9, 1e9);
    await file("1");
    const { mode, mtimeMs } = lstatSync(at("into/ham/1"));
    expect({ mode: mode & 0o777, mtimeMs }).toEqual({ mode: 0o640, mtimeMs: 1e12 });
  });

  // A Maildir's names are made of the content: there only names of a Maildir clash.
  it.each([false, true])(
    "finds a message under a numbered name, in whatever order messages come: Maildir %s",
    async (maildir) => {
      const { at } = desk({ a: { m: "one" }, b: { m: "two" }, c: { m: "three" } });
      const outcomes = (...order: readonly string[]) => {
        const filer = new Filer(at("into"), { mode: "copy", maildir });
        return inTurn(order, async (source) => (await filer.file(filing(at(source), "ham"))).outcome);
      };
      expect(await outcomes("a/m", "b/m", "c/m")).toEqual(["filed", "filed", "filed"]);
      expect(await outcomes("c/m", "b/m", "a/m")).toEqual(["there", "there", "there"]);
    },
  );

  it("skips names that are taken by a folder, a link or an unreadable file", async () => {
    const tree = { a: { m: "one" }, b: { m: "two" }, into: { ham: { "m-2": {}, "m-4": "two" } } };
    const { at, file } = desk(tree, { mode: "copy" });
    symlinkSync("m-4", at("into/ham/m"));
    symlinkSync("nowhere", at("into/ham/m-3"));
    expect(await file("a/m")).toEqual({ outcome: "filed", target: at("into/ham/m-5") });
    expect(await file("b/m")).toEqual({ outcome: "there", target: at("into/ham/m-4") });
  });

  it("finds a hundred messages of one name a number each without looking at all names again", async () => {
    const folders = Array.from({ length: 100 }, (_, i) => `f${i}`);
    let looks = 0;
    const countingLooks = (...args: Parameters<typeof lstatSync>) => {
      looks++;
      return lstatSync(...args);
    };
    const tree = Object.fromEntries(folders.map((folder) => [folder, { m: folder }]));
    const { at, file } = desk(tree, {}, { lstatSync: countingLooks });
    for (const folder of folders) expect((await file(`${folder}/m`)).outcome).toBe("filed");
    expect(new Set(Object.values(treeOf(at("into/ham")))).size).toBe(100);
    expect(looks).toBeLessThan(4000);
  });

  it("closes every file that it opens", async () => {
    const { open, calls: files } = trackingFiles();
    const { at, filer, takenBack } = desk({ in: { 2: "two" } }, { mode: "copy", maildir: true }, files);
    const archived = { archive: at("in/2"), content: Buffer.from("three") };
    await filer.file({ ...filing(at("in/2#1"), "ham"), archived });
    await takenBack();
    const moving = desk({ in: { 1: "one" } }, {}, { ...files, ...CROSSING });
    await moving.file("in/1");
    await moving.takenBack();
    for (const into of [at("into"), moving.at("into")]) expect(unfinishedJournals(into)).toEqual([]);
    expect(open).toEqual(new Set());
  });

  it("copies a message of an archive to its own file, and refuses to move it", async () => {
    const { at, filer, takenBack } = desk({ "inbox.mbox": "From x\n" }, { mode: "copy" });
    const archive = at("inbox.mbox");
    const message = (place: string, text: string) => ({
      ...filing(`${archive}#${place}`, "ham"),
      archived: { archive, content: Buffer.from(text) },
    });
    const mail = message("17", "Subject: x\n");
    expect(await new Filer(at("into"), { mode: "move" }).file(mail)).toEqual({
      outcome: "left",
      why: "it is one of several messages in a file, so it can only be copied",
    });
    expect((await filer.file(mail)).outcome).toBe("filed");
    expect((await filer.file(mail)).outcome).toBe("there");
    for (const place of ["18", "box/a#b.eml", "x/..", "x/.hidden", "x/"])
      await filer.file(message(place, `text ${place}`));
    expect(treeOf(at("into"))).toEqual({
      "ham/": "",
      "ham/inbox.mbox-17.eml": "Subject: x\n",
      "ham/inbox.mbox-18.txt": "text 18",
      "ham/a#b.eml": "text box/a#b.eml",
      "ham/%2e.": "text x/..",
      "ham/%2ehidden": "text x/.hidden",
      "ham/x": "text x/",
    });
    expect(await takenBack()).toEqual(Array(6).fill("removed"));
  });

  it("leaves a message that is in its folder, by whatever path it is given", async () => {
    const { at, filer, file } = desk({ in: {}, into: { ham: { 1: "one", 2: "two" } } });
    symlinkSync("into/ham", at("alias"));
    linkSync(at("into/ham/2"), at("in/2"));
    for (const path of ["into/ham/1", "into/ham/2", "alias/1", "alias/2"])
      expect((await file(path)).outcome).toBe("there");
    expect(filer.hasJournal).toBe(false);
    expect(treeOf(at("into/ham"))).toEqual({ 1: "one", 2: "two" });
    // A hard link is a second name, and moving it takes that away.
    expect((await file("in/2")).outcome).toBe("there");
    expect(namesIn(at("in"))).toEqual([]);
  });
});

describe("something in the way", () => {
  it("that is a link in place of a folder stops filing, and nothing is written through the link", async () => {
    const { at, file, textAt } = desk({ "1": "one", outside: {}, into: { spam: {} } });
    symlinkSync("../outside", at("into/ham"));
    symlinkSync("../../outside", at("into/spam/cur"));
    const remedy = "is a symbolic link, which is not followed: remove it, or sort into another folder";
    await expect(file("1")).rejects.toThrow(new DataError(`${at("into/ham")} ${remedy}`));
    const toMaildirs = new Filer(at("into"), { mode: "move", maildir: true });
    await expect(toMaildirs.file(filing(at("1"), "spam"))).rejects.toThrow(/spam\/cur is a symbolic link/);
    expect(namesIn(at("outside"))).toEqual([]);
    expect(textAt("1")).toBe("one");
  });

  it("that is a file in place of a folder stops filing; a folder that another run made does not", async () => {
    const making = (make: (path: string) => void) => {
      const mkdirSync = (path: string) => {
        make(path);
        refusal("EEXIST");
      };
      return desk({ "1": "one" }, {}, { mkdirSync });
    };
    expect((await making(mkdirSync).file("1")).outcome).toBe("filed");
    await expect(making((path) => REAL.writeFileSync(path, "")).file("1")).rejects.toThrow(
      /into\/ham is not a folder: remove it/,
    );
  });

  it("at the name of the journal, even a link to nothing, stops filing", async () => {
    const { root, filer, file, textAt } = desk({ "1": "one" });
    symlinkSync("../outside", filer.journal);
    await expect(file("1")).rejects.toThrow("cannot be opened: something of that name exists already");
    expect(namesIn(root)).not.toContain("outside");
    expect(textAt("1")).toBe("one");
  });

  it("at the name, a link, folder, file or reservation, gives the message another name", async () => {
    const there = { ham: { n: {}, o: "x", p: "" } };
    const { at, file, textAt } = desk({ m: "one", n: "two", o: "three", p: "four", outside: "out", into: there });
    symlinkSync("../../outside", at("into/ham/m"));
    chmodSync(at("into/ham/p"), 0);
    const names = await inTurn(["m", "n", "o", "p"], async (name) => basename((await file(name)).target ?? ""));
    expect(names).toEqual(["m-2", "n-2", "o-2", "p-2"]);
    expect([textAt("outside"), textAt("into/ham/o")]).toEqual(["out", "x"]);
  });

  it("leaves a source that is a link, a folder, or gone, and says why", async () => {
    const { at, filer, file } = desk({ d: {}, m: "one" });
    symlinkSync("m", at("link"));
    expect((await file("link")).why).toBe("a symbolic link: give the file that it leads to");
    expect((await file("d")).why).toBe("not a regular file");
    expect((await file("gone")).why).toBe("it is not there any more");
    expect(filer.hasJournal).toBe(false);
    expect(namesIn(at("into"))).toEqual([]);
  });

  it.each([
    ["vanishes while it is filed", "no such file or folder", {}, () => ({ renameSync: () => refusal("ENOENT") })],
    [
      "cannot be linked across file systems",
      "it lies on another file system, so no hard link is possible",
      { mode: "link" },
      () => ({ linkSync: () => refusal("EXDEV") }),
    ],
    [
      "changes while it is copied",
      "it was changed while it was copied",
      { mode: "copy" },
      (root) => opening((path) => path.endsWith(".tmp") && REAL.writeFileSync(join(root, "in/m"), "two")),
    ],
    [
      "cannot be removed after it was copied to another file system",
      "read-only file system",
      {},
      (root) => {
        const unlinkSync = (path: string) => (isIn(root, path) ? refusal("EROFS") : REAL.unlinkSync(path));
        return { ...CROSSING, unlinkSync };
      },
    ],
  ] as const satisfies readonly (readonly [string, string, Partial<FilerOptions>, (root: string) => Calls])[])(
    "leaves a source that %s, without a trace at its target",
    async (_, why, options, calls) => {
      const { at, file, hams } = desk({ in: { m: "one" } }, options, calls);
      expect(await file("in/m")).toEqual({ outcome: "left", why });
      expect([existsSync(at("in/m")), hams()]).toEqual([true, []]);
    },
  );

  /** Lets somebody else take the name `m` in the folder `ham` once. */
  const taking = () => {
    let isTaken = false;
    return (path: string) => {
      if (!isTaken && path.endsWith("ham/m")) REAL.writeFileSync(path, "other");
      isTaken ||= path.endsWith("ham/m");
    };
  };

  it.each(["copy with hard links", "copy", "move"])(
    "takes another name if somebody else has just taken it: %s",
    async (what) => {
      const take = taking();
      const linkSync = (from: string, to: string) => {
        take(to);
        REAL.linkSync(from, to);
      };
      const withoutLinks = { ...opening(take), linkSync: () => refusal("EPERM") };
      const calls = what.endsWith("links") ? { linkSync } : withoutLinks;
      const { at, file, textAt } = desk({ in: { m: "one" } }, { mode: what === "move" ? "move" : "copy" }, calls);
      expect((await file("in/m")).target).toBe(at("into/ham/m-2"));
      expect(textAt("into/ham/m")).toBe("other");
    },
  );

  it("removes the source on another file system after the copy and its name are synced", async () => {
    const opened = new Map<number, string>();
    const calls: string[] = [];
    const { at, file } = desk({ in: { m: "one" } }, {}, (root) => ({
      ...CROSSING,
      openSync: (path: string, ...more: [string | number, number?]) => {
        const file = REAL.openSync(path, ...more);
        opened.set(file, path);
        return file;
      },
      fsyncSync: (file: number) => calls.push(`sync ${opened.get(file)}`),
      unlinkSync: (path: string) => {
        if (isIn(root, path)) calls.push("remove");
        REAL.unlinkSync(path);
      },
    }));
    await file("in/m");
    expect(calls).toEqual([expect.stringMatching(/^sync .*\.tmp$/), `sync ${at("into/ham")}`, "remove"]);
  });

  it("leaves a message that cannot be synced on another file system, unless that file system syncs no folders", async () => {
    for (const [code, outcome, left, filed] of [
      ["EIO", "left", ["m"], []],
      ["EINVAL", "filed", [], ["m"]],
    ] as const) {
      const { at, file, hams } = desk({ in: { m: "one" } }, {}, (root) => ({
        ...CROSSING,
        ...opening((path) => path === join(root, "into/ham") && refusal(code)),
      }));
      expect((await file("in/m")).outcome).toBe(outcome);
      expect([namesIn(at("in")), hams()]).toEqual([left, filed]);
    }
  });

  it("stops when the disk is full, at a copy, a name or the journal, with every message in its place", async () => {
    const full = () => refusal("ENOSPC");
    const isMaking = (flags: string | number) => `${flags}`.includes("x") || (Number(flags) & 64) !== 0;
    const fullFor = { ...opening((_, flags) => isMaking(flags) && full()) };
    for (const calls of [fullFor, { writeSync: full }, { mkdirSync: full }]) {
      const { at, file, textAt } = desk({ m: "one" }, { mode: "copy" }, calls);
      await expect(file("m")).rejects.toThrow(/^[^\n]+: no space left[^\n]+$/);
      expect(textAt("m")).toBe("one");
      expect(namesIn(at("into")).filter((name) => /^ham\/./.test(name))).toEqual([]);
    }
  });
});

describe("a Maildir", () => {
  const maildir = (cur: Tree = {}, fresh: Tree = {}): Tree => ({ cur, new: fresh, tmp: {} });

  it("gives its messages to Maildirs, with their flags and names", async () => {
    const { at, file } = desk({ in: maildir({ "1.a.h:2,FS": "one" }, { "2.b.h": "two" }) });
    await file("in/cur/1.a.h:2,FS");
    await file("in/new/2.b.h");
    expect(treeOf(at("into"))).toEqual({
      ...{ "ham/": "", "ham/cur/": "", "ham/new/": "", "ham/tmp/": "" },
      ...{ "ham/cur/1.a.h:2,FS": "one", "ham/new/2.b.h": "two" },
    });
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
    expect(lstatSync(at(`into/${folder}/tmp`)).isDirectory()).toBe(true);
  });

  it("recognises a message whose flags have changed, and numbers another of its name before the flags", async () => {
    const [inbox, other] = [maildir({ "1.a.h:2,": "one" }), maildir({ "1.a.h:2,": "two" })];
    const tree = { in: inbox, other, into: { ham: maildir({ "1.a.h:2,S": "one" }) } };
    const { at, file } = desk(tree, { mode: "copy" });
    expect((await file("in/cur/1.a.h:2,")).outcome).toBe("there");
    expect((await file("other/cur/1.a.h:2,")).target).toBe(at("into/ham/cur/1.a.h-2:2,"));
  });

  it("loses mbsync's number on its way to another folder, and is recognised whatever number it got there", async () => {
    const there = maildir({ "1.a.h,U=7:2,S": "one" });
    const { at, file } = desk({ in: maildir({ "1.a.h,U=3:2,": "one", "2.a.h,U=4:2,": "two" }), into: { ham: there } });
    expect((await file("in/cur/1.a.h,U=3:2,")).outcome).toBe("there");
    expect((await file("in/cur/2.a.h,U=4:2,")).target).toBe(at("into/ham/cur/2.a.h:2,"));
  });

  it("names other texts by their time and content, the same every time", async () => {
    const { at, file } = desk({ "m.txt": "one", into: { ham: maildir() } }, { mode: "copy" });
    utimesSync(at("m.txt"), 1e9, 1e9);
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
    const remove = (path: string) => rmSync(sorting.at(path));
    return { ...sorting, append, remove };
  }

  it("is reported in a dry run, which does not even change the journal", async () => {
    const { root, append, remove, undone } = await sorted();
    append("into/ham/1");
    remove("into/ham/2");
    const before = contentsOf(root);
    expect(await undone(true)).toEqual(["it is not there any more", "it has been changed"]);
    expect(contentsOf(root)).toEqual(before);
    expect(await undone()).toEqual(["it is not there any more", "it has been changed"]);
  });

  it("stays when the rest is undone, and is reported", async () => {
    const { root, append, undone } = await sorted();
    append("into/ham/1");
    expect(await undone()).toEqual(["back", "it has been changed"]);
    expect(treeOf(root)).toMatchObject({ "in/2": "two", "into/ham/1": "one!" });
    expect(await undone()).toEqual(["it has been changed"]);
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
    mkdirSync(at("into/ham/mine"));
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
    symlinkSync("../elsewhere", at("into/ham"));
    await expect(undone()).rejects.toThrow(/into\/ham is a symbolic link/);
    expect(treeOf(at("elsewhere"))).toEqual({ 1: "one", 2: "two" });
  });
});

/** The oracle: the result of a plain list of names. */
function expectedOf(there: Tree, sources: readonly string[], to: readonly string[], mode: string) {
  const tree: Record<string, string> = {};
  for (const [folder, files] of Object.entries(there)) {
    tree[`${folder}/`] = "";
    for (const [name, content] of Object.entries(files)) tree[`${folder}/${name}`] = String(content);
  }
  const outcomes = sources.map((source, i) => {
    const content = readFileSync(source, "utf8");
    for (let n = 1; ; n++) {
      const path = `${to[i]}/${numbered(basename(source), n)}`;
      if (tree[path] === undefined) {
        tree[path] = content;
        return "filed";
      }
      if (tree[path] === content && !(mode === "move" && content === "")) return "there";
    }
  });
  return { tree, outcomes };
}

function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `${stem.slice(0, 255 - extension.length - 1 - String(n).length)}-${n}${extension}`;
}

describe("a message whose folders have become one", () => {
  it.each(["move", "copy", "stopped move"] as const)("is not lost by a %s that is undone or repaired", async (what) => {
    const { at, filer, file, takenBack } = desk({ in: { 1: "one" } }, { mode: what === "copy" ? "copy" : "move" });
    await file("in/1");
    rmSync(at("in"), { recursive: true });
    symlinkSync("into/ham", at("in"));
    if (what === "stopped move") {
      const { steps, ...journal } = readJournal(filer.journal);
      await repair({ ...journal, steps: steps.map((step) => ({ ...step, state: "open" })) });
    } else {
      const kept = "the original is not there any more, or has been changed";
      expect(await takenBack()).toEqual([what === "move" ? "back" : kept]);
    }
    expect(treeOf(at("into/ham"))).toEqual({ 1: "one" });
  });

  it("moves one of two hard links away", async () => {
    const { root, at, file } = desk({ m: "one", into: { ham: {} } });
    linkSync(at("m"), at("into/ham/m"));
    expect((await file("m")).outcome).toBe("there");
    expect(treeOf(root)).toEqual({ "into/": "", "into/ham/": "", "into/ham/m": "one" });
  });
});
