import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { CopiedFolder } from "../../../src/documents/mail-copy/local-copy.js";
import { refusing, withCalls } from "../../helpers/faults-here.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

const KEY = { validity: 7n, uid: 12 };
const NOW = new Date();

describe("a copied folder", () => {
  it("has a message from the moment that it is added, with the time of the server", () => {
    const folder = join(temporaryFolder(), "Work");
    const copied = new CopiedFolder(folder);
    expect(copied.nameOf(KEY)).toBeUndefined();
    copied.add(KEY, Buffer.from("hello"), new Date("2026-01-31T12:00:00Z"));
    const name = "0000000007.0000000012.thresher,S=5";
    for (const opened of [copied, new CopiedFolder(folder)]) {
      const keys = [KEY, { ...KEY, validity: 8n }, { ...KEY, uid: 1 }];
      expect(keys.map((key) => opened.nameOf(key))).toEqual([name, undefined, undefined]);
    }
    expect(statSync(join(folder, "cur", name)).mtime).toEqual(new Date("2026-01-31T12:00:00Z"));
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("is removed with its last message, unless something else is in it", () => {
    const [own, shared] = [temporaryFolder(), folderWith({ cur: { note: "mine" } })];
    for (const folder of [own, shared]) {
      const copied = new CopiedFolder(join(folder));
      copied.add(KEY, Buffer.from("hello"), NOW);
      copied.retain([KEY]);
      expect(copied.nameOf(KEY)).toBeDefined();
      copied.retain([]);
      expect(copied.nameOf(KEY)).toBeUndefined();
    }
    expect(() => statSync(own)).toThrow("ENOENT");
    expect(readdirSync(join(shared, "cur"))).toEqual(["note"]);
  });

  it.each([
    [
      "ENOSPC",
      "written",
      "writeFileSync",
      (copied: CopiedFolder) => copied.add({ ...KEY, uid: 13 }, Buffer.of(1), NOW),
    ],
    ["EACCES", "cleaned up", "rmSync", (copied: CopiedFolder) => copied.retain([])],
    ["EIO", "listed", "readdirSync", () => new CopiedFolder(temporaryFolder())],
  ] as const)("says in one line that %s keeps it from being %s", (code, done, call, run) => {
    const folder = temporaryFolder();
    new CopiedFolder(folder).add(KEY, Buffer.from("hello"), NOW);
    const copied = new CopiedFolder(folder);
    const message = new RegExp(`^/\\S+: the copy of the mail cannot be ${done}: [a-z ]+$`);
    withCalls({ [call]: refusing(code) }, () => {
      expect(() => run(copied)).toThrow(DataError);
      expect(() => run(copied)).toThrow(message);
    });
    expect(new CopiedFolder(folder).nameOf(KEY)).toBeDefined();
  });
});
