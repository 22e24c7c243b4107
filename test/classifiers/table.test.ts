import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { isCounting } from "../../src/classifiers/bayes/counting-classifier.js";
import { SMOOTHING_OPTIONS } from "../../src/classifiers/bayes/smoothing.js";
import {
  CLASSIFIER_NAMES,
  makeClassifier,
  methodDefaults,
  methodTitle,
  titleOptions,
} from "../../src/classifiers/table.js";
import { scoresOf } from "./problems.js";
import { expectScores, matrix } from "./samples.js";

describe("makeClassifier", () => {
  it.each(["", "svm", "Multinomial", "__proto__", "toString"])("refuses %j and lists the names", (classifier) => {
    const refusal = `there is no classifier ${JSON.stringify(classifier)}; choose one of ${CLASSIFIER_NAMES.join(", ")}`;
    expect(() => makeClassifier({ classifier })).toThrow(new UsageError(refusal));
  });

  it.each([
    [{ tf: "count", idf: "none", norm: "none" }, true],
    [{ tf: "log" }, false],
    [{ idf: "smooth" }, false],
    [{ norm: "l1" }, false],
  ] as const)("weighted by %j makes models of counts: %s", (weighting, isOfCounts) => {
    expect(isCounting(makeClassifier({ classifier: "multinomial", ...weighting }))).toBe(isOfCounts);
  });

  it("gives a combination that adds up the scores of its members, which have options and weightings of their own", () => {
    const members = [
      { classifier: "bernoulli", alpha: 0.5, weight: 0.3 },
      { classifier: "multinomial", tf: "log", norm: "l2", weight: 2 },
    ] as const;
    const data = { x: matrix("2 0 1", "0 3 1"), y: [0, 1], labels: ["a", "b"] };
    const x = matrix("1 2 0");
    const scores = members.map(({ weight: _, ...choices }) => scoresOf(makeClassifier(choices).fit(data), x)[0]);
    const expected = [0, 1].map((c) => 0.3 * scores[0][c] + 2 * scores[1][c]);
    expectScores(scoresOf(makeClassifier({ classifier: "combined", members }).fit(data), x), [expected], 1e-12);
  });
});

it("has the title and the options of a method; of an unknown method its name", () => {
  expect([methodTitle("bernoulli"), titleOptions("bernoulli")]).toEqual(["Bernoulli naive Bayes", SMOOTHING_OPTIONS]);
  expect([methodTitle("toString"), titleOptions("toString")]).toEqual(["toString", []]);
  expect(() => methodDefaults("toString")).toThrow(UsageError);
});
