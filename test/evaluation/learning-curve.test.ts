import { describe, expect, it } from "vitest";
import type { Classifier } from "../../src/classifiers/classifier.js";
import { multinomial } from "../../src/classifiers/multinomial.js";
import { UsageError } from "../../src/errors.js";
import { learningCurve } from "../../src/evaluation/learning-curve.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";

/** Documents of two classes, 24 and 12; each has a term of its own beside that of its class. */
const CLASSES = Array.from({ length: 36 }, (_, row) => (row % 3 === 0 ? 1 : 0));
const DATA = {
  x: matrixFromRows(
    CLASSES.map((c, row) => CLASSES.map((_, term) => Number(term === row)).concat(c === 0 ? [2, 0] : [0, 2])),
  ),
  y: CLASSES,
  labels: ["ham", "spam"],
};

/** Remembers how many documents of each class it was given, and how many terms they had. */
function recorder(): { classifier: Classifier; seen: { classes: number[]; terms: number }[] } {
  const seen: { classes: number[]; terms: number }[] = [];
  const inner = multinomial();
  const fit: Classifier["fit"] = (data) => {
    const classes = [0, 0];
    for (let row = 0; row < data.y.length; row++) classes[data.y[row]]++;
    seen.push({ classes, terms: data.x.columns });
    return inner.fit(data);
  };
  return { classifier: { name: "recorder", fit }, seen };
}

describe("learningCurve", () => {
  it("learns from the shares of each class of what is not withheld, at least one document of each", () => {
    const { classifier, seen } = recorder();
    const points = learningCurve(DATA, classifier, { shares: [0.01, 0.25, 0.5, 1], repeats: 1 });
    expect(seen.map(({ classes }) => classes)).toEqual([
      [1, 1],
      [4, 2],
      [8, 4],
      [16, 8],
    ]);
    expect(points.map(({ documents }) => documents)).toEqual([2, 6, 12, 24]);
    // A term for each document and one for each class: none of those that were not learned from.
    expect(seen.map(({ terms }) => terms)).toEqual([4, 8, 14, 26]);
  });

  it("gives the mean over the repeats and an interval around it, of one repeat none", () => {
    const points = learningCurve(DATA, multinomial(), { shares: [0.1, 1], repeats: 4 });
    for (const { accuracy, accuracies, interval } of points) {
      expect(accuracies).toHaveLength(4);
      expect(accuracy).toBeCloseTo(accuracies.reduce((sum, a) => sum + a, 0) / 4, 12);
      expect(interval?.[0]).toBeLessThanOrEqual(accuracy);
      expect(interval?.[1]).toBeGreaterThanOrEqual(accuracy);
    }
    expect(points[1].accuracy).toBe(1);
    expect(learningCurve(DATA, multinomial(), { shares: [1], repeats: 1 })[0].interval).toBe(undefined);
  });

  it("is the same for the same seed, and says how far it is", () => {
    const done: number[] = [];
    const curve = (seed: number) =>
      learningCurve(DATA, multinomial(), { repeats: 2, seed, onRun: (n) => done.push(n) });
    expect(curve(3)).toEqual(curve(3));
    expect(done.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each([0, -1, 2, Number.NaN])("refuses a share of %d", (share) => {
    expect(() => learningCurve(DATA, multinomial(), { shares: [share] })).toThrow(UsageError);
    expect(() => learningCurve(DATA, multinomial(), { shares: [share] })).toThrow(`got ${share}`);
  });
});
