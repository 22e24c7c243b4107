import { expect, it } from "vitest";
import { explanationJson } from "../../src/reports/explanation-json.js";
import { sampleExplained } from "./explanation-sample.js";

it("an explanation as JSON has what classify says, all terms, and what would change the answer", () => {
  const sample = sampleExplained();
  expect(explanationJson(sample)).toEqual({
    path: sample.path,
    label: "spam",
    probability: 0.998,
    logOdds: 6.25,
    knownTokens: 9,
    probabilities: { spam: 0.998, "bad\n\u202ename": 0.002 },
    explanation: sample.explanation,
    change: sample.change,
  });
  const change = { label: undefined, terms: [], smallest: true };
  expect(explanationJson(sampleExplained({ change }))).toMatchObject({ change: { ...change, label: null } });
});
