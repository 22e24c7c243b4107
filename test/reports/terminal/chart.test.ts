import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { CLASSIFIER_NAMES } from "../../../src/classifiers/table.js";
import { chartLines } from "../../../src/reports/terminal/chart.js";
import { width } from "../../../src/reports/terminal/terminal.js";

const POINTS = [10, 20, 40, 80, 160].map((x, i) => ({ x, y: [0.3, 0.5, 0.65, 0.75, 0.8][i] }));
const LOWER = POINTS.map(({ x, y }) => ({ x, y: y / 2 }));

describe("a curve for the terminal", () => {
  it("draws each series with its name", () => {
    const series = [
      { name: "multinomial", points: POINTS },
      { name: "bernoulli", points: LOWER },
    ];
    expect(chartLines(series, "training documents").join("\n")).toMatchInlineSnapshot(`
      "  80 % ┤                                                      ·········●
             │                                          ·····●······
             │                                 ·········
             │                           ·····●
             │                     ······
             │               ·●····
        45 % ┤          ·····
             │      ····                                  ···○···············○
             │ ·····                      ····○···········
             │●               ○···········
             │       ·········
             │○······
        10 % ┤
             └────────────────────────────────────────────────────────────────
              10              20              40             80            160
              training documents
              ● multinomial   ○ bernoulli"
    `);
  });

  it("keeps to its width and height", () => {
    for (const columns of [40, 60, 100]) {
      const lines = chartLines([{ name: "one", points: POINTS }], "documents", columns);
      expect(lines).toHaveLength(13 + 4);
      for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
    }
  });

  it("draws a single point, and points that are all 0 or all 1", () => {
    for (const y of [0, 1]) {
      const lines = chartLines([{ name: "flat", points: POINTS.map(({ x }) => ({ x, y })) }], "documents");
      expect(lines.filter((line) => (line.match(/●/g) ?? []).length >= 5)).toHaveLength(1);
    }
    const single = chartLines([{ name: "one", points: [{ x: 5, y: 0.5 }] }], "documents");
    expect(single.join("\n")).toMatch(/● +one/);
  });

  it("keeps names apart that end at one point", () => {
    const series = ["first", "second", "third"].map((name) => ({ name, points: POINTS }));
    const text = chartLines(series, "documents").join("\n");
    for (const { name } of series) expect(text).toContain(name);
    expect(text).toContain("◉ several");
  });

  it("gives every method a mark of its own", () => {
    const series = CLASSIFIER_NAMES.map((name, i) => ({ name, points: POINTS.map(({ x }) => ({ x, y: i / 10 })) }));
    const text = chartLines(series, "documents", 100).join("\n");
    const marks = CLASSIFIER_NAMES.map((name) => new RegExp(`(\\S) ${name}(?: {3}|$)`, "m").exec(text)?.[1]);
    expect(new Set(marks).size).toBe(CLASSIFIER_NAMES.length);
  });

  it("has colours that change nothing else", () => {
    const series = [
      { name: "one", points: POINTS },
      { name: "two", points: LOWER },
    ];
    const coloured = chartLines(series, "documents", undefined, true).join("\n");
    expect(coloured).toContain("\u001b[36m●\u001b[39m");
    expect(coloured).toContain("\u001b[33m·\u001b[39m");
    expect(stripVTControlCharacters(coloured)).toBe(chartLines(series, "documents").join("\n"));
  });

  it("puts names that do not fit beside each other below each other", () => {
    const series = ["multinomial", "bernoulli", "complement", "gaussian"].map((name, i) => ({
      name,
      points: POINTS.map(({ x }) => ({ x, y: i / 4 })),
    }));
    const lines = chartLines(series, "documents", 48);
    expect(lines.slice(-2)).toEqual(["        ● multinomial   ○ bernoulli", "        ◆ complement   ◇ gaussian"]);
  });
});
