import { describe, expect, it } from "vitest";
import { labelLines, labelsJson } from "../../../src/reports/labels/label-lines.js";

const decision = (label: string, probability: number, isGiven: boolean) => ({
  label,
  probability,
  threshold: 0.5,
  isGiven,
});
const TWO = {
  labels: ["b", "a"],
  decisions: [decision("b", 0.9, true), decision("a", 0.6, true), decision("c;d", 0.1, false)],
  knownTokens: 3,
};
const NONE = { labels: [], decisions: [decision("a", 0.2, false), decision("b", 0.1, false)], knownTokens: 0 };
const LABELS = ["a", "b", "c;d"];

describe("the lines of documents with several labels", () => {
  it("name the labels, and say where there is none", () => {
    const table = labelLines("table", ["x", "long"], LABELS, false);
    expect(table.line("x", TWO)).toBe("x     b 0.900, a 0.600\n");
    expect(table.line("long", NONE, "no known words")).toBe("long  no label  no known words\n");
    const tsv = labelLines("tsv", ["x"], LABELS, false);
    expect(tsv.header + tsv.line("x", TWO) + tsv.line("y", NONE)).toBe("path\tlabels\tnote\nx\tb;a\t\ny\t\tno label\n");
    expect(JSON.parse(labelLines("ndjson", ["x"], LABELS, false).line("y", NONE, "no known words"))).toEqual({
      path: "y",
      labels: [],
      probabilities: {},
      knownTokens: 0,
      note: "no label; no known words",
    });
  });

  it("have all probabilities if asked for", () => {
    expect(labelLines("table", ["x"], LABELS, true).line("x", TWO)).toBe("x  b 0.900, a 0.600  (not c;d 0.100)\n");
    const csv = labelLines("csv", ["x"], LABELS, true);
    expect(csv.header.trim().split(",").slice(2, 4)).toEqual(["P(a)", "P(b)"]);
    expect(csv.line("x", TWO)).toMatch(/^x,b;a,0.6,0.9,0.1,/);
    expect(labelsJson("x", TWO, true)).toMatchObject({ probabilities: { a: 0.6, b: 0.9, "c;d": 0.1 }, note: null });
    expect(labelsJson("x", TWO, false)).toMatchObject({ probabilities: { a: 0.6, b: 0.9 } });
  });

  it("write a label with a semicolon in a list", () => {
    const answer = { labels: ["c;d"], decisions: [decision("c;d", 0.9, true)], knownTokens: 1 };
    expect(labelLines("tsv", ["x"], LABELS, false).line("x", answer)).toContain('\t["c;d"]\t');
  });
});
