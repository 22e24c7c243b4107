import { chmodSync, chownSync, lstatSync, mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { realFolder } from "../../../src/documents/files/held-name.js";
import { bytesOf, folderWith, namesIn } from "../../helpers/folder.js";
import { allUndone } from "./journal-entries.js";
import { type Calls, REAL, refusal, replaceCalls, restoringCalls } from "./stopping-files.js";

restoringCalls();
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
  const source = join(root, "in/sub/m");
  utimesSync(source, 1e9, 1e9);
  if (isRoot) for (const path of ["in", "in/sub", "in/sub/m"]) chownSync(join(root, path), STRANGER, GROUP);
  chmodSync(source, mode);
  return { root, source, into: join(root, "into") };
}

async function filed({ source, into }: ReturnType<typeof desk>, mode: FilerOptions["mode"], calls: Calls = {}) {
  const filer = new Filer(into, { mode });
  replaceCalls(calls);
  const listedIn = realFolder(dirname(source));
  const result = await filer.file({ source, listedIn, folder: "ham", label: "ham", probability: 1 });
  replaceCalls({});
  filer.finish();
  return { ...result, journal: filer.journal };
}

function statusAt(path: string) {
  const { mode, uid, gid, mtimeMs } = lstatSync(path);
  return { mode: mode & 0o7777, uid, gid, mtimeMs };
}

const CROSSING = { renameSync: () => refusal("EXDEV") };
const asRoot = describe.skipIf(!isRoot);

asRoot("a file of another user with setuid, setgid and sticky bits", () => {
  const time = { mtimeMs: 1e12 };
  const theirs = { uid: STRANGER, gid: GROUP, ...time };

  it("is copied without them, and without what the umask takes", async () => {
    for (const [i, mode] of [0o4755, 0o7777, 0o2660, 0o1600].entries()) {
      const copied = [0o755, 0o755, 0o640, 0o600][i];
      const inbox = desk(mode);
      await filed(inbox, "copy");
      expect(statusAt(join(inbox.into, "ham/m"))).toEqual({ mode: copied, uid: 0, gid: 0, ...time });
      expect(statusAt(inbox.source)).toEqual({ mode, ...theirs });
    }
  });

  it("is moved to another file system and back with its owner, group, mode and time", async () => {
    const inbox = desk(0o6755);
    const { journal, ...moved } = await filed(inbox, "move", CROSSING);
    expect(moved).toMatchObject({ outcome: "filed" });
    expect(statusAt(join(inbox.into, "ham/m"))).toEqual({ mode: 0o6755, ...theirs });
    for (const folder of ["in", "in/sub"]) chownSync(join(inbox.root, folder), 0, 0);
    replaceCalls(CROSSING);
    const [undone] = await allUndone(readJournal(journal));
    expect(undone).toMatchObject({ outcome: "back" });
    expect(statusAt(inbox.source)).toEqual({ mode: 0o6755, ...theirs });
  });

  it("loses them where its owner or group cannot be kept", async () => {
    const onlyGroup = (file: number, uid: number, gid: number) =>
      uid === -1 ? REAL.fchownSync(file, uid, gid) : refusal("EPERM");
    for (const [mode, fchownSync, kept] of [
      [0o6750, () => refusal("EPERM"), { mode: 0o750, uid: 0, gid: 0 }],
      [0o640, onlyGroup, { mode: 0o640, uid: 0, gid: GROUP }],
    ] as const) {
      const inbox = desk(mode);
      await filed(inbox, "move", { ...CROSSING, fchownSync });
      expect(statusAt(join(inbox.into, "ham/m"))).toEqual({ ...kept, ...time });
    }
  });
});

describe.skipIf(process.platform !== "linux")("somebody who swaps a folder for a link", () => {
  /** Calls that swap the folder of the message for a link to the user's own folder before `call`. */
  const swappingBefore = (root: string, call: keyof Calls, isIt: (...args: unknown[]) => boolean): Calls => {
    let isDone = false;
    return {
      [call]: (...args: unknown[]) => {
        if (!isDone && isIt(...args)) {
          isDone = true;
          REAL.renameSync(join(root, "in/sub"), join(root, "in/away"));
          REAL.symlinkSync(join(root, "own"), join(root, "in/sub"));
        }
        return (REAL[call] as (...args: unknown[]) => unknown)(...args);
      },
    };
  };
  const own = (root: string) => [namesIn(join(root, "own")), lstatSync(join(root, "own/m")).nlink];

  it("has no file of the user moved, linked, copied or removed", async () => {
    const moments = [
      ["move", "renameSync"],
      ["move to another file system", "unlinkSync"],
      ["link", "linkSync"],
      ["double", "unlinkSync"],
    ] as const;
    for (const [what, call] of moments) {
      const inbox = desk(0o644);
      const { root, into } = inbox;
      if (what === "double") mkdirSync(join(into, "ham"));
      if (what === "double") REAL.copyFileSync(inbox.source, join(into, "ham/m"));
      const calls = swappingBefore(root, call, (path) => !String(path).includes("/into/"));
      await filed(inbox, what === "link" ? "link" : "move", { ...(what.endsWith("system") && CROSSING), ...calls });
      expect(own(root), what).toEqual([["m", "other"], 1]);
      expect(namesIn(join(root, "in/away")), what).toEqual(what === "link" ? ["m"] : []);
      expect(bytesOf(join(into, "ham/m")).toString(), what).toBe("one");
    }
  });

  it("has the file left if it was swapped since it was listed", async () => {
    const inbox = desk(0o644);
    const listedIn = realFolder(dirname(inbox.source));
    renameSync(join(inbox.root, "in/sub"), join(inbox.root, "in/away"));
    symlinkSync(join(inbox.root, "own"), join(inbox.root, "in/sub"));
    for (const mode of ["copy", "move", "link"] as const) {
      const message = { source: inbox.source, listedIn, folder: "ham", label: "ham", probability: 1 };
      const left = { outcome: "left", why: "its folder is another one now" };
      expect(await new Filer(inbox.into, { mode }).file(message)).toEqual(left);
      expect(own(inbox.root)).toEqual([["m", "other"], 1]);
    }
  });

  it("gets no file back into the folder behind the link", async () => {
    const inbox = desk(0o644);
    const { journal } = await filed(inbox, "move");
    REAL.rmdirSync(join(inbox.root, "in/sub"));
    REAL.unlinkSync(join(inbox.root, "own/m"));
    symlinkSync(join(inbox.root, "own"), join(inbox.root, "in/sub"));
    const [{ outcome, why }] = await allUndone(readJournal(journal));
    expect({ outcome, why }).toEqual({
      outcome: "kept",
      why: `it came from ${dirname(inbox.source)}, where a link leads to ${join(inbox.root, "own")} now: move it there yourself`,
    });
    expect(namesIn(join(inbox.root, "own"))).toEqual(["other"]);
  });
});

it("a link that takes the place of a file is not moved, linked or copied", async () => {
  for (const mode of ["move", "link", "copy"] as const) {
    const inbox = desk(0o644);
    const secret = join(inbox.root, "own/other");
    const swap = () => {
      REAL.unlinkSync(inbox.source);
      REAL.symlinkSync(secret, inbox.source);
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
    const { outcome, why } = await filed(inbox, mode, { openSync, linkSync });
    expect({ outcome, why }, mode).toEqual({
      outcome: "left",
      why: mode === "copy" ? "too many symbolic links" : "another file took its place",
    });
    expect(namesIn(join(inbox.into, "ham")), mode).toEqual([]);
    expect(lstatSync(inbox.source).isSymbolicLink(), mode).toBe(true);
  }
});
