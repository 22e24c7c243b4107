import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { argmax, logSoftmaxInPlace } from "../../../src/classifiers/classifier.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { classifierNamed } from "../../../src/classifiers/table.js";
import { bestLogOdds, CALIBRATION_METHODS } from "../../../src/classifiers/wrappers/calibration.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { calibrationBefore, fitCalibration, fitSteps } from "../../../src/model/fitting/fit-calibration.js";
import { splitFolds, testFold } from "../../../src/model/fitting/fold.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { fitTemperature, type ScoredDocument } from "../../../src/model/fitting/temperature.js";
import { dataOf, LABELS } from "../../evaluation/small-corpora.js";
import { WEIGHABLE_NAMES } from "../../helpers/smoothing-names.js";

fc.configureGlobal({ seed: 69 });

const documents = fc.array(
  fc
    .record({
      scores: fc.array(fc.double({ min: -40, max: 0, noNaN: true }), { minLength: 3, maxLength: 3 }),
      actual: fc.nat(2),
      tokens: fc.nat(300),
    })
    .map((document): ScoredDocument => ({ ...document, scores: Float64Array.from(document.scores) })),
  { minLength: 2, maxLength: 40 },
);

/** What the fit minimizes, written down plainly. */
function loss(documents: readonly ScoredDocument[], offset: number, slope: number): number {
  const prior = (offset * offset + slope * slope) / 2;
  return documents.reduce((sum, { scores, actual, tokens }) => {
    const logs = logSoftmaxInPlace(scores.map((score) => score / Math.exp(offset + slope * Math.log(1 + tokens))));
    return sum - logs[actual];
  }, prior);
}

/** Documents of three classes whose words tell the class only most of the time, many or few of them. */
function noisyCorpus(size: number, seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: size }, (_, row) => {
    const label = row % 3;
    const topic = random(10) < 7 ? label : random(3);
    const words = Array.from({ length: 1 + random(30) }, () => (random(3) === 0 ? `t${topic}` : `w${random(20)}`));
    return { words, label };
  });
}

