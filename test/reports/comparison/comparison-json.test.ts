import { describe, expect, it } from "vitest";
import { comparisonJson, comparisonSentence } from "../../../src/reports/comparison/comparison-text.js";
import { sampleComparison, sampleFile } from "./comparison-sample.js";

const A = sampleFile();
const B = sampleFile({ path: "b.json", classifier: { name: "multinomial", alpha: 1 } });

describe("a comparison as JSON", () => {
  it("has the sentence, every figure, both evaluations and the first disagreements", () => {
    const comparison = sampleComparison([[60, 5, 25, 10]]);
    const { disagreements, tTest: _, ...figures } = comparison;
    const { predictions: __, path, ...sideOfB } = B;
    const json = JSON.parse(JSON.stringify(comparisonJson(comparison, A, B, 2)));
    expect(Object.keys(json)).toEqual([
      ...["sentence", "verdict", "difference", "interval", "decidedBy", "accuracy", "runs", "documents", "tests"],
      ...["mcNemar", "bootstrap", "perClass", "tTest", "a", "b", "settings", "disagreements"],
    ]);
    expect(json).toMatchObject({ ...figures, sentence: comparisonSentence(comparison), tTest: null });
    expect(json.b).toEqual({ file: path, ...sideOfB });
    expect(json.a.file).toBe("a.json");
    expect(json.settings).toContainEqual({ name: "min-count", a: 1, b: null });
    expect(json.disagreements).toEqual({ count: 30, first: disagreements.slice(0, 2) });
  });

  it("holds the t-test of several runs", () => {
    const comparison = sampleComparison([
      [30, 1, 3, 2],
      [30, 1, 4, 2],
    ]);
    expect(comparisonJson(comparison, A, B, 0)).toMatchObject({ tTest: comparison.tTest, decidedBy: "t-test" });
    expect(comparison.tTest).toBeDefined();
  });
});
