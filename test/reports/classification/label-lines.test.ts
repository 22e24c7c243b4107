import { describe, expect, it } from "vitest";
import type { ClassificationFormat } from "../../../src/reports/classification/classification-lines.js";
import { labelLines, labelsJson } from "../../../src/reports/classification/label-lines.js";

const decision = (label: string, probability: number, isGiven: boolean) => {
  return { label, probability, isGiven, threshold: 0.5 };
};
const TWO = {
  labels: ["b", "a"],
  decisions: [decision("b", 0.9, true), decision("a", 0.6, true), decision("c;d", 0.1, false)],
  knownTokens: 3,
};
const NONE = { labels: [], decisions: [decision("a", 0.2, false), decision("b", 0.1, false)], knownTokens: 0 };

describe("the lines of documents with several labels", () => {
  const line = (format: ClassificationFormat, classification: typeof TWO, { all = false, note = "" } = {}) => {
    const lines = labelLines(format, ["x", "long"], ["a", "b", "c;d"], all);
    return lines.header + lines.line({ path: "x", classification, ...(note && { note }) });
  };

  it("name the labels, and say where there is none", () => {
    expect(line("table", TWO)).toBe("x     b 0.900, a 0.600\n");
    expect(line("table", NONE, { note: "no known words" })).toBe("x     no label  no known words\n");
    expect(line("tsv", TWO)).toBe("path\tlabels\tnote\nx\tb;a\t\n");
    expect(line("tsv", NONE)).toBe("path\tlabels\tnote\nx\t\tno label\n");
    expect(JSON.parse(line("ndjson", NONE, { note: "no known words" }))).toEqual({
      ...{ path: "x", labels: [], probabilities: {}, knownTokens: 0 },
      note: "no label; no known words",
    });
  });

  it("have all probabilities if asked for", () => {
    expect(line("table", TWO, { all: true })).toBe("x     b 0.900, a 0.600  (not c;d 0.100)\n");
    expect(line("csv", TWO, { all: true })).toMatch(/^path,labels,P\(a\),P\(b\),.*\nx,b;a,0.6000,0.9000,0.1000,/);
    const answer = { path: "x", classification: TWO };
    expect(labelsJson(answer, true)).toMatchObject({ probabilities: { a: 0.6, b: 0.9, "c;d": 0.1 }, note: null });
    expect(labelsJson(answer, false)).toMatchObject({ probabilities: { a: 0.6, b: 0.9 } });
  });

  it("end with the cells of other columns", () => {
    const { header, line: of } = labelLines("tsv", [], ["a", "b"], false, ["who", "note", "note.1"]);
    const cells = new Map([["who", "Ann"]]);
    const text = header + of({ path: "x", classification: TWO, cells });
    expect(text).toBe("path\tlabels\tnote\twho\tnote.2\tnote.1\nx\tb;a\t\tAnn\t\t\n");
  });

  it("write a label with a semicolon in a list", () => {
    const answer = { labels: ["c;d"], decisions: [decision("c;d", 0.9, true)], knownTokens: 1 };
    expect(line("tsv", answer)).toContain('\t["c;d"]\t');
  });
});
