import { isUtf8 } from "node:buffer";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { train } from "../../src/model/training.js";
import { fileOf } from "./containers.js";
import { DOCUMENTS, TABLES } from "./written-tables.js";

/** Decodes a document. Some of the files are in Latin-1. */
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString(isUtf8(bytes) ? "utf8" : "latin1");

describe("a table as a program writes it", () => {
  it.each(TABLES)("has a document in each row, or a problem that says why not: %s", (_, file, bytes, facts = {}) => {
    const { title = 'separated values, class in "label" and text in "text"' } = facts;
    const { documents = DOCUMENTS, problems = [] } = facts;
    const corpus = openCorpus(fileOf(file, bytes));
    const found = [...corpus].map(({ label, bytes }) => [label, textOf(bytes)]);
    expect(found).toEqual(documents);
    expect(corpus.problems.map(({ detail }) => detail)).toEqual(problems);
    expect(corpus.form?.title).toBe(title);
  });
});

describe("train on a table", () => {
  it("asks about rows with several columns of 1, as about several labels in a cell", () => {
    const rows = Array.from({ length: 4 }, (_, i) => `text ${i},1,${i % 2}\n`).join("");
    const corpus = openCorpus(fileOf("a.csv", `text,toxic,rude\n${rows}`));
    expect(() => train(corpus)).toThrow(/several labels in column "toxic, rude"/);
    expect(train(corpus, { multiLabel: true }).labels).toEqual(["rude", "toxic"]);
  });
});

describe("openCorpus of a table", () => {
  const open =
    (text: string, options = {}) =>
    () =>
      openCorpus(fileOf("a.csv", text), options);

  it("names columns by their beginning, because without a header they may be whole texts", () => {
    expect(open(`a,b,${"c".repeat(100_000)}\nx,y,z\n`)).toThrow(/the columns are "a", "b", "c{10,999}…: choose them/);
  });

  it("makes a list of labels from several labels in a row", () => {
    const corpus = openCorpus(fileOf("a.csv", "text,toxic,rude\na,1,1\nb,0,0\nc,0,1\n"));
    expect([...corpus].map(({ label }) => label)).toEqual(['["toxic","rude"]', "[]", "rude"]);
    const lines = "__label__a __label__b two labels\n__label__a one\n";
    expect([...openCorpus(fileOf("a.ft", lines))].map(({ label }) => label)).toEqual(['["a","b"]', "a"]);
  });

  it.each([
    ["città", " testo"],
    ["spam", ",congratulations you won"],
  ])("reads the label %s of fastText before %s", (label, text) => {
    const [document] = openCorpus(fileOf("a.ft", `__label__${label}${text}\n`));
    expect([document.label, `${Buffer.from(document.bytes)}`]).toEqual([label, text.slice(1)]);
  });
});
