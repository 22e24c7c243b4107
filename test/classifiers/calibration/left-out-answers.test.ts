import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import type { ScoredDocument } from "../../../src/classifiers/calibration/fit-temperature.js";
import { leftOutAnswers, limitThresholds } from "../../../src/classifiers/calibration/left-out-answers.js";
import { argmax } from "../../../src/classifiers/scores.js";

/** Documents of three classes, of which more are right the surer they are. */
function documentsOf(size: number, random: (below: number) => number): ScoredDocument[] {
  return Array.from({ length: size }, () => {
    const answer = random(3);
    const margin = random(6000) / 1000;
    const scores = Float64Array.from([0, 1, 2], (c) => (c === answer ? margin : 0));
    const isRight = random(1000) < 1000 / (1 + Math.exp(-margin));
    return { scores, actual: isRight ? answer : (answer + 1) % 3, tokens: 1 };
  });
}

describe("limitThresholds", () => {
  it("keeps the share of errors among filed documents at or below the limit in nearly all batches", () => {
    const random = seededRandom(1);
    let [held, filed] = [0, 0];
    for (let trial = 0; trial < 100; trial++) {
      const thresholds = limitThresholds(leftOutAnswers(documentsOf(1000, random), undefined), 3, 0.05);
      const batch = leftOutAnswers(documentsOf(500, random), undefined);
      const isFiled = Array.from(batch.logOdds, (odds, i) => odds >= thresholds[batch.classes[i]]);
      const wrong = isFiled.filter((is, i) => is && batch.wrong[i] === 1).length;
      const count = isFiled.filter(Boolean).length;
      filed += count / 500 / 100;
      held += wrong <= 0.05 * count ? 1 : 0;
    }
    expect(held).toBeGreaterThanOrEqual(97);
    expect(filed).toBeGreaterThan(0.4);
  });

  it("gives each class a threshold of its own if all have enough answers", () => {
    const answers = leftOutAnswers(documentsOf(4000, seededRandom(2)), undefined);
    expect(new Set(limitThresholds(answers, 3, 0.05)).size).toBe(3);
    expect(new Set(limitThresholds(answers, 4, 0.05)).size).toBe(1);
  });

  it("files all if that keeps the limit, and nothing if no threshold does", () => {
    const sure = documentsOf(1000, seededRandom(3)).map((one) => ({ ...one, actual: argmax(one.scores) }));
    expect(limitThresholds(leftOutAnswers(sure, undefined), 3, 0.01)).toEqual(new Float64Array(3).fill(-Infinity));
    expect(limitThresholds(leftOutAnswers(sure.slice(0, 100), undefined), 3, 0.01)[0]).toBe(Infinity);
    const wrong = sure.map((one) => ({ ...one, actual: (one.actual + 1) % 3 }));
    expect(limitThresholds(leftOutAnswers(wrong, undefined), 3, 0.9)[0]).toBe(Infinity);
    expect(limitThresholds(leftOutAnswers([], undefined), 3, 0.5)[0]).toBe(Infinity);
  });

  it("does not depend on the order of the documents", () => {
    const documents = documentsOf(200, seededRandom(4));
    const answers = leftOutAnswers(documents, undefined);
    expect(leftOutAnswers(documents.toReversed(), undefined)).toEqual(answers);
  });
});
