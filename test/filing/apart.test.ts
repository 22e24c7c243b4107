import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requireApart } from "../../src/filing/apart.js";
import { FILE_SYSTEM } from "../../src/filing/file-system.js";
import { realInto } from "../../src/filing/target-folders.js";
import { folderWith, namesIn } from "../helpers/folder.js";

const root = folderWith({
  inbox: { sorted: {}, m: "x" },
  sorted: { ham: { m: "x" }, unsure: {}, hammer: {} },
  box: { cur: {}, new: {}, tmp: {}, ".ham": { cur: {}, new: {}, tmp: {} } },
});
symlinkSync("inbox", join(root, "link"));
const apart =
  (into: string, ...sources: readonly string[]) =>
  () =>
    requireApart(
      FILE_SYSTEM,
      sources.map((source) => join(root, source)),
      realInto(join(root, into), false),
      ["ham", "spam"],
    );

describe("what is sorted", () => {
  it("may not hold the folder that it goes to, there or not, by whatever name", () => {
    for (const [into, source] of [
      ["inbox/sorted", "inbox"],
      ["inbox/to/come", "inbox"],
      ["inbox/sorted", "link"],
      ["link/sorted", "inbox"],
      ["inbox", "inbox"],
      ["inbox", "link"],
    ]) {
      expect(apart(into, "sorted/unsure", source), `${source} into ${into}`).toThrow(
        /^into: required a folder apart from what is sorted, got one that overlaps with "[^"]+", which it lies in: its own output would be sorted$/,
      );
    }
  });

  it("may not lie in a folder that it goes to", () => {
    expect(apart("sorted", "sorted/ham")).toThrow(/which it sorts into/);
    expect(apart("sorted", "sorted/ham/m")).toThrow(/which it sorts into/);
    expect(apart("box", "box/.ham/cur")).toThrow(/which it sorts into/);
  });

  it("may lie beside those folders, or be the Maildir that they belong to", () => {
    for (const [into, source] of [
      ["sorted", "sorted/unsure"],
      ["sorted", "sorted/hammer"],
      ["box", "box"],
      ["box", "box/cur"],
      ["inbox", "sorted"],
      ["sorted", "inbox/m"],
      ["sorted", "nowhere"],
    ]) {
      expect(apart(into, source), `${source} into ${into}`).not.toThrow();
    }
  });
});

describe("the folder that is sorted into", () => {
  it("is made with those above it, or said to be a file", () => {
    const folder = folderWith({ file: "x" });
    expect(realInto(join(folder, "a/b"), false)).toBe(join(folder, "a/b"));
    expect(namesIn(folder)).toEqual(["file"]);
    expect(realInto(join(folder, "a/b"), true)).toBe(join(folder, "a/b"));
    expect(namesIn(folder)).toEqual(["a/", "a/b/", "file"]);
    for (const make of [false, true]) {
      for (const path of ["file", "file/below"]) {
        expect(() => realInto(join(folder, path), make)).toThrow(/required a folder to sort into, found: a file$/);
      }
    }
  });
});
