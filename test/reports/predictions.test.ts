import { describe, expect, it } from "vitest";
import { predictionLines } from "../../src/reports/predictions.js";
import { sampleEvaluation } from "./sample.js";

describe("predictions", () => {
  it("are a header line and a line each, tab-separated, with names escaped and probabilities in full", () => {
    const ids = ["spam/b\tc", "ham/a", "bad\n\u202ename/x\\y"];
    expect([...predictionLines(sampleEvaluation(), ids)].join("")).toMatchInlineSnapshot(`
      "id	actual	predicted	probability
      ham/a	ham	ham	1
      spam/b\\tc	spam	ham	0.5000000000000001
      bad\\n\\u202ename/x\\\\y	bad\\n\\u202ename	ham	1e-7
      "
    `);
  });

  it("give back the probability to the bit", () => {
    const probability = 0.1 + 0.2;
    const predictions = [{ run: 0, row: 0, actual: 0, predicted: 1, probability }];
    const [, line] = predictionLines(sampleEvaluation({ predictions }), ["a"]);
    expect(Number(line.trimEnd().split("\t")[3])).toBe(probability);
  });
});
