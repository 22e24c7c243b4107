import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { isMaildir } from "../../../src/documents/files/maildir.js";
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
    const deep = ["ham/deep/3", "ham/deep/3.copy", "ham/deep/3.eml", "ham/deep/4.txt"];
    const ids = ["ham/1.eml", "ham/2.b.EML.gz", "ham/2.c.json", ...deep, "spam/1.json", "spam/1.txt", "spam/2.meta"];
    expect(Array.from(corpus, ({ id }) => id)).toEqual(ids);
    const left = ["ham/1.eml.meta", "ham/1.metadata.json", "ham/2.b.json", "ham/deep/3.txt"];
    expect(corpus.problems).toEqual(left.map((where) => ({ kind: "sidecar", where })));
  });
});

describe("a Maildir", () => {
  it("is a folder with cur and new, which are no links; tmp may be missing", () => {
    const root = folderWith({ mail: { cur: {}, new: {} }, half: { cur: {}, tmp: {} }, file: "x" });
    mkdirSync(join(root, "linked"));
    for (const name of ["cur", "new"]) symlinkSync(`../mail/${name}`, join(root, "linked", name));
    const found = ["mail", "half", "linked", "file", "none"].filter((name) => isMaildir(join(root, name)));
    expect(found).toEqual(["mail"]);
  });
});
