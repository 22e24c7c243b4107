import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { sumOf } from "../../../src/base/lists.js";
import { seededRandom } from "../../../src/base/random.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import type { Classifier } from "../../../src/classifiers/classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import {
  type CurveOptions,
  type CurveSize,
  eachClassFirst,
  inTurn,
  learningCurves,
  stratifiedOrder,
} from "../../../src/evaluation/studies/learning-curve.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { classSizes } from "../../../src/model/fitting/splits.js";
import { SMOOTHING_NAMES } from "../../helpers/smoothing-names.js";
import { fromScratch } from "../from-scratch.js";
import { dataOf, documents, LABELS, matrix, rules } from "../small-corpora.js";

fc.configureGlobal({ seed: 67 });

/** 24 documents of one class and 12 of another. Each has a term of its own and the term of its class. */
const CLASSES = Array.from({ length: 36 }, (_, row) => (row % 3 === 0 ? 1 : 0));
const DATA = {
  x: matrixFromRows(
    CLASSES.map((c, row) => CLASSES.map((_, term) => Number(term === row)).concat(c === 0 ? [2, 0] : [0, 2])),
  ),
  y: CLASSES,
  labels: ["ham", "spam"],
};

/**
 * Returns the rows that each size of each repeat learns from. The classifier recognizes document `row` by its only term,
 * which occurs `row + 1` times.
 */
function learnedFrom({ y, labels }: Dataset, options: CurveOptions): Uint32Array[][] {
  const marks = Array.from(y, (_, row) => Array.from(y, (_, term) => (term === row ? row + 1 : 0)));
  const data: Dataset = { x: matrixFromRows(marks), y, labels };
  const seen: Uint32Array[] = [];
  const fit: Classifier["fit"] = (part) => {
    seen.push(Uint32Array.from(part.x.values, (mark) => mark - 1).sort());
    return multinomial().fit(part);
  };
  const test = options.test && data;
  const { points } = learningCurves(data, [{ name: "recorder", fit }], { ...options, test }).curves[0];
  return Array.from({ length: seen.length / points.length }, (_, repeat) =>
    seen.slice(repeat * points.length, (repeat + 1) * points.length),
  );
}

const classifiers = fc
  .constantFrom(...SMOOTHING_NAMES)
  .map((name) => makeClassifier({ classifier: name, alpha: 0.5, prior: "fit" }));

describe("learningCurves", () => {
  it("learns from each class in proportion, and from at least one document of each", () => {
    const sizes: CurveSize[] = [{ share: 0.01 }, 3, 6, { share: 0.5 }, "all"];
    const [learned] = learnedFrom(DATA, { sizes, repeats: 1 });
    const classes = learned.map((rows) => [0, 1].map((c) => rows.filter((row) => CLASSES[row] === c).length));
    expect(classes).toEqual(matrix([1, 1], [2, 1], [4, 2], [8, 4], [16, 8]));
    const { curves, documents } = learningCurves(DATA, [multinomial()], { sizes, repeats: 1 });
    expect(curves[0].points.map(({ documents }) => documents)).toEqual([2, 3, 6, 12, 24]);
    expect(documents).toEqual({ train: 24, test: 12 });
    // A term for each document and one for each class. The terms of other documents are not in the vocabulary.
    expect(curves[0].points.map(({ vocabulary }) => vocabulary)).toEqual([4, 5, 8, 14, 26]);
  });

  it("gives the same accuracy as training from scratch at each size", () => {
    fc.assert(
      fc.property(documents, rules, fc.nat(), classifiers, fc.boolean(), (corpus, rules, seed, classifier, isApart) => {
        fc.pre(new Set(corpus.map(({ label }) => label)).size < corpus.length);
        const data = dataOf(corpus);
        const sizes: CurveSize[] = [0.2, 0.4, 0.6, 0.8, 1].map((share) => ({ share }));
        const options = { sizes, repeats: 2, seed, test: isApart ? data : undefined };
        const { points } = learningCurves(data, [classifier], { ...options, rules }).curves[0];
        const all = Uint32Array.from(corpus.keys());
        const learned = learnedFrom(data, options);
        for (const [repeat, trains] of learned.entries()) {
          const largest = trains[trains.length - 1];
          const test = isApart ? all : all.filter((row) => !largest.includes(row));
          const expected = trains.map((train) => {
            const predictions = fromScratch(corpus, { train, test }, classifier, rules);
            return predictions.filter(({ right }) => right).length / test.length;
          });
          expect(points.map(({ accuracies }) => accuracies[repeat])).toEqual(expected);
        }
        expect(points.map(({ documents }) => documents)).toEqual(learned[0].map(({ length }) => length));
      }),
      { numRuns: 80 },
    );
  });

  it("returns a curve for each classifier on the same documents, with baselines, a power law and a forecast", () => {
    const both = learningCurves(DATA, [multinomial(), multinomial({ alpha: 0.1 })], { repeats: 2 });
    expect(both.curves[0]).toEqual(learningCurves(DATA, [multinomial()], { repeats: 2 }).curves[0]);
    expect(both.baselines.majority).toBeCloseTo(2 / 3, 12);
    expect(both.curves[0].forecast?.documents).toBe(48);
    expect(learningCurves(DATA, [multinomial()], { sizes: [2, 24] }).curves[0].law).toBeUndefined();
    const once = learningCurves(DATA, [multinomial()], { repeats: 1 }).curves[0];
    expect(once.forecast).toEqual({ documents: 48, accuracy: expect.any(Number) });
  });

  it("refuses one point, no size, no repeat, and a holdout of everything or nothing", () => {
    const wrong = [{ points: 1 }, { points: 2.5 }, { sizes: [] }, { repeats: 0 }, { holdout: 0 }, { holdout: 1 }];
    for (const options of wrong) {
      expect(() => learningCurves(DATA, [multinomial()], options)).toThrow(UsageError);
    }
  });

  it("tests on all documents of a test set, with a wider interval where repeats differ", () => {
    const noisy = { ...DATA, y: CLASSES.map((c, row) => (row % 5 === 0 ? 1 - c : c)), labels: LABELS.slice(0, 2) };
    const options: CurveOptions = { test: noisy, sizes: [4, "all"], repeats: 3 };
    const { curves, documents } = learningCurves(noisy, [multinomial()], options);
    expect(documents).toEqual({ train: 36, test: 36 });
    const [few, all] = curves[0].points;
    expect(new Set(all.accuracies).size).toBe(1);
    expect(few.interval[1] - few.interval[0]).toBeGreaterThan(all.interval[1] - all.interval[0]);
  });
});

it("stratifiedOrder begins with one row of each class, or takes a row of each in turn", () => {
  const classes = fc.array(fc.nat(3), { minLength: 2, maxLength: 200 });
  fc.assert(
    fc.property(classes, fc.nat(), fc.integer({ min: 1, max: 60 }), (y, seed, wanted) => {
      const orderOf = (placeOf: typeof inTurn) =>
        Array.from(stratifiedOrder(y, Uint32Array.from(y.keys()), seededRandom(seed, 0), placeOf), (row) => y[row]);
      const count = new Set(y).size;
      expect(new Set(orderOf(eachClassFirst).slice(0, count)).size).toBe(count);
      const most = classSizes(y, 4).map((size) => Math.min(size, wanted));
      expect(classSizes(orderOf(inTurn).slice(0, sumOf(most)), 4)).toEqual(most);
    }),
  );
});
