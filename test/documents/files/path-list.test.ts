import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PathList } from "../../../src/documents/files/path-list.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

const names = fc.string({ unit: "binary", maxLength: 4 });
const paths = fc.array(fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")));

describe("a list of paths", () => {
  it("has the paths that it was made of, in slices, here and in another thread, or those that are wanted", () => {
    fc.assert(
      fc.property(paths, fc.nat({ max: 12 }), fc.nat({ max: 12 }), (list, from, to) => {
        const all = PathList.of(list);
        expect([...all]).toEqual(list);
        expect(all.length).toBe(list.length);
        const slice = all.slice(from, to);
        expect([...slice]).toEqual(list.slice(from, to));
        expect([...new PathList(structuredClone(slice.packed)).slice(1, 3)]).toEqual(list.slice(from, to).slice(1, 3));
        const isWanted = (path: string) => path.length % 2 === 0;
        expect([...all.filter(isWanted)]).toEqual(list.filter(isWanted));
        expect(all.some(isWanted)).toBe(list.some(isWanted));
      }),
      EXAMPLES,
    );
  });

  it("gives the paths of each folder by their numbers", () => {
    fc.assert(
      fc.property(paths, fc.nat({ max: 3 }), fc.nat({ max: 12 }), (whole, from, to) => {
        const [all, list] = [PathList.of(whole).slice(from, to), whole.slice(from, to)];
        const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
        const folders = [...all.byFolder()];
        expect(folders.flatMap(({ folder, from, to }) => Array(to - from).fill(folder))).toEqual(list.map(folderOf));
        expect(folders.map(({ from }) => from)).toEqual([0, ...folders.map(({ to }) => to)].slice(0, folders.length));
      }),
      EXAMPLES,
    );
  });

  it("keeps names in UTF-8, and the name of a folder once", () => {
    const list = PathList.of(Array.from({ length: 1000 }, (_, i) => `a long name of a folder/é${i}`));
    expect(list.packed.folders).toEqual(["a long name of a folder/"]);
    expect(list.packed.names.byteLength).toBe(2 * 1000 + 10 + 2 * 90 + 3 * 900);
  });
});
