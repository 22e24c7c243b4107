import { describe, expect, it } from "vitest";
import { archiveEntries, columnsIn } from "../../src/documents/archives/read-archive.js";
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
      problems: ["a.csv#2: too few cells", "a.csv#3: too many cells", 'a.csv#4: no class in "label"'],
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

describe("two tables in one file", () => {
  it("have the second header left out, with a byte-order mark and in other letters too", () => {
    const part = "label,text\nham,hello\nspam,win\n";
    for (const second of [part, `\ufeff${part}`, part.replace("label,text", '"Label", TEXT ')]) {
      expect(read("a.csv", part + second)).toEqual({
        documents: ["ham: hello", "spam: win", "ham: hello", "spam: win"],
        problems: ["a.csv#3: the header again"],
      });
    }
  });

  it("are refused if the second has its columns in another order", () => {
    const first = "id,label,text\n1,ham,hello\n2,spam,win\n";
    expect(() => read("a.csv", `${first}text,id,label\nbye,3,ham\n`)).toThrow(
      /a\.csv: row 3 is a header with the columns in another order: join the tables by column$/,
    );
  });

  it("are read without classes, too", () => {
    const path = fileOf("a.csv", "text,id\nhello,1\n\ufefftext,id\nwin,2\n");
    const columns = columnsIn(path, "separated", { hasClasses: false });
    const found = [...archiveEntries(path, "separated", { columns })];
    expect(found.map((entry) => ("problem" in entry ? entry.detail : String(entry.bytes)))).toEqual([
      "hello",
      "the header again",
      "win",
    ]);
  });

  it("keep a document that has the name of a column as its text", () => {
    expect(read("a.csv", "label,text\nham,text\nspam,label\n").documents).toEqual(["ham: text", "spam: label"]);
  });

  it("are read to the end if they are JSON arrays", () => {
    const part = '[{"label":"ham","text":"a"},\n{"label":"spam","text":"b"}]\n';
    expect(read("a.json", part + part)).toEqual({
      documents: ["ham: a", "spam: b", "ham: a", "spam: b"],
      problems: [],
    });
  });
});

describe("a table with rows above its header", () => {
  const rows = "letter,late parcel\nbank,new card\nletter,lost stamp\nbank,savings\n";
  const documents = ["letter: late parcel", "bank: new card", "letter: lost stamp", "bank: savings"];

  it.each([
    ["a title in the first cell", `Tickets of May,\nTopic,Message\n${rows}`],
    ["a title of its own", `Tickets of May\nTopic,Message\n${rows}`],
    ["a title and empty rows", `Tickets of May,\n,\n\n,\nTopic,Message\n${rows}`],
    ["a title and facts", `Tickets,of May\nBy,Anna\n2026-05-01,\nTopic,Message\n${rows}`],
    ["a title beside semicolons", `Tickets of May\nTopic;Message\n${rows.replaceAll(",", ";")}`],
    ["a title with a comma", `Tickets, May\n\nTopic;Message\n${rows.replaceAll(",", ";")}`],
    ["a title beside tabs", `Tickets of May\n\nTopic\tMessage\n${rows.replaceAll(",", "\t")}`],
    ["a title, names that are not usual", `Tickets of May,\nThema,Meldung\n${rows}`],
  ])("has its documents below the header: %s", (_, text) => {
    expect(read("a.csv", text)).toEqual({ documents, problems: [] });
  });

  it("says how many rows it leaves out, and takes the names that the user gives", () => {
    const corpus = openCorpus(fileOf("a.csv", `May,2026\nno,where,what\n1,letter,late\n2,bank,card\n`), {
      labelColumn: "where",
      textColumn: "what",
    });
    expect(corpus.form?.title).toBe(
      'separated values below 1 row that is left out, class in "where" and text in "what"',
    );
    expect(Array.from(corpus, ({ id, label }) => `${id} ${label}`)).toEqual(["a.csv#1 letter", "a.csv#2 bank"]);
  });

  it("is not seen in a table whose first document has no text, nor in one column with commas", () => {
    expect(read("a.csv", `letter,\n${rows}`)).toEqual({ documents, problems: ['a.csv#1: no text in "2"'] });
    expect(() => read("a.csv", "text\na, b\nc, d\n")).toThrow(/no column "label"; the columns are "text"/);
  });
});

describe("a table with columns that have no name", () => {
  it.each(["", "Unnamed: 2", "__EMPTY", "...3"])("takes the named ones, if text went on in one called %j", (name) => {
    const table = `v1,v2,${name}\nham,hello,\nspam,win,now\nham,lunch,\nspam,prize,\n`;
    expect(read("a.csv", table).documents).toEqual(["ham: hello", "spam: win", "ham: lunch", "spam: prize"]);
  });
});

describe("a table with missing values", () => {
  it("leaves out the rows without a class or a text, however programs write that", () => {
    const table =
      "label,text\nham,hello\n#REF!,a\nNone,b\n<NA>,c\nspam,\nspam, \u00a0\nspam,NaN\nham,#NAME?\nspam,win\nnone,d\n";
    expect(read("a.csv", table)).toEqual({
      documents: ["ham: hello", "spam: win", "none: d"],
      problems: [
        ...[2, 3, 4].map((row) => `a.csv#${row}: no class in "label"`),
        ...[5, 6, 7, 8].map((row) => `a.csv#${row}: no text in "text"`),
      ],
    });
    const lines =
      '{"label":"None","text":"a"}\n{"label":"x","text":" "}\n{"label":"x","text":"<NA>"}\n{"label":1,"text":"b"}\n';
    expect(read("a.jsonl", lines)).toEqual({
      documents: ["1: b"],
      problems: ['a.jsonl#1: no class in "label"', 'a.jsonl#2: no text in "text"', 'a.jsonl#3: no text in "text"'],
    });
    expect(read("a.ft", "__label__x \n__label__y b\n").problems).toEqual(["a.ft#1: no text"]);
  });

  it("leaves missing cells out of texts of several columns, and a row without any text", () => {
    const path = fileOf("a.csv", "label,one,two\nham,hello,NaN\nspam,,\nham,NULL,lunch\nspam,win,now\n");
    const corpus = openCorpus(path, { textColumn: ["one", "two"] });
    expect(Array.from(corpus, ({ bytes }) => Buffer.from(bytes).toString())).toEqual(["hello", "lunch", "win\nnow"]);
    expect(corpus.problems).toEqual([{ kind: "malformed", where: "a.csv#2", detail: 'no text in "one"' }]);
  });

  it("has labels that look the same as one class", () => {
    const cells = ["ham", "ham\u200b", "\u00a0ham", "\ufeffham", "cafe\u0301", "caf\u00e9"];
    const table = `label,text\n${cells.map((label) => `${label},x\n`).join("")}`;
    expect(new Set(read("a.csv", table).documents)).toEqual(new Set(["ham: x", "caf\u00e9: x"]));
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
