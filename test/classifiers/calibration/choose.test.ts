import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaAt } from "../../../src/classifiers/calibration/beta.js";
import { type Calibration, calibrateInPlace } from "../../../src/classifiers/calibration/calibration.js";
import { chooseCalibration, fitMethod } from "../../../src/classifiers/calibration/choose.js";
import { curveAt } from "../../../src/classifiers/calibration/curve.js";
import type { ScoredDocument } from "../../../src/classifiers/calibration/fit-temperature.js";
import { argmax, logSoftmaxInPlace, ranked } from "../../../src/classifiers/scores.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { scoredDocuments, twoClassDocuments } from "./scored.js";

const calibrated = ({ scores, tokens }: ScoredDocument, calibration: Calibration) =>
  calibrateInPlace(scores.slice(), tokens, calibration);

const logOdds = (scores: Float64Array) => scores[1] - scores[0];

function meanLoss(documents: readonly ScoredDocument[], calibration: Calibration): number {
  const losses = documents.map((document) => -logSoftmaxInPlace(calibrated(document, calibration))[document.actual]);
  return losses.reduce((sum, loss) => sum + loss, 0) / documents.length;
}

describe("a fitted calibration", () => {
  const ways = fc.constantFrom("temperature", "beta", "isotonic");

  it("of two classes keeps the class and the ranking of every document of any length, and tells apart what was apart", () => {
    forAll(slowRuns(300), [scoredDocuments(2), ways], (documents, way) => {
      const calibration = fitMethod(way, documents);
      const pairs = documents.map((document) => ({
        before: logOdds(document.scores),
        after: logOdds(calibrated({ ...document, tokens: 3 }, calibration)),
      }));
      expect(pairs.map(({ after }) => after)).toEqual(documents.map((one) => logOdds(calibrated(one, calibration))));
      for (const { before, after } of pairs) {
        expect([Number.isFinite(after), Math.sign(after)]).toEqual([true, Math.sign(before)]);
      }
      pairs.sort((a, b) => a.before - b.before);
      for (const [i, { before, after }] of pairs.slice(1).entries()) {
        if (before === pairs[i].before) expect(after).toBe(pairs[i].after);
        else if (before - pairs[i].before > 1e-9) expect(after).toBeGreaterThan(pairs[i].after);
      }
    });
  });

  it("of more classes keeps the order of the classes of every document", () => {
    forAll(slowRuns(300), [scoredDocuments(4), ways], (documents, way) => {
      const calibration = fitMethod(way, documents);
      for (const document of documents) {
        const after = calibrated(document, calibration);
        const order = ranked(document.scores);
        expect(argmax(after)).toBe(order[0]);
        for (const [i, c] of order.slice(1).entries()) {
          expect(after[c]).toBeLessThanOrEqual(after[order[i]]);
          if (document.scores[order[i]] - document.scores[c] > 1e-6) expect(after[c]).toBeLessThan(after[order[i]]);
        }
      }
    });
  });
});

describe("choosing a calibration", () => {
  it("takes the temperature alone where it is the whole truth", () => {
    for (const [seed, factor] of [1 / 3, 0.8].entries()) {
      const documents = twoClassDocuments(1500, 1 + seed, (x) => x * factor);
      expect(chooseCalibration(documents, 1).shape).toBeUndefined();
    }
  });

  it("takes beta where the two sides differ", () => {
    const documents = twoClassDocuments(400, 3, (x) => betaAt({ a: 0.1, b: 1.5, c: 0 }, x, true));
    expect(chooseCalibration(documents, 1).shape?.kind).toBe("beta");
  });

  it("takes isotonic where the truth has another form", () => {
    const [documents, fresh] = [5, 6].map((seed) =>
      twoClassDocuments(3000, seed, (x) => (Math.abs(x) < 5 ? 0 : 5 * Math.sign(x))),
    );
    const calibration = chooseCalibration(documents, 1);
    expect(calibration.shape?.kind).toBe("curve");
    expect(meanLoss(fresh, calibration)).toBeLessThan(meanLoss(fresh, fitMethod("temperature", documents)) - 0.05);
  });

  it("is the same for the same seed, and never fails", () => {
    forAll(slowRuns(100), [fc.oneof(scoredDocuments(2), scoredDocuments(3)), fc.nat(5)], (documents, seed) => {
      const calibration = chooseCalibration(documents, seed);
      expect(chooseCalibration(documents, seed)).toEqual(calibration);
      for (const document of documents) expect([...calibrated(document, calibration)].some(Number.isNaN)).toBe(false);
    });
  });

  it("passes over documents for which only one class is possible", () => {
    const alone = { scores: Float64Array.of(0, Number.NEGATIVE_INFINITY), actual: 0, tokens: 3 };
    expect(fitMethod("beta", [alone, alone]).shape).toEqual({ kind: "beta", a: 1, b: 1, c: 0 });
    const { shape } = fitMethod("isotonic", [alone, alone]);
    for (const x of [-3, 0, 8]) expect(shape?.kind === "curve" && curveAt(shape, x)).toBe(x);
    expect(chooseCalibration(new Array<ScoredDocument>(9).fill(alone), 1).shape).toBeUndefined();
    expect(fitMethod("isotonic", [alone, ...twoClassDocuments(9, 1, (x) => x)]).shape?.kind).toBe("curve");
  });
});