describe("the fitted temperature", () => {
  it("has no better one near it", () => {
    fc.assert(
      fc.property(documents, (documents) => {
        const { offset, slope } = fitTemperature(documents);
        const here = loss(documents, offset, slope);
        for (const [down, side] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
          [1, 1],
          [-1, 1],
        ]) {
          expect(loss(documents, offset + 1e-3 * down, slope + 1e-3 * side)).toBeGreaterThan(here - 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("finds the temperature that made the scores", () => {
    const random = seededRandom(3);
    const made = Array.from({ length: 4000 }, (): ScoredDocument => {
      const tokens = 1 + random(400);
      const true2 = Array.from({ length: 3 }, () => random(1000) / 200);
      const shares = logSoftmaxInPlace(Float64Array.from(true2)).map(Math.exp);
      const draw = random(1_000_000) / 1_000_000;
      const actual = draw < shares[0] ? 0 : draw < shares[0] + shares[1] ? 1 : 2;
      const temperature = Math.exp(0.5 + 0.8 * Math.log(1 + tokens));
      return { scores: Float64Array.from(true2, (score) => score * temperature), actual, tokens };
    });
    const { offset, slope } = fitTemperature(made);
    expect(offset).toBeCloseTo(0.5, 0);
    expect(slope).toBeCloseTo(0.8, 1);
  });

  it("stays finite if no document is wrong or one class is impossible", () => {
    const sure = { scores: Float64Array.of(0, -50, Number.NEGATIVE_INFINITY), actual: 0, tokens: 10 };
    const { offset, slope } = fitTemperature([sure, sure, sure]);
    expect([Number.isFinite(offset), Number.isFinite(slope)]).toEqual([true, true]);
  });
});

describe("the fitted steps", () => {
  const distinct = fc
    .uniqueArray(fc.tuple(fc.nat(400), fc.nat(1)), { selector: ([x]) => x, minLength: 2 })
    .map((drawn) =>
      drawn.map(([x, actual]): ScoredDocument => ({ scores: Float64Array.of(0, -x / 8), actual, tokens: 1 })),
    );
  it("are the best function that never falls: at each document the highest of the lowest means around it", () => {
    fc.assert(
      fc.property(distinct, (documents) => {
        const { logOdds, accuracy } = fitSteps(documents, { offset: 0, slope: 0 });
        const points = documents
          .map(({ scores, actual }) => ({ x: bestLogOdds(scores), right: argmax(scores) === actual ? 1 : 0 }))
          .sort((a, b) => a.x - b.x);
        const mean = (from: number, to: number) =>
          points.slice(from, to + 1).reduce((sum, { right }) => sum + right, 0) / (to + 1 - from);
        const least = 1 / (2 * documents.length);
        points.forEach(({ x }, i) => {
          const lowest = (j: number) => Math.min(...points.map((_, k) => (k >= i ? mean(j, k) : 1)));
          const best = Math.max(...points.slice(0, i + 1).map((_, j) => lowest(j)));
          const at = logOdds.indexOf(x) >= 0 ? logOdds.indexOf(x) : logOdds.findLastIndex((other) => other < x);
          expect(accuracy[at]).toBeCloseTo(Math.min(1 - least, Math.max(least, best)), 12);
        });
      }),
      { numRuns: 200 },
    );
  });

  it("take documents of equal log odds together", () => {
    const tied = [1, 0, 0, 0].map((actual): ScoredDocument => ({ scores: Float64Array.of(0, -2), actual, tokens: 1 }));
    const { logOdds, accuracy } = fitSteps(tied, { offset: 0, slope: 0 });
    expect([logOdds.length, accuracy[0]]).toEqual([1, 0.75]);
  });
});

describe("calibrating", () => {
  it("leaves every predicted class as it is, and makes probabilities more honest", () => {
    const data = dataOf(noisyCorpus(240, 5));
    const splits = folds(data.y, 4, 1);
    for (const name of WEIGHABLE_NAMES) {
      const classifier = classifierNamed(name, { alpha: 1, prior: "fit" });
      const raw = evaluate(splitFolds(data, splits), classifier, LABELS);
      for (const calibrate of CALIBRATION_METHODS) {
        const calibrated = evaluate(splitFolds(data, splits), classifier, LABELS, { calibrate, seed: 2 });
        expect(calibrated.predictions.map(({ predicted }) => predicted)).toEqual(
          raw.predictions.map(({ predicted }) => predicted),
        );
        const { logLoss, brier, calibrationError, reliability, topAccuracy } = raw;
        expect(calibrated.uncalibrated).toEqual({ logLoss, brier, calibrationError, reliability, topAccuracy });
        expect(raw.uncalibrated).toBe(undefined);
        expect(calibrated.calibrationError).toBeLessThan(raw.calibrationError);
        expect(calibrated.logLoss).toBeLessThan(raw.logLoss);
      }
    }
  });

  it("looks at the training part only", () => {
    const corpus = noisyCorpus(90, 6);
    const data = dataOf(corpus);
    const [split] = folds(data.y, 3, 1);
    const tested = new Set(split.test);
    const changed = dataOf(
      corpus.map(({ words, label }, row) => ({ words, label: tested.has(row) ? 2 - label : label })),
    );
    const fitted = [data, changed].map((data) => {
      const [fold] = splitFolds(data, [split]);
      return fitCalibration(fold, multinomial(), "isotonic", 1);
    });
    expect(fitted[0]).toEqual(fitted[1]);
  });

  it.each([
    { documents: 30, trained: 5 },
    { documents: 3000, trained: 3 },
    { documents: 8000, trained: 1 },
  ])("trains $trained models for $documents documents, where no counts suffice for one", ({ documents, trained }) => {
    const labels = ["a", "b"];
    const y = Uint32Array.from({ length: documents }, (_, row) => row % 2);
    const data = { x: matrixFromRows(Array.from(y, (c) => [1, c])), y, labels };
    const stored = weighted(multinomial(), {});
    let models = 0;
    const shares: number[] = [];
    const counting: StoredClassifier = {
      ...stored,
      fit(part, onProgress) {
        models++;
        onProgress?.(1);
        return stored.fit(part);
      },
    };
    const fold = testFold(data, data);
    const { calibration, onFit } = calibrationBefore(fold, counting, "isotonic", 1, (done) => shares.push(done));
    onFit(1);
    expect(models).toBe(trained);
    expect(calibration?.steps).toBeDefined();
    expect(shares).toEqual(Array.from({ length: trained + 1 }, (_, i) => expect.closeTo((i + 1) / (trained + 1), 12)));
  });

  it("is the same for the same seed", () => {
    const data = dataOf(noisyCorpus(60, 7));
    const fitted = (seed: number) => fitCalibration(testFold(data, data), multinomial(), "temperature", seed);
    expect(fitted(4)).toEqual(fitted(4));
    expect(fitted(4)).not.toEqual(fitted(5));
  });

  it("refuses a training part in which no document has another of its class", () => {
    const data = dataOf([0, 1, 2].map((label) => ({ words: ["ant"], label })));
    for (const documents of [data, dataOf([{ words: ["ant"], label: 0 }])]) {
      expect(() => fitCalibration(testFold(documents, documents), multinomial(), "temperature", 1)).toThrow(DataError);
      expect(() => fitCalibration(testFold(documents, documents), multinomial(), "temperature", 1)).toThrow(
        "calibrate: too few documents: two are needed to which a model that has not seen them gives a chance of their class, and there are 0: add documents, take an alpha above 0, or leave out --calibrate (--preset best has it)",
      );
    }
  });
});
