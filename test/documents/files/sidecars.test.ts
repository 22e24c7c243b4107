import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { folderWith } from "../../helpers/folder.js";

describe("a file beside a message of the same name", () => {
  it("is left out and reported if it is no message itself", () => {
    const root = folderWith({
      ham: {
        ...{ "1.eml": "Subject: a\n", "1.metadata.json": '{"ID": "x"}', "1.eml.meta": "uid: 7\n" },
        ...{ "2.b.EML.gz": "Subject: b\n", "2.b.json": "{}", "2.c.json": "{}" },
        deep: { "3.eml": "Subject: c\n", "3.txt": "Dear all", "3.copy": "Subject: d\n", "3": "e", "4.txt": "f" },
      },
      spam: { "1.json": "{}", "1.txt": "g", "2.meta": "h" },
    });
    const corpus = openCorpus(root);
    expect(Array.from(corpus, ({ id }) => id)).toEqual([
      "ham/1.eml",
      "ham/2.b.EML.gz",
      "ham/2.c.json",
      ...["ham/deep/3", "ham/deep/3.copy", "ham/deep/3.eml", "ham/deep/4.txt"],
      ...["spam/1.json", "spam/1.txt", "spam/2.meta"],
    ]);
    const left = ["ham/1.eml.meta", "ham/1.metadata.json", "ham/2.b.json", "ham/deep/3.txt"];
    expect(corpus.problems).toEqual(left.map((where) => ({ kind: "sidecar", where })));
  });
});
