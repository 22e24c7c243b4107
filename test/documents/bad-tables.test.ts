import { describe, expect, it } from "vitest";
import { archiveEntries, columnsIn } from "../../src/documents/archives/read-archive.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { parseTime } from "../../src/mail/header/date.js";
import { fileOf } from "./containers.js";

/** Opens a table. Returns its documents as `label: text`, and its problems as `place: detail`. */
function read(file: string, bytes: string | Uint8Array) {
  const corpus = openCorpus(fileOf(file, bytes));
  const documents = Array.from(corpus, ({ label, bytes }) => `${label}: ${Buffer.from(bytes)}`);
  return { documents, problems: corpus.problems.map(({ where, detail }) => `${where.slice(file.length)} ${detail}`) };
}

const part = "label,text\nham,hello\nspam,win\n";
const rows = "letter,late parcel\nbank,new card\nletter,lost stamp\nbank,savings\n";
const bank = "letter: late parcel; bank: new card; letter: lost stamp; bank: savings";
const oddCells = Buffer.concat([Buffer.from("label,text\nGrün,a\n"), Buffer.from("Gr\xfcn,b\nrot,c\n", "latin1")]);
const lookAlike = ["ham", "ham\u200b", "\u00a0ham", "\ufeffham", "cafe\u0301", "caf\u00e9"];
const objects = '{"label":"ham","text":"a"},{"label":"spam","text":"b"}';
const noObjects = ["5", '"x, ]"', "null", '[{"label":"no","text":"no"}]', "-1.5e3"];
const elements = ['{"label":"ham","text":"}]{["}', ...noObjects, '{"label":"spam","text":"b"}'];
const missing = "#REF!,a\nNone,b\n<NA>,c\nspam,\nspam, \u00a0\nspam,NaN\nham,#NAME?\n";
const inJson = ['"None","text":"a"', '"x","text":" "', '"x","text":"<NA>"', '1,"text":"b"'];
const noText = (numbers: readonly number[]) => numbers.map((n) => `#${n} no text in "text"`);

/** What is bad about a table, its file, its documents, and its problems. */
type BadTable = [title: string, file: string, bytes: string | Uint8Array, documents: string, problems?: string[]];

const BAD_TABLES: readonly BadTable[] = [
  [
    "too few or too many cells",
    "a.csv",
    "label,text\nham,hello\nspam\nham,a,b,c\n,x\nspam,win\n",
    "ham: hello; spam: win",
    ["#2 too few cells", "#3 too many cells", '#4 no class in "label"'],
  ],
  [
    "a quote that nothing closes",
    "a.csv",
    'label,text\nham,hello\nspam,"win\nham,ok\nspam,now\n',
    "ham: hello; ham: ok; spam: now",
    ["#2 a quote that is never closed"],
  ],
  ["cells in encodings of their own", "a.csv", oddCells, "Grün: a; Grün: b; rot: c"],
  ["a cut line", "a.jsonl", `${objects.replace("},{", "}\n{")}\n{"te`, "ham: a; spam: b", ["#3 not JSON"]],
  ...['{"label":"ham","te', '{"label":"ham","text":{"a":[', '"tex'].map((cut): BadTable => {
    return ["a cut array", "a.json", `[${objects},${cut}`, "ham: a; spam: b", [" the file ends within an object"]];
  }),
  ...[",", " ,\n "].map((between): BadTable => {
    const problems = [2, 3, 4, 5, 6].map((place) => `#${place} not a JSON object`);
    return [
      "elements that are no objects",
      "a.json",
      ` [ ${elements.join(between)} ]\n`,
      "ham: }]{[; spam: b",
      problems,
    ];
  }),
  // With a byte-order mark and in other letters, too.
  ...[part, `\ufeff${part}`, part.replace("label,text", '"Label", TEXT ')].map((second): BadTable => {
    const documents = "ham: hello; spam: win; ham: hello; spam: win";
    return ["a second table with its header", "a.csv", part + second, documents, ["#3 the header again"]];
  }),
  ["names of columns as texts", "a.csv", "label,text\nham,text\nspam,label\n", "ham: text; spam: label"],
  ["two arrays of JSON", "a.json", `[${objects}]\n[${objects}]\n`, "ham: a; spam: b; ham: a; spam: b"],
  ["no text in the first row of a headless table", "a.csv", `letter,\n${rows}`, bank, ['#1 no text in "2"']],
  ...["", "Unnamed: 2", "__EMPTY", "...3"].map((name): BadTable => {
    const table = `v1,v2,${name}\nham,hello,\nspam,win,now\nham,lunch,\nspam,prize,\n`;
    return [`a column called ${name}`, "a.csv", table, "ham: hello; spam: win; ham: lunch; spam: prize"];
  }),
  [
    "missing values, as programs write them",
    "a.csv",
    `label,text\nham,hello\n${missing}spam,win\nnone,d\n`,
    "ham: hello; spam: win; none: d",
    [...[2, 3, 4].map((n) => `#${n} no class in "label"`), ...noText([5, 6, 7, 8])],
  ],
  [
    "missing values in JSON",
    "a.jsonl",
    inJson.map((members) => `{"label":${members}}\n`).join(""),
    "1: b",
    ['#1 no class in "label"', ...noText([2, 3])],
  ],
  ["missing values of fastText", "a.ft", "__label__x \n__label__y b\n", "y: b", ["#1 no text"]],
  [
    "labels that look the same",
    "a.csv",
    `label,text\n${lookAlike.map((label) => `${label},x\n`).join("")}`,
    "ham: x; ham: x; ham: x; ham: x; caf\u00e9: x; caf\u00e9: x",
  ],
];

