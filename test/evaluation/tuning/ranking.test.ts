import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLASSIFIER_NAMES } from "../../../src/classifiers/table.js";
import type { Measure } from "../../../src/evaluation/metrics/measure.js";
import { resampledInterval } from "../../../src/evaluation/significance/intervals.js";
import { candidatesOf } from "../../../src/evaluation/tuning/grid.js";
import {
  type CandidateScores,
  type TunedCandidate,
  type Tuning,
  tuningOf,
} from "../../../src/evaluation/tuning/ranking.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { range } from "../small-corpora.js";
import { documentOf, documents, meanOf, standardErrorOf, tunedOn } from "./tuning-corpora.js";

const SIZES = { train: 30, test: 10 };

/** The rule in plain code: the simplest candidate whose mean difference to the best is within its standard error. */
function expectedChoice({ by, candidates }: Tuning): TunedCandidate {
  const sign = by === "log-loss" ? -1 : 1;
  const top = sign * Math.max(...candidates.map((result) => sign * result.mean));
  const best = candidates.find((result) => result.mean === top) as TunedCandidate;
  const allowed = candidates.filter(({ scores }) => {
    const differences = scores.map((score, s) => sign * (best.scores[s] - score));
    return meanOf(differences) <= standardErrorOf(differences);
  });
  const rank = ({ candidate: { settings }, terms }: TunedCandidate) => [
    settings.ngrams[1],
    -settings.ngrams[0],
    terms,
    ["count", "none", "none"].filter((none, w) => none !== [settings.tf, settings.idf, settings.norm][w]).length,
    -(settings.alpha as number),
    CLASSIFIER_NAMES.indexOf(settings.classifier),
  ];
  const [simplest] = [...allowed].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const differing = x.findIndex((value, i) => value !== y[i]);
    return differing < 0 ? 0 : x[differing] - y[differing];
  });
  return simplest;
}

describe("the chosen candidate", () => {
  it("is the simplest candidate that is within one standard error of the best", () => {
    const candidates = candidatesOf({
      alpha: [0.01, 1],
      ngrams: [range(1, 1), range(1, 2), range(2, 2)],
      norm: ["l2", "none"],
    });
    const score = fc.constantFrom(0.7, 0.75, 0.8);
    const figures = fc.record({
      scores: fc.array(score, { minLength: 3, maxLength: 3 }),
      terms: fc.constantFrom(5, 9),
    });
    const all = fc.tuple(...candidates.map(() => figures));
    let simplerThanBest = 0;
    fc.assert(
      fc.property(all, fc.constantFrom<Measure>("accuracy", "log-loss"), (all, by) => {
        const results = all.map((one, i): CandidateScores => ({ ...one, candidate: candidates[i] }));
        const tuning = tuningOf(by, SIZES, results, false);
        expect(tuning.chosen.candidate).toEqual(expectedChoice(tuning).candidate);
        expect(tuning.best).toBe(tuning.candidates[0]);
        if (tuning.chosen !== tuning.best) simplerThanBest++;
        expect(tuningOf(by, SIZES, results, true).chosen.candidate).toBe(tuning.best.candidate);
      }),
    );
    expect(simplerThanBest).toBeGreaterThan(25);
  });

  it("is the simplest of all if all documents are alike, so that all candidates are equally good", async () => {
    const corpus = documents(8).map(({ label }, i) => documentOf(i, label, "same old words"));
    const grid = { classifier: ["bernoulli", "multinomial"], dropTop: [0, 1], prior: ["uniform", "fit"] } as const;
    const candidates = candidatesOf(grid);
    const { chosen, best, within } = await tunedOn(corpus, 2, candidates);
    expect(within).toBe(candidates.length);
    expect(chosen).toBe(best);
    const simplest = { ngrams: [1, 1], dropTop: 1, alpha: 1, classifier: "multinomial", prior: "uniform" };
    expect(chosen.candidate.settings).toMatchObject(simplest);
  });

  it("is the best one if a simpler one is worse by the same amount in every fold, however hard some folds are", () => {
    const [simple, other] = ["multinomial", "bernoulli"].map((classifier) => ({
      settings: settingsFrom({ classifier }),
    }));
    const results = [
      { candidate: other, scores: [1, 1, 0.7, 0.4], terms: 9 },
      { candidate: simple, scores: [0.95, 0.95, 0.65, 0.35], terms: 5 },
    ];
    const { best, chosen, within, candidates } = tuningOf("accuracy", SIZES, results, false);
    expect(candidates[1].shortfall.mean).toBeLessThan(best.standardError);
    expect([chosen, within]).toEqual([best, 1]);
  });
});

describe("the figures of candidates", () => {
  const results = (scores: readonly (readonly number[])[]) =>
    scores.map((own, n) => ({ candidate: { settings: settingsFrom({ alpha: n + 1 }) }, scores: own, terms: 5 }));

  it("are their mean, standard error, interval and differences to the best candidate", () => {
    const { candidates, best } = tuningOf(
      "accuracy",
      SIZES,
      results([
        [0.7, 0.8, 0.6],
        [0.9, 0.8, 0.8],
      ]),
      false,
    );
    expect(candidates.map(({ candidate }) => candidate.settings.alpha)).toEqual([2, 1]);
    for (const { scores, mean, interval, standardError, shortfall } of candidates) {
      const differences = scores.map((score, s) => best.scores[s] - score);
      expect(mean).toBe(meanOf(scores));
      expect(interval).toEqual(resampledInterval(scores, 10, 30));
      expect(standardError).toBeCloseTo(standardErrorOf(scores), 14);
      expect(shortfall.mean).toBeCloseTo(meanOf(differences), 14);
      expect(shortfall.standardError).toBeCloseTo(standardErrorOf(differences), 14);
    }
  });

  it("are better if lower when they are losses, and their interval may exceed 1", () => {
    const { candidates, best } = tuningOf(
      "log-loss",
      SIZES,
      results([
        [1.2, 1.5, 0.9, 1],
        [0.2, 0.3, 0.2, 0.1],
      ]),
      false,
    );
    expect(candidates.map(({ mean }) => mean)).toEqual([meanOf([0.2, 0.3, 0.2, 0.1]), meanOf([1.2, 1.5, 0.9, 1])]);
    expect(best.shortfall).toEqual({ mean: 0, standardError: 0 });
    const [, worst] = candidates;
    expect(worst.shortfall.mean).toBeGreaterThan(0);
    const half = 3.182446305284263 * Math.sqrt((1 / 4 + 1 / 3) * 4) * worst.standardError;
    expect(worst.interval[0]).toBeCloseTo(Math.max(0, worst.mean - half), 9);
    expect(worst.interval[1]).toBeCloseTo(worst.mean + half, 9);
    expect(worst.interval[1]).toBeGreaterThan(1);
  });
});
