import { describe, expect, it } from "vitest";
import { titleOf } from "../../../src/documents/corpora/mail-folder.js";
import { directoryName } from "../../../src/documents/mail-copy/local-copy.js";

describe("directoryName", () => {
  it.each([
    ["Work", "Work"],
    ["Work/Money 2026", "Work/Money 2026"],
    ["Grüße & mehr", "Gr&APwA3w-e &- mehr"],
    ["R&D", "R&-D"],
    ["a\nb", "a&AAo-b"],
  ])("writes %j as %j, from which readers have the same name", (name, directory) => {
    expect(directoryName(name)).toBe(directory);
    expect(directory.split("/").map(titleOf).join("/")).toBe(name);
  });

  it.each([
    "",
    ".",
    "..",
    ".hidden",
    "cur",
    "New",
    "tmp",
    "a.mbox",
    "b.sbd",
    "a:b",
    "a\\b",
    "c ",
    "d.",
    "MailData",
    "x".repeat(300),
  ])("writes a digest for %j", (name) => {
    expect(directoryName(name)).toMatch(/^&[0-9a-f]{32}$/);
    expect(directoryName(`ok/${name}`)).toBe(`ok/${directoryName(name)}`);
  });

  it("never writes one path for two names", () => {
    const names = ["a", "A.", "a.", "&a", "a&", "&AGE-", "ä", "\u00e4/", "cur", "new", `&${"0".repeat(32)}`];
    expect(new Set(names.map(directoryName)).size).toBe(names.length);
  });
});