describe("a table with bad rows", () => {
  it.each(BAD_TABLES)(
    "gives its documents and says what is left out: %s",
    (_, file, bytes, documents, problems = []) => {
      expect(read(file, bytes)).toEqual({ documents: documents.split("; "), problems });
    },
  );

  it.each([
    ["label,text\n", /a\.csv: no line has both a class and a text: there are no rows$/],
    ["label,text,label\nham,x,1\n", /two columns are called "label": rename one/],
    ["text\na, b\nc, d\n", /no column "label"; the columns are "text"/],
    [
      "id,label,text\n1,ham,hello\n2,spam,win\ntext,id,label\nbye,3,ham\n",
      /a\.csv: row 3 is a header with the columns in another order: join the tables by column$/,
    ],
  ])("is refused in one line: %j", (text, message) => {
    expect(() => read("a.csv", text)).toThrow(message);
  });

  it("is refused with the name of a column that is there twice, and as one JSON object as pandas writes it", () => {
    const ids = fileOf("a.csv", "id,label,text,id\n1,ham,x,1\n");
    expect(() => openCorpus(ids, { idColumn: "id" })).toThrow(/two columns are called "id"/);
    const columns = { label: { 0: "ham", 1: "spam" }, text: { 0: "a", 1: "b" } };
    expect(() => read("a.json", JSON.stringify(columns))).toThrow(
      /a\.json: the whole table is one JSON object: .*records/,
    );
  });

  it("is read without classes, too, without a second header", () => {
    const path = fileOf("a.csv", "text,id\nhello,1\n\ufefftext,id\nwin,2\n");
    const columns = columnsIn(path, "separated", { hasClasses: false });
    const found = Array.from(archiveEntries(path, "separated", { columns }), (entry) =>
      "problem" in entry ? entry.detail : String(entry.bytes),
    );
    expect(found).toEqual(["hello", "the header again", "win"]);
  });

  it("leaves missing cells out of texts of several columns, and a row without any text", () => {
    const path = fileOf("a.csv", "label,one,two\nham,hello,NaN\nspam,,\nham,NULL,lunch\nspam,win,now\n");
    const corpus = openCorpus(path, { textColumn: ["one", "two"] });
    expect(Array.from(corpus, ({ bytes }) => Buffer.from(bytes).toString())).toEqual(["hello", "lunch", "win\nnow"]);
    expect(corpus.problems).toEqual([{ kind: "malformed", where: "a.csv#2", detail: 'no text in "one"' }]);
  });
});

describe("a table with rows above its header", () => {
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
    expect(read("a.csv", text)).toEqual({ documents: bank.split("; "), problems: [] });
  });

  it("says how many rows it leaves out, and takes the names that the user gives", () => {
    const path = fileOf("a.csv", "May,2026\nno,where,what\n1,letter,late\n2,bank,card\n");
    const corpus = openCorpus(path, { labelColumn: "where", textColumn: "what" });
    const title = 'separated values below 1 row that is left out, class in "where" and text in "what"';
    expect(corpus.form?.title).toBe(title);
    expect(Array.from(corpus, ({ id, label }) => `${id} ${label}`)).toEqual(["a.csv#1 letter", "a.csv#2 bank"]);
  });
});

describe("the date in a cell", () => {
  it("is read in every usual form, and not guessed from others", () => {
    const forms = {
      "2024-03-04T00:00:00Z": ["2024-03-04", "4.3.2024"],
      "2024-03-04T09:00:00Z": ["2024-03-04 10:00:00.123456+01:00", "Mon, 04 Mar 2024 10:00:00 +0100"],
      "2024-03-04T10:00:00Z": [
        ...["2024-03-04T10:00:00Z", "2024-03-04 10:00:00", "2024/03/04 10:00", "04.03.2024 10:00"],
        ...["1709546400", "1709546400.0", "1709546400000"],
      ],
    };
    for (const [time, texts] of Object.entries(forms)) {
      for (const text of texts) expect(parseTime(text), text).toBe(Date.parse(time));
    }
    const others = ["", "soon", "2024", "20240304", "03/04/2024", "03.13.2024", "04.03.24", "99999999999999999"];
    for (const text of others) expect(parseTime(text), text).toBeUndefined();
  });
});
