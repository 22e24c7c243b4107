import { describe, expect, it } from "vitest";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { parseTime } from "../../src/mail/header/date.js";
import { fileOf } from "./containers.js";

/** Opens a table. Returns its documents as `label: text`, and its problems as `place: detail`. */
function read(file: string, bytes: string | Uint8Array) {
  const corpus = openCorpus(fileOf(file, bytes));
  const documents = Array.from(corpus, ({ label, bytes }) => `${label}: ${Buffer.from(bytes)}`);
  return { documents, problems: corpus.problems.map(({ where, detail }) => `${where}: ${detail}`) };
}

describe("a table with bad rows", () => {
  it("leaves out rows with too few or too many cells, and says so for each", () => {
    expect(read("a.csv", "label,text\nham,hello\nspam\nham,a,b,c\n,x\nspam,win\n")).toEqual({
      documents: ["ham: hello", "spam: win"],
      problems: ["a.csv#2: too few cells", "a.csv#3: too many cells", "a.csv#4: no class"],
    });
  });

  it("loses only the line with a quote that nothing closes", () => {
    expect(read("a.csv", 'label,text\nham,hello\nspam,"win\nham,ok\nspam,now\n')).toEqual({
      documents: ["ham: hello", "ham: ok", "spam: now"],
      problems: ["a.csv#2: a quote that is never closed"],
    });
  });

  it("reads each cell in its own encoding", () => {
    const bytes = Buffer.concat([
      Buffer.from("label,text\nGrün,a\n"),
      Buffer.from("Gr\xfcn,b\n", "latin1"),
      Buffer.from("rot,c\n"),
    ]);
    expect(read("a.csv", bytes)).toEqual({ documents: ["Grün: a", "Grün: b", "rot: c"], problems: [] });
  });

  it("is refused in one line if it has only a header, or a column that is needed twice", () => {
    expect(() => read("a.csv", "label,text\n")).toThrow(
      /a\.csv: no line has both a class and a text: there are no rows$/,
    );
    expect(() => read("a.csv", "label,text,label\nham,x,1\n")).toThrow(/two columns are called "label": rename one/);
    expect(() => openCorpus(fileOf("a.csv", "id,label,text,id\n1,ham,x,1\n"), { idColumn: "id" })).toThrow(
      /two columns are called "id"/,
    );
  });

  it("is refused if it is one JSON object with a member for each column, as pandas writes it by default", () => {
    const columns = { label: { 0: "ham", 1: "spam" }, text: { 0: "a", 1: "b" } };
    expect(() => read("a.json", JSON.stringify(columns))).toThrow(
      /a\.json: the whole table is one JSON object: .*records/,
    );
  });

  it("reads what comes before the end of a file that is cut", () => {
    const objects = '{"label":"ham","text":"a"},{"label":"spam","text":"b"}';
    for (const cut of ['{"label":"ham","te', '{"label":"ham","text":{"a":[', '"tex']) {
      const { documents, problems } = read("a.json", `[${objects},${cut}`);
      expect(documents).toEqual(["ham: a", "spam: b"]);
      expect(problems).toEqual(["a.json: the file ends within an object"]);
    }
    const lines = objects.replace("},{", "}\n{");
    expect(read("a.jsonl", `${lines}\n{"label":"ham","te`).problems).toEqual(["a.jsonl#3: not JSON"]);
  });
});

describe("a JSON array with elements that are no objects", () => {
  it("has a problem for each of them, and all of its documents", () => {
    const elements = ['{"label":"ham","text":"}]{["}', "5", '"x, ]"', "null", '[{"label":"no","text":"no"}]', "-1.5e3"];
    const last = '{"label":"spam","text":"b"}';
    for (const between of [",", " ,\n "]) {
      expect(read("a.json", ` [ ${[...elements, last].join(between)} ]\n`)).toEqual({
        documents: ["ham: }]{[", "spam: b"],
        problems: [2, 3, 4, 5, 6].map((place) => `a.json#${place}: not a JSON object`),
      });
    }
  });
});

describe("the date in a cell", () => {
  it.each([
    ["2024-03-04", "2024-03-04T00:00:00Z"],
    ["2024-03-04T10:00:00Z", "2024-03-04T10:00:00Z"],
    ["2024-03-04 10:00:00", "2024-03-04T10:00:00Z"],
    ["2024-03-04 10:00:00.123456+01:00", "2024-03-04T09:00:00Z"],
    ["2024/03/04 10:00", "2024-03-04T10:00:00Z"],
    ["Mon, 04 Mar 2024 10:00:00 +0100", "2024-03-04T09:00:00Z"],
    ["4.3.2024", "2024-03-04T00:00:00Z"],
    ["04.03.2024 10:00", "2024-03-04T10:00:00Z"],
    ["1709546400", "2024-03-04T10:00:00Z"],
    ["1709546400.0", "2024-03-04T10:00:00Z"],
    ["1709546400000", "2024-03-04T10:00:00Z"],
  ])("is read in the form %s", (text, expected) => {
    expect(parseTime(text)).toBe(Date.parse(expected));
  });

  it.each(["", "soon", "2024", "20240304", "03/04/2024", "03.13.2024", "04.03.24", "99999999999999999"])(
    "is not guessed from %j",
    (text) => {
      expect(parseTime(text)).toBeUndefined();
    },
  );
});
