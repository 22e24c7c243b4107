import { describe, expect, it } from "vitest";
import { evaluationJson } from "../../src/reports/evaluation-json.js";
import { sampleEvaluation } from "./sample.js";

describe("an evaluation as JSON", () => {
  it("holds classifier, protocol and every figure, in the order of its contract, and then the predictions by name", () => {
    const evaluation = sampleEvaluation();
    const classifier = { name: "multinomial", alpha: 1, strip: [] };
    const protocol = { kind: "test", test: "test" } as const;
    const { predictions: _, logProbabilities: __, resampled: ___, ...figures } = evaluation;
    const json = evaluationJson(evaluation, classifier, protocol, ["spam/b", "ham/a", "bad/c"]);
    expect(json).toEqual({
      classifier,
      protocol,
      ...figures,
      predictions: [
        { id: "ham/a", run: 0, actual: "ham", predicted: "ham", probability: 1 },
        { id: "spam/b", run: 0, actual: "spam", predicted: "ham", probability: 0.5000000000000001 },
        { id: "bad/c", run: 0, actual: "bad\n\u202ename", predicted: "ham", probability: 1e-7 },
      ],
    });
    expect(Object.keys(json)).toEqual([
      ...["classifier", "protocol", "labels", "documents", "vocabulary", "runs", "accuracy", "accuracyInterval"],
      ...["baselines", "macro", "perClass", "confusion", "micro", "weighted"],
      ...["matthews", "logLoss", "brier", "calibrationError", "reliability", "topAccuracy", "predictions"],
    ]);
  });
});
