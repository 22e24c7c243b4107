import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { titleOf } from "../../../src/documents/corpora/mail-folder.js";
import { CopiedFolder, directoryName } from "../../../src/documents/mail-copy/local-copy.js";
import { refusing, withCalls } from "../../helpers/faults-here.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";

const KEY = { validity: 7n, uid: 12 };
const OTHER_KEY = { ...KEY, uid: 13 };
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
    ["ENOSPC", "written", "writeFileSync", (copied: CopiedFolder) => copied.add(OTHER_KEY, Buffer.of(1), NOW)],
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

describe("the directory of a folder", () => {
  it("has a name from which readers have the same name", () => {
    const names = { Work: "Work", "Work/Money 2026": "Work/Money 2026", "R&D": "R&-D", "a\nb": "a&AAo-b" };
    for (const [name, directory] of Object.entries({ ...names, "Grüße & mehr": "Gr&APwA3w-e &- mehr" })) {
      expect(directoryName(name)).toBe(directory);
      expect(directory.split("/").map(titleOf).join("/")).toBe(name);
    }
  });

  it("has a digest for a name that cannot be written, and never one path for two names", () => {
    const unusable = "|.|..|.hidden|cur|New|tmp|a.mbox|b.sbd|a:b|a\\b|c |d.|MailData".split("|");
    for (const name of [...unusable, "x".repeat(300)]) {
      expect(directoryName(name), name).toMatch(/^&[0-9a-f]{32}$/);
      expect(directoryName(`ok/${name}`)).toBe(`ok/${directoryName(name)}`);
    }
    const names = ["a", "A.", "a.", "&a", "a&", "&AGE-", "ä", "\u00e4/", "cur", "new", `&${"0".repeat(32)}`];
    expect(new Set(names.map(directoryName)).size).toBe(names.length);
  });
});
