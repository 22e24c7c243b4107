import { describe, expect, it } from "vitest";
import { evaluationJson } from "../../src/reports/evaluation-json.js";
import { sampleEvaluation } from "./sample.js";

describe("an evaluation as JSON", () => {
  it("holds classifier, protocol and every figure, in the order of its contract, and no predictions", () => {
    const evaluation = sampleEvaluation();
    const classifier = { name: "multinomial", alpha: 1, strip: [] };
    const protocol = { kind: "test", test: "test" } as const;
    const { predictions: _, ...figures } = evaluation;
    const json = evaluationJson(evaluation, classifier, protocol);
    expect(json).toEqual({ classifier, protocol, ...figures });
    expect(Object.keys(json)).toEqual([
      ...["classifier", "protocol", "labels", "documents", "vocabulary", "runs", "accuracy", "accuracyInterval"],
      ...["baselines", "macro", "perClass", "confusion"],
    ]);
  });
});
