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
import { type Dataset, matrixFromRows } from "../../src/features/sparse-matrix.js";
import type { TermFrequency } from "../../src/features/weighting.js";
import { scoresOf } from "./problems.js";
import { expectScores, matrix } from "./samples.js";

describe("makeClassifier, by name", () => {
  it.each(["", "svm", "Multinomial", "__proto__", "constructor", "toString"])(
    "refuses %j and lists the names",
    (name) => {
      const choose = () => makeClassifier({ classifier: name, alpha: 1, prior: "fit" });
      expect(choose).toThrow(UsageError);
      expect(choose).toThrow(
        `there is no classifier ${JSON.stringify(name)}; choose one of ${CLASSIFIER_NAMES.join(", ")}`,
      );
    },
  );
});

describe("makeClassifier", () => {
  it("gives the method itself without weighting, otherwise one whose models are stored as arrays", () => {
    expect(isCounting(makeClassifier({ classifier: "multinomial", tf: "count", idf: "none", norm: "none" }))).toBe(
      true,
    );
    for (const weighting of [{ tf: "log" }, { idf: "smooth" }, { norm: "l1" }] as const) {
      const classifier = makeClassifier({ classifier: "multinomial", ...weighting });
      expect([classifier.name, isCounting(classifier)]).toEqual(["multinomial", false]);
    }
  });

  it("refuses an unknown weighting", () => {
    const tf = "root" as TermFrequency;
    expect(() => makeClassifier({ classifier: "multinomial", tf })).toThrow(UsageError);
  });

  it("gives a combination that adds up the scores of its members, which have options and weightings of their own", () => {
    const members = [
      { classifier: "bernoulli", alpha: 0.5, weight: 0.3 },
      { classifier: "multinomial", tf: "log", norm: "l2", weight: 2 },
    ] as const;
    const data: Dataset = { x: matrix("2 0 1", "0 3 1"), y: [0, 1], labels: ["a", "b"] };
    const x = matrixFromRows([[1, 2, 0]]);
    const [first, second] = members.map(
      ({ weight: _, ...choices }) => scoresOf(makeClassifier(choices).fit(data), x)[0],
    );
    const expected = [0, 1].map((c) => 0.3 * first[c] + 2 * second[c]);
    expectScores(scoresOf(makeClassifier({ classifier: "combined", members }).fit(data), x), [expected], 1e-12);
  });
});

describe("what is said of a method", () => {
  it("is its title and its options; for an unknown method its name", () => {
    expect([methodTitle("bernoulli"), titleOptions("bernoulli")]).toEqual(["Bernoulli naive Bayes", SMOOTHING_OPTIONS]);
    expect([methodTitle("toString"), titleOptions("toString")]).toEqual(["toString", []]);
    expect(() => methodDefaults("toString")).toThrow(UsageError);
  });
});
