import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { fileOf } from "../containers.js";

type Answers = Readonly<Record<string, readonly string[]>>;

/** A task of Label Studio with the answers of some annotators, each by question. */
const task = (text: string, ...annotators: readonly Answers[]) => ({
  data: { text },
  annotations: annotators.map((answers) => ({
    was_cancelled: false,
    result: Object.entries(answers).map(([name, choices]) => ({
      from_name: name,
      to_name: "text",
      type: "choices",
      value: { choices },
    })),
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

  it("ask which one is meant", () => {
    expect(() => read(tasks)).toThrow(
      /a\.json: the annotations have 2 questions, "language" and "topic": choose one with --label-column$/,
    );
  });

  it("have the answers of the question that is named", () => {
    expect(read(tasks, { labelColumn: "topic" })).toEqual({
      documents: ["post: a", "bank: b"],
      problems: ['no class in "topic"'],
    });
    expect(read(tasks, { labelColumn: "language" }).documents).toEqual(["en: a", "de: b", "de: c"]);
  });
});

describe("tasks of Label Studio with several annotators", () => {
  it("are documents if all agree, in any order, or have not answered", () => {
    const tasks = [
      task("a", { q: ["post"] }, { q: ["post"] }, {}),
      task("b", { q: ["x", "y"] }, { q: ["y", "x"] }),
      task("c", { q: ["post"] }, { q: [] }),
    ];
    expect(read(tasks)).toEqual({ documents: ["post: a", '["x","y"]: b', "post: c"], problems: [] });
  });

  it("are left out and reported if they disagree", () => {
    const tasks = [task("a", { q: ["post"] }, { q: ["bank"] }, { q: ["post"] }), task("b", { q: ["bank"] })];
    expect(read(tasks)).toEqual({ documents: ["bank: b"], problems: ["the annotators disagree: post, bank"] });
  });
});

describe("short tasks of Label Studio", () => {
  it("may have several choices", () => {
    const tasks = [
      { text: "a", topic: { choices: ["x", "y"] } },
      { text: "b", topic: "x" },
      { text: "c", topic: { choices: ["y"] } },
      { text: "d", topic: {} },
    ];
    expect(read(tasks)).toEqual({ documents: ['["x","y"]: a', "x: b", "y: c"], problems: ['no class in "topic"'] });
  });
});
