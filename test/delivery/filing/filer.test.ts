import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { Filer, type FilerOptions } from "../../../src/delivery/filing/filer.js";
import { readJournal, unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/repair.js";
import type { Filing } from "../../../src/delivery/filing/store.js";
import { undo } from "../../../src/delivery/filing/undo.js";
import { bytesOf, isJournal, namesIn, type Tree } from "../../helpers/folder.js";
import { memoryFolders } from "./memory-folder.js";
import { type Calls, REAL, refusal, replaceCalls, restoringCalls } from "./stopping-files.js";

restoringCalls();
const memoryFolder = memoryFolders();

function folderWith(tree: Tree): string {
  replaceCalls({});
  return memoryFolder(tree);
}

function filerFor(into: string, options: Partial<FilerOptions> = {}, calls: Calls = {}): Filer {
  replaceCalls(calls);
  return new Filer(into, { mode: "move", ...options });
}

/** Whether a path leads to a file in the folder `in`. A source is reached through its folder, which is held open. */
const isIn = (root: string, path: string) => realpathSync(dirname(path)) === join(root, "in");

const filing = (source: string, folder = "ham"): Filing => ({ source, folder, label: folder, probability: 1 });

/** Names and contents below a folder. */
function contentsOf(folder: string): Record<string, string> {
  const files = namesIn(folder).filter((name) => !name.endsWith("/"));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Names and contents below a folder, journals left out. */
function treeOf(folder: string): Record<string, string> {
  const files = namesIn(folder).filter((name) => !/(?:^|\/)\.thresher-journal-/.test(name));
  return Object.fromEntries(
    files.map((name) => [name, name.endsWith("/") ? "" : readFileSync(join(folder, name), "utf8")]),
  );
}

describe("filing", () => {
  it("puts the messages of any tree where a simple list of names puts them, and undoes it", () => {
    const name = fc.constantFrom(
      "1",
      "1-2",
      "a.txt",
      "a-2.txt",
      "x".repeat(255),
      "new\nline",
      ".hidden",
      "é",
      "-n",
      "%",
    );
    const content = fc.constantFrom("", "one", "two", "three");
    const tree = fc.dictionary(name, content, { maxKeys: 4 });
    const labels = fc.array(fc.constantFrom("ham", "spam"), { minLength: 12, maxLength: 12 });
    const modes = fc.constantFrom("copy" as const, "move" as const, "link" as const);
    fc.assert(
      fc.property(
        fc.tuple(tree, tree, tree),
        fc.record({ ham: tree, spam: tree }),
        labels,
        modes,
        (inbox, there, to, mode) => {
          const root = folderWith({ a: inbox[0], b: inbox[1], c: inbox[2], into: there });
          const before = treeOf(root);
          const into = join(root, "into");
          const sources = ["a", "b", "c"].flatMap((folder, i) =>
            Object.keys(inbox[i]).map((name) => join(root, folder, name)),
          );
          const expected = expectedOf(there, sources, to, mode);
          const filer = filerFor(into, { mode });
          const results = sources.map((source, i) => filer.file(filing(source, to[i])));
          filer.finish();
          expect(treeOf(into)).toEqual(expected.tree);
          expect(results.map(({ outcome }) => outcome)).toEqual(expected.outcomes);
          expect(sources.filter((source) => existsSync(source))).toEqual(mode === "move" ? [] : sources);
          if (!existsSync(filer.journal)) return;
          const undone = Array.from(undo(readJournal(filer.journal)));
          expect(undone.filter(({ outcome }) => outcome === "kept")).toEqual([]);
          expect(treeOf(root)).toEqual(before);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leaves messages of the inbox in a Maildir, whatever the mode, and files others there", () => {
    for (const mode of ["copy", "move", "link"] as const) {
      const root = folderWith({ into: { new: { 1: "one" }, cur: { "2:2,S": "two" }, tmp: {} }, in: { 3: "three" } });
      const into = join(root, "into");
      const filer = filerFor(into, { mode });
      for (const path of ["new/1", "cur/2:2,S"]) {
        expect(filer.file(filing(join(into, path), ""))).toEqual({ outcome: "there", target: join(into, path) });
      }
      expect(filer.hasJournal).toBe(false);
      const { target = "" } = filer.file(filing(join(root, "in/3"), ""));
      expect(dirname(target)).toBe(join(into, "new"));
      filer.finish();
      expect(Object.values(treeOf(into)).sort()).toEqual(["", "", "", "one", "three", "two"].sort());
      const undone = Array.from(undo(readJournal(filer.journal)));
      expect(undone.map(({ outcome }) => outcome)).toEqual([mode === "move" ? "back" : "removed"]);
      expect(readFileSync(join(root, "in/3"), "utf8")).toBe("three");
    }
  });

  it("reports in a dry run the same as in a real run, and changes nothing", () => {
    const root = folderWith({
      a: { 1: "one", 2: "two" },
      b: { 1: "three", 2: "two", 3: "" },
      into: { ham: { 1: "x" } },
    });
    const before = treeOf(root);
    const into = join(root, "into");
    const sources = ["a/1", "a/2", "b/1", "b/2", "b/3"].map((name) => join(root, name));
    for (const maildir of [false, true]) {
      const dry = filerFor(into, { mode: "copy", dryRun: true, maildir });
      const said = sources.map((source) => dry.file(filing(source)));
      dry.finish();
      expect(treeOf(root)).toEqual(before);
      const real = filerFor(into, { mode: "copy", maildir });
      expect(sources.map((source) => real.file(filing(source)))).toEqual(said);
      real.finish();
      Array.from(undo(readJournal(real.journal)));
    }
  });

  it("keeps the mode and the time of a copied file", () => {
    const root = folderWith({ "1": "one", into: {} });
    chmodSync(join(root, "1"), 0o640);
    utimesSync(join(root, "1"), 1e9, 1e9);
    filerFor(join(root, "into"), { mode: "copy" }).file(filing(join(root, "1")));
    const { mode, mtimeMs } = lstatSync(join(root, "into/ham/1"));
    expect({ mode: mode & 0o777, mtimeMs }).toEqual({ mode: 0o640, mtimeMs: 1e12 });
  });

  it("finds a message under a numbered name, in whatever order messages come", () => {
    for (const maildir of [false, true]) {
      const root = folderWith({ a: { m: "one" }, b: { m: "two" }, c: { m: "three" }, into: {} });
      // A Maildir's names are made of the content: there only names of a Maildir clash.
      const sources = ["a/m", "b/m", "c/m"].map((name) => join(root, name));
      const file = (order: readonly string[]) => {
        const filer = filerFor(join(root, "into"), { mode: "copy", maildir });
        const outcomes = order.map((source) => filer.file(filing(source)).outcome);
        filer.finish();
        return outcomes;
      };
      expect(file(sources)).toEqual(["filed", "filed", "filed"]);
      expect(file(sources.toReversed())).toEqual(["there", "there", "there"]);
    }
  });

  it("skips names that are taken by a folder, a link or an unreadable file", () => {
    const root = folderWith({ a: { m: "one" }, b: { m: "two" }, into: { ham: { "m-2": {}, "m-4": "two" } } });
    symlinkSync("m-4", join(root, "into/ham/m"));
    symlinkSync("nowhere", join(root, "into/ham/m-3"));
    const filer = filerFor(join(root, "into"), { mode: "copy" });
    expect(filer.file(filing(join(root, "a/m")))).toEqual({ outcome: "filed", target: join(root, "into/ham/m-5") });
    expect(filer.file(filing(join(root, "b/m")))).toEqual({ outcome: "there", target: join(root, "into/ham/m-4") });
  });

  it("finds a hundred messages of one name a number each without looking at all names again", () => {
    const n = 100;
    const root = folderWith({
      ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, { m: `${i}` }])),
      into: {},
    });
    let looks = 0;
    const lstatSync = ((...args: Parameters<typeof REAL.lstatSync>) => {
      looks++;
      return REAL.lstatSync(...args);
    }) as typeof REAL.lstatSync;
    const filer = filerFor(join(root, "into"), {}, { lstatSync });
    for (let i = 0; i < n; i++) expect(filer.file(filing(join(root, `f${i}/m`))).outcome).toBe("filed");
    expect(new Set(Object.values(treeOf(join(root, "into/ham")))).size).toBe(n);
    expect(looks).toBeLessThan(40 * n);
  });

  it("closes every file that it opens", () => {
    const root = folderWith({ in: { 1: "one", 2: "two" }, into: {} });
    const open = new Set<number>();
    const files = {
      openSync: (...args: Parameters<typeof REAL.openSync>) => {
        const file = REAL.openSync(...args);
        open.add(file);
        return file;
      },
      closeSync: (file: number) => {
        REAL.closeSync(file);
        open.delete(file);
      },
    };
    const archived = { archive: join(root, "in/2"), content: Buffer.from("three") };
    const copying = filerFor(join(root, "into"), { mode: "copy", maildir: true }, files);
    copying.file({ ...filing(join(root, "in/2#1")), archived });
    const moving = filerFor(join(root, "into"), {}, { ...files, renameSync: () => refusal("EXDEV") });
    moving.file(filing(join(root, "in/1")));
    for (const filer of [copying, moving]) {
      filer.finish();
      Array.from(undo(readJournal(filer.journal)));
    }
    expect(unfinishedJournals(join(root, "into"))).toEqual([]);
    expect(open).toEqual(new Set());
  });

  it("copies a message of an archive to its own file, and refuses to move it", () => {
    const root = folderWith({ "inbox.mbox": "From x\n", into: {} });
    const archive = join(root, "inbox.mbox");
    const message = (place: string, text: string) => ({
      ...filing(`${archive}#${place}`),
      archived: { archive, content: Buffer.from(text) },
    });
    const mail = message("17", "Subject: x\n");
    expect(filerFor(join(root, "into"), { mode: "move" }).file(mail)).toEqual({
      outcome: "left",
      why: "it is one of several messages in a file, so it can only be copied",
    });
    const filer = filerFor(join(root, "into"), { mode: "copy" });
    expect(filer.file(mail).outcome).toBe("filed");
    expect(filer.file(mail).outcome).toBe("there");
    for (const place of ["18", "box/a#b.eml", "x/..", "x/.hidden", "x/"]) filer.file(message(place, `text ${place}`));
    filer.finish();
    expect(treeOf(join(root, "into"))).toEqual({
      "ham/": "",
      "ham/inbox.mbox-17.eml": "Subject: x\n",
      "ham/inbox.mbox-18.txt": "text 18",
      "ham/a#b.eml": "text box/a#b.eml",
      "ham/%2e.": "text x/..",
      "ham/%2ehidden": "text x/.hidden",
      "ham/x": "text x/",
    });
    const taken = Array.from(undo(readJournal(filer.journal)));
    expect(taken.map(({ outcome }) => outcome)).toEqual(Array(6).fill("removed"));
  });
});

describe("something in the way", () => {
  it("that is a link in place of a folder stops filing, and nothing is written through the link", () => {
    const root = folderWith({ "1": "one", outside: {}, into: { spam: {} } });
    symlinkSync("../outside", join(root, "into/ham"));
    symlinkSync("../../outside", join(root, "into/spam/cur"));
    const filer = filerFor(join(root, "into"));
    expect(() => filer.file(filing(join(root, "1")))).toThrow(
      new DataError(
        `${join(root, "into/ham")} is a symbolic link, which is not followed: remove it, or sort into another folder`,
      ),
    );
    expect(() => filerFor(join(root, "into"), { maildir: true }).file(filing(join(root, "1"), "spam"))).toThrow(
      /spam\/cur is a symbolic link/,
    );
    expect(namesIn(join(root, "outside"))).toEqual([]);
    expect(bytesOf(join(root, "1")).toString()).toBe("one");
  });

  it("that is a file in place of a folder stops filing; a folder that another run made does not", () => {
    for (const made of ["folder", "file"]) {
      const root = folderWith({ "1": "one", into: {} });
      const mkdirSync = (path: string) => {
        if (made === "folder" || !path.endsWith("ham")) REAL.mkdirSync(path);
        else REAL.closeSync(REAL.openSync(path, "w"));
        refusal("EEXIST");
      };
      const file = () => filerFor(join(root, "into"), {}, { mkdirSync }).file(filing(join(root, "1")));
      if (made === "file") expect(file).toThrow(/into\/ham is not a folder: remove it/);
      else expect(file().outcome).toBe("filed");
    }
  });

  it("at the name of the journal, even a link to nothing, stops filing", () => {
    const root = folderWith({ "1": "one", into: {} });
    const filer = filerFor(join(root, "into"));
    symlinkSync("../outside", filer.journal);
    expect(() => filer.file(filing(join(root, "1")))).toThrow(
      "cannot be written: something of that name exists already",
    );
    expect(namesIn(root).filter((name) => name.startsWith("outside"))).toEqual([]);
    expect(bytesOf(join(root, "1")).toString()).toBe("one");
  });

  it("at the name, a link, folder, file or reservation, gives the message another name", () => {
    const root = folderWith({
      m: "one",
      n: "two",
      o: "three",
      p: "four",
      outside: "out",
      into: { ham: { n: {}, o: "x", p: "" } },
    });
    symlinkSync("../../outside", join(root, "into/ham/m"));
    chmodSync(join(root, "into/ham/p"), 0);
    const filer = filerFor(join(root, "into"));
    const names = ["m", "n", "o", "p"].map((name) => basename(filer.file(filing(join(root, name))).target ?? ""));
    expect(names).toEqual(["m-2", "n-2", "o-2", "p-2"]);
    expect(bytesOf(join(root, "outside")).toString()).toBe("out");
    expect(bytesOf(join(root, "into/ham/o")).toString()).toBe("x");
  });

  it("leaves a source that is a link, a folder, or gone, and says why", () => {
    const root = folderWith({ d: {}, m: "one", into: {} });
    symlinkSync("m", join(root, "link"));
    const filer = filerFor(join(root, "into"));
    const why = ["link", "d", "gone"].map((name) => filer.file(filing(join(root, name))).why);
    expect(why).toEqual([
      "a symbolic link: give the file that it leads to",
      "not a regular file",
      "it is not there any more",
    ]);
    expect(filer.hasJournal).toBe(false);
    expect(namesIn(join(root, "into"))).toEqual([]);
  });

  it("leaves a source that vanishes while it is filed, without a trace at its target", () => {
    const root = folderWith({ m: "one", into: {} });
    const filer = filerFor(join(root, "into"), {}, { renameSync: () => refusal("ENOENT") });
    expect(filer.file(filing(join(root, "m")))).toEqual({ outcome: "left", why: "no such file or folder" });
    expect(namesIn(join(root, "into/ham"))).toEqual([]);
  });

  it("takes another name if somebody else has just taken this one", () => {
    const root = folderWith({ m: "one", into: {} });
    let first = true;
    const linkSync = (from: unknown, to: unknown) => {
      if (first) REAL.copyFileSync(join(root, "m"), `${to}`);
      if (first) REAL.writeSync(REAL.openSync(`${to}`, "w"), Buffer.from("other"));
      first = false;
      REAL.linkSync(`${from}`, `${to}`);
    };
    const filer = filerFor(join(root, "into"), { mode: "copy" }, { linkSync });
    expect(filer.file(filing(join(root, "m"))).target).toBe(join(root, "into/ham/m-2"));
    expect(bytesOf(join(root, "into/ham/m")).toString()).toBe("other");
  });

  it.each(["copy", "move"] as const)(
    "takes another name for a %s, too, where the name can only be reserved",
    (mode) => {
      const root = folderWith({ in: { m: "one" }, into: {} });
      let first = true;
      const openSync = ((path: string, flags: string, permissions?: number) => {
        if (first && path.endsWith("ham/m")) REAL.copyFileSync(join(root, "in/m"), path);
        if (first && path.endsWith("ham/m")) REAL.writeSync(REAL.openSync(path, "w"), Buffer.from("other"));
        first &&= !path.endsWith("ham/m");
        return REAL.openSync(path, flags, permissions);
      }) as typeof REAL.openSync;
      const filer = filerFor(join(root, "into"), { mode }, { openSync, linkSync: () => refusal("EPERM") });
      expect(filer.file(filing(join(root, "in/m"))).target).toBe(join(root, "into/ham/m-2"));
      expect(bytesOf(join(root, "into/ham/m")).toString()).toBe("other");
    },
  );

  it("leaves a message whose original cannot be removed, and takes its copy back", () => {
    const root = folderWith({ in: { m: "one" }, into: {} });
    const unlinkSync = (path: string) => (isIn(root, path) ? refusal("EROFS") : REAL.unlinkSync(path));
    const filer = filerFor(join(root, "into"), {}, { unlinkSync, renameSync: () => refusal("EXDEV") });
    expect(filer.file(filing(join(root, "in/m")))).toEqual({ outcome: "left", why: "read-only file system" });
    expect(treeOf(root)).toMatchObject({ "in/m": "one" });
    expect(namesIn(join(root, "into/ham"))).toEqual([]);
  });

  it("removes the source on another file system after the copy and its name are synced", () => {
    const root = folderWith({ in: { m: "one" }, into: {} });
    const opened = new Map<number, string>();
    const calls: string[] = [];
    const openSync = (path: string, ...more: [string | number, number?]) => {
      const file = REAL.openSync(path, ...more);
      opened.set(file, path);
      return file;
    };
    const fsyncSync = (file: number) => {
      calls.push(`sync ${opened.get(file)}`);
    };
    const unlinkSync = (path: string) => {
      if (isIn(root, path)) calls.push("remove");
      REAL.unlinkSync(path);
    };
    const refusals = { openSync, fsyncSync, unlinkSync, renameSync: () => refusal("EXDEV") };
    filerFor(join(root, "into"), {}, refusals).file(filing(join(root, "in/m")));
    expect(calls).toEqual([expect.stringMatching(/^sync .*\.tmp$/), `sync ${join(root, "into/ham")}`, "remove"]);
  });

  it("leaves a message that cannot be synced on another file system, unless that file system syncs no folders", () => {
    for (const [code, outcome] of [
      ["EIO", "left"],
      ["EINVAL", "filed"],
    ] as const) {
      const root = folderWith({ in: { m: "one" }, into: {} });
      const folder = join(root, "into/ham");
      const openSync = (path: string, ...more: [string | number, number?]) =>
        path === folder ? refusal(code) : REAL.openSync(path, ...more);
      const filer = filerFor(join(root, "into"), {}, { openSync, renameSync: () => refusal("EXDEV") });
      expect(filer.file(filing(join(root, "in/m"))).outcome).toBe(outcome);
      expect(namesIn(join(root, "in"))).toEqual(outcome === "left" ? ["m"] : []);
      expect(namesIn(folder)).toEqual(outcome === "left" ? [] : ["m"]);
    }
  });

  it("leaves a message that cannot be linked across file systems", () => {
    const root = folderWith({ m: "one", into: {} });
    const filer = filerFor(join(root, "into"), { mode: "link" }, { linkSync: () => refusal("EXDEV") });
    expect(filer.file(filing(join(root, "m"))).why).toBe("it lies on another file system, so no hard link is possible");
  });

  it("stops when the disk is full, at a copy, a name or the journal, with every message in its place", () => {
    for (const call of ["openSync", "writeSync", "mkdirSync"] as const) {
      const root = folderWith({ m: "one", into: {} });
      const filer = filerFor(
        join(root, "into"),
        { mode: "copy" },
        {
          [call]: (...args: unknown[]) => {
            if (call === "openSync" && !`${args[1]}`.includes("x") && !(Number(args[1]) & 64)) {
              return REAL.openSync(`${args[0]}`, args[1] as number);
            }
            return refusal("ENOSPC");
          },
        },
      );
      expect(() => filer.file(filing(join(root, "m"))), call).toThrow(/^[^\n]+: no space left[^\n]+$/);
      expect(treeOf(root), call).toMatchObject({ m: "one" });
      expect(
        namesIn(join(root, "into")).filter((name) => name.startsWith("ham/") && name !== "ham/"),
        call,
      ).toEqual([]);
    }
  });

  it("discards a copy that differs from the source", () => {
    const root = folderWith({ m: "one", into: {} });
    const openSync = (path: string, ...rest: [string | number, number?]) => {
      if (path.endsWith(".tmp")) writeFileSync(join(root, "m"), "two");
      return REAL.openSync(path, ...rest);
    };
    const filer = filerFor(join(root, "into"), { mode: "copy" }, { openSync });
    expect(filer.file(filing(join(root, "m")))).toEqual({ outcome: "left", why: "it was changed while it was copied" });
    expect(namesIn(join(root, "into/ham"))).toEqual([]);
  });
});

describe("a Maildir", () => {
  const maildir = (cur: Tree = {}, fresh: Tree = {}): Tree => ({ cur, new: fresh, tmp: {} });

  it("gives its messages to Maildirs, with their flags and names", () => {
    const root = folderWith({ in: maildir({ "1.a.h:2,FS": "one" }, { "2.b.h": "two" }), into: {} });
    const filer = filerFor(join(root, "into"));
    filer.file(filing(join(root, "in/cur/1.a.h:2,FS")));
    filer.file(filing(join(root, "in/new/2.b.h")));
    expect(treeOf(join(root, "into"))).toEqual({
      ...{ "ham/": "", "ham/cur/": "", "ham/new/": "", "ham/tmp/": "" },
      ...{ "ham/cur/1.a.h:2,FS": "one", "ham/new/2.b.h": "two" },
    });
  });

  it("is one of a Maildir++ if it is made in one", () => {
    const root = folderWith({ box: maildir({ "1.a.h:2,": "one" }) });
    filerFor(join(root, "box")).file(filing(join(root, "box/cur/1.a.h:2,"), "a.b"));
    const names = namesIn(join(root, "box")).filter((name) => !isJournal(name));
    expect(names).toEqual([
      ".a.b/",
      ".a.b/cur/",
      ".a.b/cur/1.a.h:2,",
      ".a.b/maildirfolder",
      ".a.b/new/",
      ".a.b/tmp/",
      "cur/",
      "new/",
      "tmp/",
    ]);
  });

  it("may lack tmp, which is made where a message goes", () => {
    const root = folderWith({
      in: { cur: { m: "one" }, new: {} },
      into: { cur: {}, new: {}, ".ham": { cur: {}, new: {} } },
    });
    const { target } = filerFor(join(root, "into")).file(filing(join(root, "in/cur/m")));
    expect(target).toBe(join(root, "into/.ham/cur/m"));
    expect(lstatSync(join(root, "into/.ham/tmp")).isDirectory()).toBe(true);
  });

  it("recognises a message whose flags have changed, and numbers another of its name before the flags", () => {
    const root = folderWith({
      in: maildir({ "1.a.h:2,": "one" }),
      other: maildir({ "1.a.h:2,": "two" }),
      into: { ham: maildir({ "1.a.h:2,S": "one" }) },
    });
    const filer = filerFor(join(root, "into"), { mode: "copy" });
    expect(filer.file(filing(join(root, "in/cur/1.a.h:2,"))).outcome).toBe("there");
    expect(filer.file(filing(join(root, "other/cur/1.a.h:2,"))).target).toBe(join(root, "into/ham/cur/1.a.h-2:2,"));
  });

  it("names other texts by their time and content, the same every time", () => {
    const root = folderWith({ "m.txt": "one", into: { ham: maildir() } });
    utimesSync(join(root, "m.txt"), 1e9, 1e9);
    const filer = filerFor(join(root, "into"), { mode: "copy" });
    const { target = "" } = filer.file(filing(join(root, "m.txt")));
    expect(target).toMatch(/into\/ham\/new\/1000000000\.[0-9a-f]{24}\.thresher,S=3$/);
    expect(filerFor(join(root, "into"), { mode: "copy" }).file(filing(join(root, "m.txt")))).toEqual({
      outcome: "there",
      target,
    });
  });

  it("needs no tmp: it is made when the first message comes", () => {
    const root = folderWith({ "m.txt": "one", into: { ham: { cur: {}, new: {} } } });
    const { target = "" } = filerFor(join(root, "into"), { mode: "copy" }).file(filing(join(root, "m.txt")));
    expect(dirname(target)).toBe(join(root, "into/ham/new"));
    expect(namesIn(join(root, "into/ham")).filter((name) => name.endsWith("/"))).toEqual(["cur/", "new/", "tmp/"]);
  });

  it("keeps temporary files in tmp", () => {
    const root = folderWith({ m: "one", into: {} });
    const seen: string[] = [];
    const openSync = (path: string, ...rest: [string | number, number?]) => {
      if (path.endsWith(".tmp")) seen.push(dirname(path));
      return REAL.openSync(path, ...rest);
    };
    filerFor(join(root, "into"), { mode: "copy", maildir: true }, { openSync }).file(filing(join(root, "m")));
    expect(seen).toEqual([join(root, "into/ham/tmp")]);
  });
});

describe("a message that has changed since it was filed", () => {
  function sorted(mode: FilerOptions["mode"] = "move") {
    const root = folderWith({ in: { 1: "one", 2: "two" }, into: {} });
    const filer = filerFor(join(root, "into"), { mode });
    for (const name of ["1", "2"]) filer.file(filing(join(root, "in", name)));
    filer.finish();
    const undoing = (dryRun: boolean) =>
      Array.from(undo(readJournal(filer.journal), { dryRun })).map(({ outcome, why }) => why ?? outcome);
    return { root, dry: () => undoing(true), takeBack: () => undoing(false) };
  }
  const overwrite = (path: string) => REAL.writeSync(REAL.openSync(path, "a"), Buffer.from("!"));

  it("is reported in a dry run, which does not even change the journal", () => {
    const { root, dry, takeBack } = sorted();
    overwrite(join(root, "into/ham/1"));
    REAL.unlinkSync(join(root, "into/ham/2"));
    const before = contentsOf(root);
    expect(dry()).toEqual(["it is not there any more", "it has been changed"]);
    expect(contentsOf(root)).toEqual(before);
    expect(takeBack()).toEqual(["it is not there any more", "it has been changed"]);
  });

  it("stays when the rest is undone, and is reported", () => {
    const { root, takeBack } = sorted();
    overwrite(join(root, "into/ham/1"));
    expect(takeBack()).toEqual(["back", "it has been changed"]);
    expect(treeOf(root)).toMatchObject({ "in/2": "two", "into/ham/1": "one!" });
    expect(takeBack()).toEqual(["it has been changed"]);
  });

  it("does not replace a file that is now in its old place", () => {
    const { root, takeBack } = sorted();
    REAL.closeSync(REAL.openSync(join(root, "in/1"), "w"));
    overwrite(join(root, "in/1"));
    expect(takeBack()).toEqual(["back", "another file is where it was"]);
    expect(treeOf(root)).toMatchObject({ "in/1": "!", "into/ham/1": "one" });
  });

  it("is not removed as a copy if it is the only one", () => {
    for (const mode of ["copy", "link"] as const) {
      const { root, takeBack } = sorted(mode);
      REAL.unlinkSync(join(root, "in/1"));
      expect(takeBack()).toEqual(["removed", "the original is not there any more, or has been changed"]);
      expect(treeOf(root)).toMatchObject({ "in/2": "two", "into/ham/1": "one" });
    }
  });

  it("comes back into a folder that is gone, and leaves folders that are in use", () => {
    const { root, takeBack } = sorted();
    REAL.rmdirSync(join(root, "in"));
    mkdirSync(join(root, "into/ham/mine"));
    expect(takeBack()).toEqual(["back", "back"]);
    expect(treeOf(root)).toMatchObject({ "in/1": "one", "into/ham/mine/": "" });
  });

  it("comes back from a Maildir with the flags that it has now", () => {
    const root = folderWith({ in: { cur: {}, new: { "1.a.h": "one" }, tmp: {} }, into: {} });
    const filer = filerFor(join(root, "into"));
    filer.file(filing(join(root, "in/new/1.a.h")));
    filer.finish();
    REAL.renameSync(join(root, "into/ham/new/1.a.h"), join(root, "into/ham/cur/1.a.h:2,S"));
    Array.from(undo(readJournal(filer.journal)));
    expect(treeOf(root)).toMatchObject({ "in/cur/1.a.h:2,S": "one" });
  });

  it("is not reached through a link that has taken the place of a folder", () => {
    const { root, takeBack } = sorted();
    REAL.renameSync(join(root, "into/ham"), join(root, "elsewhere"));
    symlinkSync("../elsewhere", join(root, "into/ham"));
    expect(takeBack).toThrow(/into\/ham is a symbolic link/);
    expect(treeOf(join(root, "elsewhere"))).toEqual({ 1: "one", 2: "two" });
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

it("a message that is already in its folder stays there, by whatever path it is given", () => {
  const root = folderWith({ in: {}, into: { ham: { 1: "one", 2: "two" } } });
  symlinkSync("into/ham", join(root, "alias"));
  linkSync(join(root, "into/ham/2"), join(root, "in/2"));
  const filer = filerFor(join(root, "into"));
  for (const path of ["into/ham/1", "into/ham/2", "alias/1", "alias/2"]) {
    expect(filer.file(filing(join(root, path))).outcome).toBe("there");
  }
  expect(filer.hasJournal).toBe(false);
  expect(treeOf(join(root, "into/ham"))).toEqual({ 1: "one", 2: "two" });
  expect(filer.file(filing(join(root, "in/2"))).outcome).toBe("there");
  expect(namesIn(join(root, "in"))).toEqual([]);
});

it.each(["move", "copy"] as const)("a %s whose folders have become one is not undone", (mode) => {
  const root = folderWith({ in: { 1: "one" }, into: {} });
  const filer = filerFor(join(root, "into"), { mode });
  filer.file(filing(join(root, "in/1")));
  filer.finish();
  rmSync(join(root, "in"), { recursive: true });
  symlinkSync("into/ham", join(root, "in"));
  const [{ outcome }] = Array.from(undo(readJournal(filer.journal)));
  expect(outcome).toBe(mode === "move" ? "back" : "kept");
  expect(treeOf(join(root, "into/ham"))).toEqual({ 1: "one" });
});

it("a stopped move whose folders have become one keeps its message", () => {
  const root = folderWith({ in: { 1: "one" }, into: {} });
  const filer = filerFor(join(root, "into"));
  filer.file(filing(join(root, "in/1")));
  rmSync(join(root, "in"), { recursive: true });
  symlinkSync("into/ham", join(root, "in"));
  const { steps, ...journal } = readJournal(filer.journal);
  repair({ ...journal, steps: steps.map((step) => ({ ...step, state: "open" })) });
  expect(treeOf(join(root, "into/ham"))).toEqual({ 1: "one" });
});

it("a link to a file of the folder is a file of its own name", () => {
  const root = folderWith({ m: "one", into: { ham: {} } });
  linkSync(join(root, "m"), join(root, "into/ham/m"));
  // The same file under two names: moving it takes one away.
  expect(filerFor(join(root, "into")).file(filing(join(root, "m"))).outcome).toBe("there");
  expect(treeOf(root)).toEqual({ "into/": "", "into/ham/": "", "into/ham/m": "one" });
});
