import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { fileOf } from "../containers.js";

const ROWS = [
  { text: "late parcel", label: "post" },
  { text: 'a "quote", [ and }', label: "other" },
];

const open = (value: unknown, indent?: number) => openCorpus(fileOf("a.json", JSON.stringify(value, null, indent)));

it("reads texts of single letters in any script, and no blank ones", () => {
  const texts = ["不", "上下", "Р", "乮乡乮", "\u3000"];
  const lines = texts.map((text) => JSON.stringify({ text, label: "a" })).join("\n");
  const corpus = openCorpus(fileOf("a.jsonl", lines));
  expect(Array.from(corpus, ({ bytes }) => Buffer.from(bytes).toString())).toEqual(texts.slice(0, 4));
  expect(corpus.problems).toEqual([{ kind: "malformed", where: "a.jsonl#5", detail: 'no text in "text"' }]);
});

describe("one JSON object around the rows", () => {
  it.each([
    ["data", { data: ROWS }, /around the rows in "data": .*\(with jq -c '\."data"\[\]'/],
    ["a count before", { count: 2, results: ROWS, next: null }, /around the rows in "results"/],
    ["split of pandas", { index: [0], data: [["x", "y"]] }, /"data": write [^(]*\(in pandas with orient="records"\)$/],
    ["table of pandas", { schema: { fields: [{ name: "text" }] }, data: ROWS }, /around the rows in "data"/],
    ["rows of Hugging Face", { features: [{ name: "text" }], rows: [{ row_idx: 0, row: {} }] }, /'\."rows"\[\]\.row'/],
    ["a chat of Telegram", { name: "Team", messages: [{ id: 1, text: "hi" }] }, /around the rows in "messages"/],
    [
      "all chats of Telegram",
      { about: "x", chats: { list: [] } },
      /the whole table is one JSON object: write an array/,
    ],
    ["a name to quote", { "my rows": ROWS }, /jq -c '\."my rows"\[\]'/],
    ["a description", { title: "T", description: "D", items: ROWS }, /around the rows in "items"/],
  ])("is refused in one line that says what to do: %s", (_, value, fault) => {
    for (const indent of [0, 1, 2]) {
      expect(() => open(value, indent)).toThrow(fault);
      expect(() => open(value, indent)).not.toThrow(/column/);
    }
  });

  it("is not a row that has lists, even if it is the only one", () => {
    const row = { text: "a parcel", label: "post", spans: [{ start: 2 }], meta: { id: 1 } };
    expect([...open(row)].map(({ label }) => label)).toEqual(["post"]);
    const task = { data: { text: "a" }, annotations: [{ result: [{ value: { choices: ["post"] }, from_name: "q" }] }] };
    expect([...open(task)].map(({ label }) => label)).toEqual(["post"]);
  });

  it("is also recognized with each row on a line of its own", () => {
    const lines = `{"data": [\n${ROWS.map((row) => JSON.stringify(row)).join(",\n")}\n],\n"more": [{"text":"x","label":"y"}]}`;
    expect(() => openCorpus(fileOf("a.json", lines))).toThrow(/the whole table is one JSON object around the rows/);
  });

  it("is also recognized if its first row is longer than what is searched", () => {
    const row = JSON.stringify({ label: "x", text: "a parcel ".repeat(40_000) });
    expect(() => openCorpus(fileOf("a.jsonl", `{"data": [\n${row}\n]}\n`))).toThrow(/around the rows in "data"/);
  });

  it("is not seen in JSON lines of which some are damaged", () => {
    const lines = `{"text":"a","label":"x","spans":[{"at":1}],"no\n\n${ROWS.map((row) => JSON.stringify(row)).join("\n")}\n`;
    const corpus = openCorpus(fileOf("a.jsonl", lines));
    expect(Array.from(corpus, ({ label }) => label)).toEqual(["post", "other"]);
    expect(corpus.problems).toEqual([{ kind: "malformed", where: "a.jsonl#1", detail: "not JSON" }]);
  });
});

type Answers = Readonly<Record<string, readonly string[]>>;

/** A task of Label Studio with the answers of some annotators, each by question. */
const task = (text: string, ...annotators: readonly Answers[]) => ({
  data: { text },
  annotations: annotators.map((answers) => ({
    was_cancelled: false,
    result: Object.entries(answers).map(([from_name, choices]) => ({ from_name, type: "choices", value: { choices } })),
  })),
});

function read(tasks: readonly object[], options = {}) {
  const corpus = openCorpus(fileOf("a.json", JSON.stringify(tasks)), options);
  const documents = Array.from(corpus, ({ label, bytes }) => `${label}: ${Buffer.from(bytes)}`);
  return { documents, problems: corpus.problems.map(({ detail }) => detail) };
}

describe("tasks of Label Studio with two questions", () => {
  const tasks = [
    task("a", { language: ["en"], topic: ["post"] }),
    task("b", { language: ["de"], topic: ["bank"] }),
    task("c", { language: ["de"] }),
  ];

  it("ask which one is meant, and have the answers of the one that is named", () => {
    const question =
      /a\.json: the annotations have 2 questions, "language" and "topic": choose one with --label-column$/;
    expect(() => read(tasks)).toThrow(question);
    const problems = ['no class in "topic"'];
    expect(read(tasks, { labelColumn: "topic" })).toEqual({ documents: ["post: a", "bank: b"], problems });
    expect(read(tasks, { labelColumn: "language" }).documents).toEqual(["en: a", "de: b", "de: c"]);
  });
});

describe("tasks of Label Studio", () => {
  it("are documents if all annotators agree, in any order, or have not answered; others are reported", () => {
    const tasks = [
      task("a", { q: ["post"] }, { q: ["post"] }, {}),
      task("b", { q: ["x", "y"] }, { q: ["y", "x"] }),
      task("c", { q: ["post"] }, { q: [] }),
      task("d", { q: ["post"] }, { q: ["bank"] }, { q: ["post"] }),
    ];
    const documents = ["post: a", '["x","y"]: b', "post: c"];
    expect(read(tasks)).toEqual({ documents, problems: ["the annotators disagree: post, bank"] });
  });

  it("may be short, with several choices", () => {
    const tasks = [
      { text: "a", topic: { choices: ["x", "y"] } },
      { text: "b", topic: "x" },
      { text: "c", topic: { choices: ["y"] } },
      { text: "d", topic: {} },
    ];
    expect(read(tasks)).toEqual({ documents: ['["x","y"]: a', "x: b", "y: c"], problems: ['no class in "topic"'] });
  });
});
