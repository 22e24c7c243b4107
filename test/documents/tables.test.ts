import { describe, expect, it } from "vitest";
import { archiveBoundaries, columnsIn, formOf } from "../../src/documents/archives/archives.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { fileOf } from "./containers.js";
import { DOCUMENTS, TABLES } from "./written-tables.js";

/** Characters that are not ASCII are in Windows-1252 in some of the files. */
const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString()
    .replace(/\ufffd/g, "?");
const expected = (text: string) => (bytes: Uint8Array) =>
  [text, text.replace(/[^\0-\x7f]/g, "?")].includes(textOf(bytes)) ? text : textOf(bytes);

describe("a table as programs write it", () => {
  it.each(TABLES)("gives a document for each row, or says why it does not: $name", (written) => {
    const { file, bytes, title = 'separated values, class in "label" and text in "text"' } = written;
    const { documents = DOCUMENTS, problems = [] } = written;
    const corpus = openCorpus(fileOf(file, bytes));
    const found = [...corpus].map(({ label, bytes }, i) => [label, expected(documents[i]?.[1])(bytes)]);
    expect(found).toEqual(documents);
    expect(corpus.problems.map(({ detail }) => detail)).toEqual(problems);
    expect(corpus.form?.title).toBe(title);
  });

  it.each(TABLES.filter(({ bytes }) => typeof bytes === "string"))(
    "can be divided between any two documents: $name",
    ({ file, bytes }) => {
      const path = fileOf(file, bytes);
      const form = formOf(path) ?? "separated";
      const columns = columnsIn(path, form, { hasClasses: true });
      const places = [...archiveBoundaries(path, form, columns)].map(({ at }) => at);
      const { size: documents } = new Set(places);
      expect(documents).toBeGreaterThanOrEqual([...openCorpus(path)].length);
    },
  );
});

describe("the columns of a table", () => {
  const open =
    (text: string, options = {}) =>
    () =>
      openCorpus(fileOf("a.csv", text), options);

  it("are named together if both are missing", () => {
    expect(open("a,b,c\nx,y,z\n")).toThrow(
      /a\.csv: there are no columns "label" and "text"; the columns are "a", "b", "c": choose them with --label-column and --text-column$/,
    );
    expect(() => openCorpus(fileOf("a.jsonl", '{"a":1,"b":2,"c":3}\n'))).toThrow(
      /there are no members "label" and "text"; the members are "a", "b", "c": choose them/,
    );
  });

  it("must have different names", () => {
    expect(open("label,text,text\nham,x,y\n")).toThrow(/two columns are called "text": rename one of them$/);
  });

  it("that the user names come first", () => {
    const corpus = openCorpus(fileOf("a.csv", "label,text,kind,note\nham,x,1,p\nspam,y,2,q\n"), {
      labelColumn: "kind",
      textColumn: "note",
    });
    expect([...corpus].map(({ label, bytes }) => [label, textOf(bytes)])).toEqual([
      ["1", "p"],
      ["2", "q"],
    ]);
  });

  it("of a table without a header are called by their numbers", () => {
    const rows = "ham,x,p\nspam,y,q\nham,z,r\n";
    const corpus = openCorpus(fileOf("a.csv", rows), { labelColumn: "1", textColumn: "3" });
    expect([...corpus].map(({ label, bytes }) => [label, textOf(bytes)])).toEqual([
      ["ham", "p"],
      ["spam", "q"],
      ["ham", "r"],
    ]);
  });

  it("with several labels in a row make lists of labels", () => {
    const corpus = openCorpus(fileOf("a.csv", "text,toxic,rude\na,1,1\nb,0,0\nc,0,1\n"));
    expect([...corpus].map(({ label }) => label)).toEqual(['["toxic","rude"]', "[]", "rude"]);
    const lines = "__label__a __label__b two labels\n__label__a one\n";
    expect([...openCorpus(fileOf("a.ft", lines))].map(({ label }) => label)).toEqual(['["a","b"]', "a"]);
  });
});
