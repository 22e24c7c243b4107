import { describe, expect, it } from "vitest";
import { evaluationJson } from "../../../src/reports/evaluation/evaluation-report.js";
import { predictionLines } from "../../../src/reports/evaluation/predictions.js";
import { sampleEvaluation } from "../sample.js";

it("an evaluation as JSON holds classifier, protocol and every figure, in the order of its contract, and then the predictions by name", () => {
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
    ...[
      "matthews",
      "logLoss",
      "brier",
      "calibrationError",
      "reliability",
      "topAccuracy",
      "uncalibrated",
      "predictions",
    ],
  ]);
});

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

  it("have the probability of every class behind the other columns, where that is asked for", () => {
    const labels = ["probability", "P(id)", "__proto__"];
    const predictions = [
      { run: 0, row: 1, actual: 0, predicted: 1, probability: 0.5 },
      { run: 0, row: 0, actual: 2, predicted: 2, probability: 1 },
    ];
    const logProbabilities = Float64Array.from([0.25, 0.5, 0.25, 0, 1e-300, 1], Math.log);
    const evaluation = sampleEvaluation({ labels, predictions, logProbabilities });
    const [head, first, second] = predictionLines(evaluation, ["a", "b"], { probabilities: true });
    expect(head).toBe("id\tactual\tpredicted\tprobability\tP(probability)\tP(P(id))\tP(__proto__)\n");
    expect(first).toBe("b\tprobability\tP(id)\t0.5\t0.25\t0.5\t0.25\n");
    expect(
      second
        .split("\t")
        .slice(4)
        .map((cell) => Number(cell).toPrecision(3)),
    ).toEqual(["0.00", "1.00e-300", "1.00"]);
  });
});
