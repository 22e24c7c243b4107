import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../src/documents/corpora/corpus.js";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import { divided, sharesOf } from "../../../src/features/corpus/parallel.js";
import { folderWith } from "../../helpers/folder.js";

/** Ten letters of a few bytes and ten of ten thousand. */
const SIZES = folderWith(
  Object.fromEntries(
    [1, 10_000].map((size) => [
      `of ${size}`,
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}`, "x".repeat(size)])),
    ]),
  ),
);

const sizesOf = (shares: Corpus[][]) => shares.map((share) => share.map(({ ids }) => ids?.length));

describe("sharesOf", () => {
  it("divides files by size into shares of neighbours, the first of them larger", () => {
    const corpus = readFolders(SIZES);
    const shares = sharesOf([corpus], 2);
    expect(sizesOf(shares)).toEqual([[16], [4]]);
    expect(shares.flatMap(([share]) => share.ids)).toEqual(corpus.ids);
    expect(sharesOf([corpus], 40).flatMap(([share]) => share.ids)).toEqual(corpus.ids);
  });

  it("divides corpora one after the other", () => {
    const one = readFolders(SIZES);
    const other = readFolders(SIZES);
    expect(sizesOf(sharesOf([one, other], 2))).toEqual([
      [20, 12],
      [0, 8],
    ]);
  });

  it("gives all of a corpus without documents to the first", () => {
    const none = readFolders(SIZES).slice(0, 0);
    expect(sizesOf(sharesOf([none], 3))).toEqual([[0]]);
  });

  it("divides files that have disappeared by their number", () => {
    const root = folderWith({ a: { 1: "", 2: "" }, b: { 3: "", 4: "" } });
    const corpus = readFolders(root);
    rmSync(root, { recursive: true });
    expect(sizesOf(sharesOf([corpus], 2))).toEqual([[2], [2]]);
  });
});

describe("divided", () => {
  it("lets threads take files as they go, unless one that cannot be read is an error", () => {
    const corpus = readFolders(SIZES);
    const [[first], [second]] = divided([corpus], 2);
    const taken = [...second, ...first].map(({ id }) => id);
    expect(taken).toEqual(corpus.ids);
    expect(sizesOf(divided([readFolders(SIZES, { strict: true })], 2))).toEqual([[16], [4]]);
  });
});
