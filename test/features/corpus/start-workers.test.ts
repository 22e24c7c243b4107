import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../src/documents/corpora/corpus.js";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import { corpusShares } from "../../../src/features/corpus/start-workers.js";
import { folderWith } from "../../helpers/folder.js";

/** Twenty files in two folders. */
const FILES = folderWith(
  Object.fromEntries(
    ["a", "b"].map((label) => [label, Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}`, "x"]))]),
  ),
);

const sizesOf = (shares: Corpus[][]) => shares.map((share) => share.map(({ ids }) => ids?.length));

describe("corpusShares", () => {
  it("divides files into shares of neighbours, the first of them larger", () => {
    const corpus = readFolders(FILES);
    const shares = corpusShares([corpus], 2);
    expect(sizesOf(shares)).toEqual([[12], [8]]);
    expect(shares.flatMap(([share]) => share.ids)).toEqual(corpus.ids);
    expect(corpusShares([corpus], 40).flatMap(([share]) => share.ids)).toEqual(corpus.ids);
  });

  it("divides corpora one after the other, and gives one without documents to the first", () => {
    const [one, other] = [readFolders(FILES), readFolders(FILES)];
    expect(sizesOf(corpusShares([one, other], 2)).map(String)).toEqual(["20,4", "0,16"]);
    expect(sizesOf(corpusShares([one.slice(0, 0)], 3))).toEqual([[0]]);
  });
});
