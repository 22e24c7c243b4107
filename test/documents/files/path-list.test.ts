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

  const hasEvenLength = (path: string) => path.length % 2 === 0;

  it("filters paths like an array", () => {
    forAll(100, [paths], (list) => {
      expect([...PathList.of(list).filter(hasEvenLength)]).toEqual(list.filter(hasEvenLength));
    });
  });

  it("has the name of a folder once for its neighbours, also below another folder", () => {
    const list = PathList.of(["a/b/1", "a/b/2", "3", "a/b/4"]).below("x/");
    expect(list.folders.map(({ folder, names }) => [folder, ...names])).toEqual([
      ["x/a/b/", "1", "2"],
      ["x/", "3"],
      ["x/a/b/", "4"],
    ]);
  });
});
