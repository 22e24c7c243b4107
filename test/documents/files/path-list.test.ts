import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PathList } from "../../../src/documents/files/path-list.js";
import { forAll } from "../../helpers/arbitraries.js";

const names = fc.string({ unit: "binary", maxLength: 4 });
const paths = fc.array(fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")));
const place = fc.nat({ max: 12 });

describe("PathList", () => {
  it("yields the paths that it was made of", () => {
    forAll(100, [paths], (list) => {
      const all = PathList.of(list);
      expect([...all]).toEqual(list);
      expect(all.length).toBe(list.length);
    });
  });

  it("returns slices like those of an array", () => {
    forAll(100, [paths, place, place], (list, from, to) => {
      const slice = PathList.of(list).slice(from, to);
      expect([...slice]).toEqual(list.slice(from, to));
      expect([...slice.slice(1, 3)]).toEqual(list.slice(from, to).slice(1, 3));
    });
  });

  it("can be restored from a structured clone of its data", () => {
    forAll(100, [paths, place, place], (list, from, to) => {
      const { packed } = PathList.of(list).slice(from, to);
      expect([...new PathList(structuredClone(packed))]).toEqual(list.slice(from, to));
    });
  });

  const hasEvenLength = (path: string) => path.length % 2 === 0;

  it("filters paths like an array", () => {
    forAll(100, [paths], (list) => {
      expect([...PathList.of(list).filter(hasEvenLength)]).toEqual(list.filter(hasEvenLength));
    });
  });

  it("tells whether some path passes a test", () => {
    forAll(100, [paths], (list) => {
      expect(PathList.of(list).some(hasEvenLength)).toBe(list.some(hasEvenLength));
    });
  });

  it("yields each folder with the range of its paths", () => {
    forAll(100, [paths, fc.nat({ max: 3 }), place], (whole, from, to) => {
      const [slice, list] = [PathList.of(whole).slice(from, to), whole.slice(from, to)];
      const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
      const folders = [...slice.byFolder()];
      expect(folders.flatMap(({ folder, from, to }) => Array(to - from).fill(folder))).toEqual(list.map(folderOf));
      expect(folders.map(({ from }) => from)).toEqual([0, ...folders.map(({ to }) => to)].slice(0, folders.length));
    });
  });

  it("yields the paths of folders in which a name has one of some characters", () => {
    const list = PathList.of(["a/1", "a/2.txt", "b.d/1", "c/,3", "c/4", "5"]);
    expect([...list.besideNamesWith(".,")]).toEqual(["a/1", "a/2.txt", "c/,3", "c/4"]);
    expect([...list.slice(2, 5).besideNamesWith(".")]).toEqual([]);
  });

  it("stores names in UTF-8, and the name of a folder once", () => {
    const list = PathList.of(Array.from({ length: 1000 }, (_, i) => `a long name of a folder/é${i}`));
    expect(list.packed.folders).toEqual(["a long name of a folder/"]);
    // 2 bytes for é, and 1, 2 or 3 digits.
    expect(list.packed.names.byteLength).toBe(2 * 1000 + 10 + 2 * 90 + 3 * 900);
  });
});
