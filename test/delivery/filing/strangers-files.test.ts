import { chmodSync, chownSync, lstatSync, mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { realFolder } from "../../../src/documents/files/held-name.js";
import { bytesOf, folderWith, namesIn } from "../../helpers/folder.js";
import { type Calls, CROSSING, filing, REAL, refusal, replaceCalls, setUp } from "./desk.js";
import { allUndone } from "./journal-entries.js";

setUp();
const isRoot = process.geteuid?.() === 0;
/** Any user but root, and any group of his. */
const [STRANGER, GROUP] = [65534, 65533];

let umask = 0;
beforeAll(() => {
  umask = process.umask(0o022);
});
afterAll(() => void process.umask(umask));

/** A stranger's inbox with one file, a folder of the user's own, and a folder to sort into. */
function desk(mode: number) {
  const root = folderWith({ in: { sub: { m: "one" } }, own: { m: "one", other: "mine" }, into: {} });
  const at = (path: string) => join(root, path);
  const source = at("in/sub/m");
  utimesSync(source, 1e9, 1e9);
  if (isRoot) for (const path of ["in", "in/sub", "in/sub/m"]) chownSync(at(path), STRANGER, GROUP);
  chmodSync(source, mode);
  return {
    ...{ at, source, into: at("into") },
    /** Files the message, as it was listed before some calls were replaced. */
    filed: async (mode: FilerOptions["mode"], calls: Calls = {}, listedIn = realFolder(at("in/sub"))) => {
      const filer = new Filer(at("into"), { mode });
      replaceCalls(calls);
      const { outcome, why } = await filer.file({ ...filing(source, "ham"), listedIn });
      replaceCalls({});
      filer.finish();
      return { outcome, why, journal: filer.journal };
    },
    /** Swaps the folder of the message for a link to the user's own folder. */
    swap: () => {
      REAL.renameSync(at("in/sub"), at("in/away"));
      REAL.symlinkSync(at("own"), at("in/sub"));
    },
    /** The user's own files, and how many names one has. */
    own: () => [namesIn(at("own")), lstatSync(at("own/m")).nlink],
  };
}

function statusAt(path: string) {
  const { mode, uid, gid, mtimeMs } = lstatSync(path);
  return { mode: mode & 0o7777, uid, gid, mtimeMs };
}

describe.skipIf(!isRoot)("a file of another user with setuid, setgid and sticky bits", () => {
  const time = { mtimeMs: 1e12 };
  const theirs = { uid: STRANGER, gid: GROUP, ...time };

  it.each([
    [0o4755, 0o755],
    [0o7777, 0o755],
    [0o2660, 0o640],
    [0o1600, 0o600],
  ])("is copied without them, and without what the umask takes: %o", async (mode, copied) => {
    const { filed, source, into } = desk(mode);
    await filed("copy");
    expect(statusAt(join(into, "ham/m"))).toEqual({ mode: copied, uid: 0, gid: 0, ...time });
    expect(statusAt(source)).toEqual({ mode, ...theirs });
  });

  it("is moved to another file system and back with its owner, group, mode and time", async () => {
    const { filed, source, into, at } = desk(0o6755);
    const { journal, outcome } = await filed("move", CROSSING);
    expect(outcome).toBe("filed");
    expect(statusAt(join(into, "ham/m"))).toEqual({ mode: 0o6755, ...theirs });
    for (const folder of ["in", "in/sub"]) chownSync(at(folder), 0, 0);
    replaceCalls(CROSSING);
    expect(await allUndone(readJournal(journal))).toMatchObject([{ outcome: "back" }]);
    expect(statusAt(source)).toEqual({ mode: 0o6755, ...theirs });
  });

  it("loses them where its owner or group cannot be kept", async () => {
    const onlyGroup = (file: number, uid: number, gid: number) =>
      uid === -1 ? REAL.fchownSync(file, uid, gid) : refusal("EPERM");
    for (const [mode, fchownSync, kept] of [
      [0o6750, () => refusal("EPERM"), { mode: 0o750, uid: 0, gid: 0 }],
      [0o640, onlyGroup, { mode: 0o640, uid: 0, gid: GROUP }],
    ] as const) {
      const { filed, into } = desk(mode);
      await filed("move", { ...CROSSING, fchownSync });
      expect(statusAt(join(into, "ham/m"))).toEqual({ ...kept, ...time });
    }
  });
});

describe.skipIf(process.platform !== "linux")("somebody who swaps a folder for a link", () => {
  it.each([
    ["move", "renameSync"],
    ["move to another file system", "unlinkSync"],
    ["link", "linkSync"],
    ["double", "unlinkSync"],
  ] as const)("has no file of the user moved, linked, copied or removed: %s", async (what, call) => {
    const { at, filed, source, into, swap, own } = desk(0o644);
    if (what === "double") {
      mkdirSync(join(into, "ham"));
      REAL.copyFileSync(source, join(into, "ham/m"));
    }
    let isDone = false;
    const swapping = (...args: unknown[]) => {
      if (!isDone && !String(args[0]).includes("/into/")) {
        isDone = true;
        swap();
      }
      return (REAL[call] as (...args: unknown[]) => unknown)(...args);
    };
    await filed(what === "link" ? "link" : "move", { ...(what.endsWith("system") && CROSSING), [call]: swapping });
    expect(own()).toEqual([["m", "other"], 1]);
    expect(namesIn(at("in/away"))).toEqual(what === "link" ? ["m"] : []);
    expect(bytesOf(join(into, "ham/m")).toString()).toBe("one");
  });

  it.each(["copy", "move", "link"] as const)("has a file left that was swapped since its listing: %s", async (mode) => {
    const { filed, source, swap, own } = desk(0o644);
    const listedIn = realFolder(dirname(source));
    swap();
    expect(await filed(mode, {}, listedIn)).toMatchObject({ outcome: "left", why: "its folder is another one now" });
    expect(own()).toEqual([["m", "other"], 1]);
  });

  it("gets no file back into the folder behind the link", async () => {
    const { at, filed, source } = desk(0o644);
    const { journal } = await filed("move");
    REAL.rmdirSync(at("in/sub"));
    REAL.unlinkSync(at("own/m"));
    symlinkSync(at("own"), at("in/sub"));
    const why = `it came from ${dirname(source)}, where a link leads to ${at("own")} now: move it there yourself`;
    expect(await allUndone(readJournal(journal))).toMatchObject([{ outcome: "kept", why }]);
    expect(namesIn(at("own"))).toEqual(["other"]);
  });
});

it.each(["move", "link", "copy"] as const)("a link that takes the place of a file is left by a %s", async (mode) => {
  const { at, filed, source, into } = desk(0o644);
  const swap = () => {
    REAL.unlinkSync(source);
    REAL.symlinkSync(at("own/other"), source);
  };
  // After the digest: when the name of the target is reserved, or the link is made, or the file is opened again.
  let opened = 0;
  const openSync = (path: string, ...more: [string | number, number?]) => {
    if (mode === "move" && path.endsWith("ham/m") && more[0] === "wx") swap();
    if (mode === "copy" && path.endsWith("/m") && ++opened === 2) swap();
    return REAL.openSync(path, ...more);
  };
  const linkSync = (from: string, to: string) => {
    if (mode === "link") swap();
    REAL.linkSync(from, to);
  };
  const why = mode === "copy" ? "too many symbolic links" : "another file took its place";
  expect(await filed(mode, { openSync, linkSync })).toMatchObject({ outcome: "left", why });
  expect([namesIn(join(into, "ham")), lstatSync(source).isSymbolicLink()]).toEqual([[], true]);
});
