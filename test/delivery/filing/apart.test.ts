import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { realInto, requireApart } from "../../../src/delivery/filing/target-folders.js";
import { folderWith, namesIn } from "../../helpers/folder.js";

const root = folderWith({
  inbox: { sorted: {}, m: "x" },
  sorted: { ham: { m: "x" }, unsure: {}, hammer: {} },
  box: { cur: {}, new: {}, tmp: {}, ".ham": { cur: {}, new: {}, tmp: {} } },
});
symlinkSync("inbox", join(root, "link"));
const at = (path: string) => join(root, path);
const apart =
  (into: string, ...sources: readonly string[]) =>
  () =>
    requireApart(sources.map(at), realInto(at(into), false), ["ham", "spam"]);

describe("a source", () => {
  it("may not hold the target folder, whether that exists or not, by whatever name", () => {
    const pairs = ["inbox/sorted inbox", "inbox/to/come inbox", "inbox/sorted link", "link/sorted inbox"];
    for (const pair of [...pairs, "inbox inbox", "inbox link"]) {
      const [into, source] = pair.split(" ");
      expect(apart(into, "sorted/unsure", source), `${source} into ${into}`).toThrow(
        /^the folder to sort into lies in "[^"]+", so the next run would sort its own output: choose another folder$/,
      );
    }
  });

  it("may not lie in the folder of a label", () => {
    for (const source of ["sorted/ham", "sorted/ham/m", "box/.ham/cur"]) {
      expect(apart(dirname(source).split("/")[0], source)).toThrow(/lies in a folder that is sorted into/);
    }
  });

  it("may lie beside those folders, or be the Maildir that holds them", () => {
    const pairs = ["sorted sorted/unsure", "sorted sorted/hammer", "box box", "box box/cur", "inbox sorted"];
    for (const pair of [...pairs, "sorted inbox/m", "sorted nowhere"]) {
      const [into, source] = pair.split(" ");
      expect(apart(into, source), `${source} into ${into}`).not.toThrow();
    }
  });
});

describe("the target folder", () => {
  it("is made with its parents", () => {
    const folder = folderWith({});
    expect(realInto(join(folder, "a/b"), false)).toBe(join(folder, "a/b"));
    expect(namesIn(folder)).toEqual([]);
    expect(realInto(join(folder, "a/b"), true)).toBe(join(folder, "a/b"));
    expect(namesIn(folder)).toEqual(["a/", "a/b/"]);
  });
});
