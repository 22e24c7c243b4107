import { describe, expect, it } from "vitest";
import type { LabellingState, Question } from "../../../src/labelling/state.js";
import { labellingResult, labellingScreen } from "../../../src/reports/labelling/labelling-text.js";
import { width } from "../../../src/reports/terminal/terminal.js";
import { STATE as SAMPLE } from "./labelling-sample.js";

const TEXT = `The harbour was full of boats.\n\n${"never".repeat(60)} 冬のご挨拶を申し上げます。 ${"word ".repeat(80)}`;

const QUESTION: Question = {
  item: 3,
  name: "pile/letter-17.txt",
  copies: 4,
  isRandom: false,
  fields: [
    { name: "from", text: "Anna <anna@example.org>" },
    { name: "subject", text: `A harbour with ${"a very long name and ".repeat(5)}all its boats` },
  ],
  text: TEXT,
  marks: [{ start: 4, end: 11, weight: 1 }],
  proposals: [
    { label: "sea", probability: 0.92 },
    { label: "bread", probability: 0.05 },
  ],
  alike: { count: 40, examples: [{ item: 4, from: "anna@example.org", title: "Another harbour" }] },
};

const STATE: LabellingState = {
  ...SAMPLE,
  classes: ["sea", "bread", "chess"].map((name) => ({ name, key: name[0], labelled: 20 })),
  question: QUESTION,
  progress: { ...SAMPLE.progress, expectedAccuracy: { value: 0.9, from: 0.8, to: 0.95, answers: 40 } },
  canUndo: true,
};

const GROUP = { id: 9, size: 1200, terms: ["harbour", "mast"], examples: [{ item: 9, from: "", title: "The mast" }] };
const GROUPS: LabellingState = { ...STATE, phase: "groups", groups: [GROUP] };

describe("the screen of a labelling session", () => {
  it.each([
    [20, 8],
    [46, 22],
    [110, 35],
  ])("fits %i columns and %i rows", (columns, rows) => {
    for (const state of [STATE, GROUPS]) {
      const lines = labellingScreen(state, { scrolled: 0 }, { columns, rows });
      expect(lines.length).toBeLessThanOrEqual(rows);
      expect(lines.filter((line) => width(line) > columns)).toEqual([]);
    }
  });

  it("shows how far one is, the document, the proposals and the keys", () => {
    const screen = labellingScreen(STATE, { scrolled: 0 }, { columns: 120, rows: 40 }).join("\n");
    for (const words of [
      "60 of 3,000 labelled   90.0 % right (80.0 to 95.0 %)   1,200 sure",
      "subject: A harbour with",
      "decides 4 documents: near copies, or messages of one thread",
      "40 others look the same",
      "1 sea 92.0 %   2 bread 5.0 %   s sea (20)   b bread (20)   c chess (20)",
      "space: sea   digit or letter: another   n new class   a all 41 alike   0 none of these   s skip   u undo   f finish",
    ]) {
      expect(screen).toContain(words);
    }
    expect(screen).not.toContain("\u001b");
  });

  it("marks words in colour if the terminal has colours", () => {
    const screen = labellingScreen(STATE, { scrolled: 0 }, { columns: 120, rows: 40, colour: true }).join("\n");
    expect(screen).toContain("The \u001b[32mharbour\u001b[39m was full");
  });

  it("scrolls no further than the end of the text", () => {
    const screenFrom = (scrolled: number) => labellingScreen(STATE, { scrolled }, { columns: 50, rows: 20 });
    expect(screenFrom(50)).toEqual(screenFrom(5000));
  });

  it("shows every character of the text, empty lines too, when one scrolls", () => {
    const state = { ...STATE, question: { ...QUESTION, fields: [], copies: 1, alike: undefined } };
    for (const columns of [20, 47]) {
      const shown = Array.from({ length: 60 }, (_, scrolled) =>
        labellingScreen(state, { scrolled }, { columns, rows: 12 }),
      );
      const lines = shown.flatMap((screen) => screen.slice(0, -2).filter((line) => TEXT.includes(line.trim())));
      const letters = (text: string) => new Set(text.replace(/\s/g, ""));
      expect(letters(lines.join(""))).toEqual(letters(TEXT));
    }
  });
});

const DONE: LabellingState = {
  ...{ ...SAMPLE, phase: "done", progress: { labelled: 300, documents: 100_000, sure: 900 } },
  result: {
    ...{ filed: 1200, there: 0, left: [], journal: "sorted/.journal", model: "sorted.model" },
    ...{ sort: "thresher sort pile -m sorted.model --into sorted", undo: "thresher sort --undo sorted/.journal" },
  },
};

describe("the result of a labelling session", () => {
  it("says after sampling that the rest stays where it is, with the command that sorts it", () => {
    expect(labellingResult({ ...DONE, sampledFrom: 500_000 }, "sorted")).toBe(
      `1,200 documents filed into sorted.
To undo it: thresher sort --undo sorted/.journal
The rest of 500,000 documents stays where it is.
The model is in sorted.model. Sort the rest with it: thresher sort pile -m sorted.model --into sorted
`,
    );
  });

  it("advises more answers if nothing else was sure, and nothing if nothing is left", () => {
    const textOf = (documents: number) =>
      labellingResult({ ...DONE, progress: { labelled: 300, documents, sure: 0 } }, "sorted");
    const advice = "It is sure of no other document: give more answers before you sort the rest with it.";
    expect(textOf(400)).toContain(`\nThe model is in sorted.model. ${advice}\n`);
    expect(textOf(300)).toMatch(/\nThe model is in sorted\.model\.\n$/);
  });

  it("says where the list is, if nothing is filed, and nothing of a rest without sampling", () => {
    const result = { filed: 2, there: 0, left: [], list: "labels.csv" };
    expect(labellingResult({ ...DONE, result }, "sorted")).toBe("2 documents listed in labels.csv.\n");
  });
});
