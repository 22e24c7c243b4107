import { describe, expect, it } from "vitest";
import type { LabellingState, Question } from "../../../src/labelling/state.js";
import { labellingScreen } from "../../../src/reports/labelling/labelling-text.js";
import { wrappedRanges } from "../../../src/reports/labelling/wrapped-ranges.js";
import { width } from "../../../src/reports/terminal/terminal.js";

const TEXT = `The harbour was full of boats.\n\n${"never".repeat(60)} 冬のご挨拶を申し上げます。 ${"word ".repeat(80)}`;

const QUESTION: Question = {
  item: 3,
  name: "pile/letter-17.txt",
  copies: 4,
  isRandom: false,
  fields: [
    { name: "from", text: "Anna <anna@example.org>" },
    {
      name: "subject",
      text: "A harbour with a very long name, and all the boats that were in it on that morning in May",
    },
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
  version: 7,
  phase: "questions",
  classes: ["sea", "bread", "chess"].map((name) => ({ name, key: name[0], labelled: 20 })),
  groups: [],
  question: QUESTION,
  progress: {
    labelled: 60,
    documents: 3000,
    expectedAccuracy: { value: 0.9, from: 0.8, to: 0.95, answers: 40 },
    sure: 1200,
    gain: { answers: 100, points: 2 },
  },
  ending: "copy",
  canUndo: true,
  notices: [],
};

const GROUPS: LabellingState = {
  ...STATE,
  phase: "groups",
  groups: [
    { id: 9, size: 1200, terms: ["harbour", "mast", "sailing"], examples: [{ item: 9, from: "", title: "The mast" }] },
  ],
};

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
      "60 of 3,000 labelled · 90.0 % right (80.0 to 95.0 %) · 1,200 sure · 100 more answers: +2.0 points",
      "Subject  A harbour with",
      "decides 4 documents: near copies, or messages of one thread",
      "40 others look the same",
      "1 sea 92 %   2 bread 5 %\nc chess",
      "space: sea · digit or letter: another · n new class · a all 41 alike · s skip · u undo · f finish · q quit",
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
    const [far, further] = [50, 5000].map((scrolled) =>
      labellingScreen(STATE, { scrolled }, { columns: 50, rows: 20 }),
    );
    expect(far).toEqual(further);
  });
});

describe("breaking a text into lines", () => {
  it("keeps every character but blanks and line ends, in order", () => {
    for (const columns of [1, 7, 40]) {
      const ranges = wrappedRanges(TEXT, columns);
      expect(
        ranges
          .map(({ start, end }) => TEXT.slice(start, end))
          .join("")
          .replace(/\s/g, ""),
      ).toBe(TEXT.replace(/\s/g, ""));
      expect(ranges.filter(({ start, end }) => width(TEXT.slice(start, end)) > Math.max(2, columns))).toEqual([]);
    }
  });

  it("keeps empty lines, and breaks at blanks", () => {
    const text = "one two three\n\nfour";
    expect(wrappedRanges(text, 8).map(({ start, end }) => text.slice(start, end))).toEqual([
      "one two",
      "three",
      "",
      "four",
    ]);
  });
});
