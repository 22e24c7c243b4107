import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { Filer } from "../../../src/delivery/filing/filer.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { namesIn } from "../../helpers/folder.js";
import { type Calls, CROSSING, desk, filing, isIn, opening, REAL, refusal, setUp } from "./desk.js";
import { inTurn } from "./journal-entries.js";

setUp();

describe("something in the way", () => {
  it("that is a link in place of a folder stops filing, and nothing is written through the link", async () => {
    const { at, file, textAt } = desk({ "1": "one", outside: {}, into: { spam: {} } });
    REAL.symlinkSync("../outside", at("into/ham"));
    REAL.symlinkSync("../../outside", at("into/spam/cur"));
    const remedy = "is a symbolic link, which is not followed: remove it, or sort into another folder";
    await expect(file("1")).rejects.toThrow(new DataError(`${at("into/ham")} ${remedy}`));
    const toMaildirs = new Filer(at("into"), { mode: "move", maildir: true });
    await expect(toMaildirs.file(filing(at("1"), "spam"))).rejects.toThrow(/spam\/cur is a symbolic link/);
    expect(namesIn(at("outside"))).toEqual([]);
    expect(textAt("1")).toBe("one");
  });

  it("that is a file in place of a folder stops filing; a folder that another run made does not", async () => {
    const refusing = (make: (path: string) => void) => (path: string) => {
      make(path);
      refusal("EEXIST");
    };
    const { file } = desk({ "1": "one" }, {}, { mkdirSync: refusing(REAL.mkdirSync) });
    expect((await file("1")).outcome).toBe("filed");
    const other = desk({ "1": "one" }, {}, { mkdirSync: refusing((path) => REAL.writeFileSync(path, "")) });
    await expect(other.file("1")).rejects.toThrow(/into\/ham is not a folder: remove it/);
  });

  it("at the name of the journal, even a link to nothing, stops filing", async () => {
    const { root, filer, file, textAt } = desk({ "1": "one" });
    REAL.symlinkSync("../outside", filer.journal);
    await expect(file("1")).rejects.toThrow("cannot be opened: something of that name exists already");
    expect(namesIn(root)).not.toContain("outside");
    expect(textAt("1")).toBe("one");
  });

  it("at the name, a link, folder, file or reservation, gives the message another name", async () => {
    const there = { ham: { n: {}, o: "x", p: "" } };
    const { at, file, textAt } = desk({ m: "one", n: "two", o: "three", p: "four", outside: "out", into: there });
    REAL.symlinkSync("../../outside", at("into/ham/m"));
    REAL.chmodSync(at("into/ham/p"), 0);
    const names = await inTurn(["m", "n", "o", "p"], async (name) => basename((await file(name)).target ?? ""));
    expect(names).toEqual(["m-2", "n-2", "o-2", "p-2"]);
    expect([textAt("outside"), textAt("into/ham/o")]).toEqual(["out", "x"]);
  });

  it.each([
    ["link", "a symbolic link: give the file that it leads to"],
    ["d", "not a regular file"],
    ["gone", "it is not there any more"],
  ])("leaves a source that is a link, a folder, or gone, and says why: %s", async (name, why) => {
    const { at, filer, file } = desk({ d: {}, m: "one" });
    REAL.symlinkSync("m", at("link"));
    expect(await file(name)).toEqual({ outcome: "left", why });
    expect([filer.hasJournal, namesIn(at("into"))]).toEqual([false, []]);
  });

  const NO_LINK = "it lies on another file system, so no hard link is possible";
  it.each<readonly [string, string, Partial<FilerOptions>, (root: string) => Calls]>([
    ["vanishes while it is filed", "no such file or folder", {}, () => ({ renameSync: () => refusal("ENOENT") })],
    ["is on another file system", NO_LINK, { mode: "link" }, () => ({ linkSync: () => refusal("EXDEV") })],
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
  ])("leaves a source that %s, without a trace at its target", async (_, why, options, calls) => {
    const { at, file, hams } = desk({ in: { m: "one" } }, options, calls);
    expect(await file("in/m")).toEqual({ outcome: "left", why });
    expect([REAL.existsSync(at("in/m")), hams()]).toEqual([true, []]);
  });

  it.each(["copy with hard links", "copy", "move"])("takes another name if its own is taken: %s", async (what) => {
    let isTaken = false;
    /** Lets somebody else take the name once. */
    const take = (path: string) => {
      if (isTaken || !path.endsWith("ham/m")) return;
      isTaken = true;
      REAL.writeFileSync(path, "other");
    };
    const linkSync = (from: string, to: string) => {
      take(to);
      REAL.linkSync(from, to);
    };
    const withoutLinks = { ...opening(take), linkSync: () => refusal("EPERM") };
    const calls = what.endsWith("links") ? { linkSync } : withoutLinks;
    const { at, file, textAt } = desk({ in: { m: "one" } }, { mode: what === "move" ? "move" : "copy" }, calls);
    expect((await file("in/m")).target).toBe(at("into/ham/m-2"));
    expect(textAt("into/ham/m")).toBe("other");
  });

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
