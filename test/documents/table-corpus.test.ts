import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { MAX_DOCUMENT_BYTES } from "../../src/documents/document.js";
import { fileOf, linesOf } from "./containers.js";

function read(name: string, content: string | Uint8Array, options = {}) {
  const corpus = openCorpus(fileOf(name, content), options);
  return { documents: linesOf(corpus), problems: corpus.problems };
}

describe("separated values as a corpus", () => {
  it("are known to have about as many documents as they have, if they are large", () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => `ham,${"parcel ".repeat(9 + (i % 9))}${i}`);
    const table = ["label,text", ...rows].join("\n");
    for (const file of [table, gzipSync(table, { level: 0 })])
      expect(Math.abs(openCorpus(fileOf(`a.csv${file === table ? "" : ".gz"}`, file)).weight - 1e5)).toBeLessThan(5000);
  });

  it("have a document a row, named by its number, with class and text from columns by name", () => {
    const table = 'id;text;label\n1;"a; letter"; ham \n\n2;prize;spam\n';
    const documents = ["mail.csv#1 ham: a; letter", "mail.csv#2 spam: prize"];
    expect(read("mail.csv", table)).toEqual({ documents, problems: [] });
    const other = table.replace("text;label", "message;kind");
    expect(read("mail.csv", other, { labelColumn: "kind", textColumn: "message" }).documents).toHaveLength(2);
  });

  it("may have the text in several columns, which are joined; an empty cell adds nothing", () => {
    const table = "subject,label,body\nlate,ham,parcel\n,spam,prize\nhi,ham\n";
    const textColumn = ["body", "subject", "body"];
    const options = { textColumn, otherColumns: true };
    expect(read("a.csv", table, options)).toEqual({
      documents: ["a.csv#1 ham: parcel\nlate", "a.csv#2 spam: prize"],
      problems: [{ kind: "malformed", where: "a.csv#3", detail: "too few cells" }],
    });
    const { form } = openCorpus(fileOf("a.csv", table), options);
    expect(form).toMatchObject({ title: 'separated values, class in "label" and text in "body", "subject"' });
    expect(form?.otherColumns).toEqual([]);
    const missing = /no columns "none" and "more"; .*: choose them with --text-column$/;
    expect(() => read("a.csv", table, { textColumn: ["body", "none", "more"] })).toThrow(missing);
    const numbered = { labelColumn: "2", textColumn: ["1", "3"] };
    const bare = read("a.csv", "parcel,ham,late\nprize,ham,x\ncash,spam,y\n", numbered);
    expect(bare.documents).toEqual(["a.csv#1 ham: parcel\nlate", "a.csv#2 ham: prize\nx", "a.csv#3 spam: cash\ny"]);
  });

  it("are refused without the columns, and it is said which there are", () => {
    for (const [table, fault] of [
      ["label,words\nham,x\n", /a\.csv: .* no column "text"; the columns are "label", "words": .* --text-column$/],
      ["kind,text\nham,x\n", /column "label"; the columns are "kind", "text": choose one with --label-column$/],
      ["", /no columns "label" and "text"; the file has no columns/],
      ["label,text\n", /no line has both a class and a text: there are no rows$/],
    ] as const) {
      expect(() => read("a.csv", table)).toThrow(DataError);
      expect(() => read("a.csv", table)).toThrow(fault);
    }
  });
});

describe("JSON lines as a corpus", () => {
  it("have a document a line, named by its number, whatever else an object has", () => {
    const lines = '{"label":"ham","text":"é\\u0000\\n","x":[1]}\r\n\n{"text":"7","label":7}\n{"label":true,"text":"z"}';
    const documents = ["a.jsonl#1 ham: é\0\n", "a.jsonl#3 7: 7", "a.jsonl#4 true: z"];
    expect(read("a.jsonl", `\ufeff${lines}`)).toEqual({ documents, problems: [] });
    const odd = '{"__proto__":"ham","constructor":"text"}';
    const options = { labelColumn: "__proto__", textColumn: "constructor" };
    expect(read("a.jsonl", odd, options).documents).toEqual(["a.jsonl#1 ham: text"]);
    const several = '{"label":"ham","text":"a","title":"b"}\n{"label":"ham","text":"c","title":null}';
    const joined = read("a.jsonl", several, { textColumn: ["title", "text"] });
    expect(joined.documents).toEqual(["a.jsonl#1 ham: b\na", "a.jsonl#2 ham: c"]);
    const latin1 = Buffer.from('{"label":"ham","text":"café"}', "latin1");
    expect(read("a.jsonl", latin1).documents).toEqual(["a.jsonl#1 ham: café"]);
  });

  it("report lines without a class or a text, and go on", () => {
    const faults = Object.entries({
      ...{
        "{": "not JSON",
        "[]": "not a JSON object",
        null: "not a JSON object",
        '{"label":"ham"}': 'no text in "text"',
      },
      ...{ '{"text":"x"}': 'no class in "label"', '{"label":" ","text":"x"}': 'no class in "label"' },
      '{"label":{},"text":"x"}': 'no class in "label"',
    });
    const lines = ['{"label":"ham","text":"x"}', ...faults.map(([line]) => line), '{"label":"spam","text":"y"}'];
    const { documents, problems } = read("a.jsonl", lines.join("\n"));
    expect(documents).toEqual(["a.jsonl#1 ham: x", "a.jsonl#9 spam: y"]);
    expect(problems.map(({ where, detail }) => `${where} ${detail}`)).toEqual(
      faults.map(([, fault], i) => `a.jsonl#${i + 2} ${fault}`),
    );
    expect(() => read("a.jsonl", "[]")).toThrow(/: no line has both a class and a text: not a JSON object$/);
  });

  it("give the beginning of a text above the limit, and no line that is far too long", () => {
    const long = (n: number) => `{"label":"ham","text":"${"x".repeat(n)}"}\n`;
    const lines = [MAX_DOCUMENT_BYTES + 1, 2 * MAX_DOCUMENT_BYTES, 1].map(long);
    const { documents, problems } = read("a.jsonl", lines.join(""));
    expect(documents).toEqual([`a.jsonl#1 ham: ${"x".repeat(MAX_DOCUMENT_BYTES)}`, "a.jsonl#3 ham: x"]);
    expect(problems).toMatchObject([
      { kind: "truncated", where: "a.jsonl#1" },
      { kind: "malformed", where: "a.jsonl#2", detail: "a line of more than 32 MiB" },
    ]);
  });
});

describe("a corpus in one file", () => {
  it("is recognized by its content if its name says nothing", () => {
    expect(read("data", '{"label":"ham","text":"x"}\n').documents).toEqual(["data#1 ham: x"]);
    const path = fileOf("data", '{"label":"ham","text":"x"}\n');
    writeFileSync(path, "text");
    expect(() => openCorpus(path)).toThrow(/: it is a plain file$/);
  });

  it("is no mailbox, whose messages are all of one class", () => {
    const advice = "put those of all classes into a folder, give train all of them, or name the header field with the";
    for (const name of ["ham.mbox", "ham"]) {
      const path = fileOf(name, "From a@example.org Fri Jul  8 12:08:34 2011\n\nx\n");
      expect(() => openCorpus(path)).toThrow(`: a mailbox holds only one class: ${advice}`);
    }
  });

  it("takes no patterns, which are of files", () => {
    expect(() => read("a.csv", "label,text\nham,x\n", { include: ["*"] })).toThrow(UsageError);
  });
});
