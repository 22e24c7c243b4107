import { describe, expect, it } from "vitest";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { isLoss, MEASURES } from "../../../src/evaluation/metrics/measure.js";
import { measured } from "../../../src/evaluation/metrics/measured.js";
import { countVectorizer } from "../../../src/features/vectorizer.js";
import { splitFolds } from "../../../src/model/fitting/split-folds.js";

describe("a measure of a model on a test set", () => {
  it("at the best temperature is no worse than as it is, and than at any other temperature", () => {
    const { x } = countVectorizer().fit(["ant ant ant", "bee bee", "ant bee bee", "bee ant ant"]);
    const y = [0, 1, 0, 1];
    const [fold] = splitFolds({ x, y, labels: ["a", "b"] }, [
      { train: Uint32Array.of(0, 1), test: Uint32Array.of(2, 3) },
    ]);
    const classifier = makeClassifier({ classifier: "multinomial" });
    const loss = (atBestTemperature: boolean) =>
      measured("log-loss", fold, classifier, ["a", "b"], { atBestTemperature });
    // Every answer is wrong, so that the best temperature makes both classes equal.
    expect(loss(false)).toBeGreaterThan(Math.LN2);
    expect(loss(true)).toBeCloseTo(Math.LN2, 2);
  });

  it("is better when lower only if it is a loss", () => {
    expect(MEASURES.filter(isLoss)).toEqual(["log-loss", "total-cost"]);
  });
});
