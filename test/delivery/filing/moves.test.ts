import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { labelFolders } from "../../../src/delivery/filing/label-folders.js";
import { movesSince } from "../../../src/delivery/filing/moves.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { FilerOptions } from "../../../src/delivery/filing/store.js";
import { folderWith, journalsIn, type Tree } from "../../helpers/folder.js";
import { inTurn } from "./journal-entries.js";
import { REAL, refusal, replaceCalls, restoringCalls } from "./stopping-files.js";

restoringCalls();

async function sorted(options: Partial<FilerOptions> = {}, there = {}) {
  const root = folderWith({ in: { 1: "one", 2: "two", 3: "more" }, into: there });
  const into = join(root, "into");
  const folders = labelFolders(["a/b", "ham", "spam"]);
  const filer = new Filer(into, { mode: "copy", folders, unsure: "unsure", ...options });
  const paths = await inTurn(["ham", "spam", "unsure"], async (folder, i) => {
    const label = folder === "unsure" ? undefined : folder;
    return (await filer.file({ source: join(root, `in/${i + 1}`), folder, label, probability: 1 })).target ?? "";
  });
  filer.finish();
  const below = (path: string) => path.slice(into.length + 1);
  const moves = () =>
    movesSince(readJournal(filer.journal)).map(({ path, from, to }) => ({ path: below(path), from, to }));
  return { into, paths, moves };
}

const MAILDIR = { cur: {}, new: {}, tmp: {} };

describe("messages that were moved since they were filed", () => {
  it("are not found if they are in place, gone, or changed", async () => {
    const { paths, moves } = await sorted();
    rmSync(paths[0]);
    writeFileSync(paths[1], "twice");
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
    const { into, paths, moves } = await sorted({}, there);
    for (const [i, place] of places.entries()) {
      mkdirSync(dirname(join(into, place)), { recursive: true });
      renameSync(paths[i], join(into, place));
    }
    expect(moves()).toEqual(found);
  });

  it("are not found in two folders, in none, with unsure messages, or behind a link", async () => {
    const { into, paths, moves } = await sorted();
    copyFileSync(paths[1], join(into, "ham/2"));
    renameSync(paths[0], join(into, "unsure/1"));
    renameSync(paths[2], join(into, "3"));
    symlinkSync("../3", join(into, "ham/3"));
    symlinkSync(".", join(into, "round"));
    expect(moves()).toEqual([]);
  });

  it("are found beside another copy that earlier versions filed again, and beside an identical message", async () => {
    const { into, paths } = await sorted();
    const [one] = paths;
    renameSync(one, join(into, "spam/1"));
    const again = new Filer(into, { mode: "copy", folders: labelFolders(["ham", "spam"]) });
    const filing = { folder: "ham", label: "ham", probability: 1 };
    expect(await again.file({ ...filing, source: join(into, "../in/1") })).toMatchObject({ outcome: "filed" });
    writeFileSync(join(into, "../in/twin of 2"), "two");
    await again.file({ ...filing, source: join(into, "../in/twin of 2") });
    again.finish();
    renameSync(join(into, "ham/twin of 2"), join(into, "spam/twin of 2"));
    const journals = journalsIn(into).map((name) => readJournal(join(into, name)));
    const steps = journals.flatMap((journal) => journal.steps);
    const moves = movesSince({ ...journals[0], steps }).map(({ filed, to }) => ({ filed, to }));
    expect(moves).toEqual([
      { filed: one, to: "spam" },
      { filed: join(into, "ham/twin of 2"), to: "spam" },
    ]);
  });

  it("are an error if the folder is gone, or something in it cannot be read", async () => {
    const { into, paths } = await sorted();
    const journal = readJournal(join(into, journalsIn(into)[0]));
    const refusing = (call: "readdirSync" | "openSync", name: string) => ({
      [call]: (path: string, ...rest: never[]) =>
        path === name ? refusal("EACCES") : (REAL[call] as (...args: unknown[]) => unknown)(path, ...rest),
    });
    for (const calls of [refusing("readdirSync", join(into, "ham")), refusing("openSync", paths[0])]) {
      replaceCalls(calls);
      expect(() => movesSince(journal)).toThrow(/moved messages, because .*ham.* cannot be read: permission denied$/);
    }
    replaceCalls({});
    rmSync(into, { recursive: true });
    expect(() => movesSince(journal)).toThrow(
      `cannot search for moved messages, because ${into} cannot be read: no such`,
    );
    expect(() => movesSince(journal)).toThrow(DataError);
  });

  it.each([true, false])(
    "are found in the inbox of a Maildir, if that is the folder of a label: %s",
    async (isLabel) => {
      const root = folderWith({ in: { cur: { 1: "one", 2: "two" }, new: {}, tmp: {} }, into: MAILDIR });
      const at = (path: string) => join(root, "into", path);
      const folders = new Map(Object.entries({ inbox: isLabel ? "" : "other", spam: "spam" }));
      const filer = new Filer(join(root, "into"), { mode: "copy", folders });
      const fileAs = async (name: string, folder: string, label: string) =>
        (await filer.file({ source: join(root, "in/cur", name), folder, label, probability: 1 })).target ?? "";
      const [one, two] = [await fileAs("1", "spam", "spam"), await fileAs("2", "", "inbox")];
      filer.finish();
      renameSync(one, at("new/1"));
      renameSync(two, at(".spam/cur/2"));
      const moves = movesSince(readJournal(filer.journal));
      const toInbox = { path: at("new/1"), filed: one, from: "spam", to: "inbox" };
      const toSpam = { path: at(".spam/cur/2"), filed: two, from: "inbox", to: "spam" };
      expect(moves).toMatchObject(isLabel ? [toInbox, toSpam] : [toSpam]);
    },
  );
});
