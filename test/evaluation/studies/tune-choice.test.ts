import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLASSIFIER_NAMES } from "../../../src/classifiers/table.js";
import type { Measure } from "../../../src/evaluation/metrics/measure.js";
import { tune } from "../../../src/evaluation/studies/tune.js";
import type { TunedCandidate, Tuning } from "../../../src/evaluation/studies/tuning.js";
import { candidatesOf } from "../../../src/evaluation/studies/tuning-grid.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";
import { range } from "../small-corpora.js";
import { documentOf, documents, meanOf, readFor, standardErrorOf } from "./tuning-corpora.js";

/** The rule in plain code: the simplest candidate whose mean difference to the best is within its standard error. */
function expectedChoice({ by, candidates }: Tuning): TunedCandidate {
  const sign = by === "log-loss" ? -1 : 1;
  const top = sign * Math.max(...candidates.map((result) => sign * result.mean));
  const best = candidates.find((result) => result.mean === top) as TunedCandidate;
  const allowed = candidates.filter(({ scores }) => {
    const differences = scores.map((score, s) => sign * (best.scores[s] - score));
    return meanOf(differences) <= standardErrorOf(differences);
  });
  const rank = ({ candidate, terms }: TunedCandidate) => [
    candidate.ngrams[1],
    -candidate.ngrams[0],
    terms,
    ["count", "none", "none"].filter((none, w) => none !== [candidate.tf, candidate.idf, candidate.norm][w]).length,
    -(candidate.alpha ?? 0),
    CLASSIFIER_NAMES.indexOf(candidate.classifier),
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
    const words = fc.array(fc.constantFrom("cash", "prize", "letter", "home", "the", "of", "a"), { maxLength: 6 });
    const example = fc.record({ words, label: fc.constantFrom("ham", "spam") });
    const corpus = fc.array(example, { minLength: 12, maxLength: 24 });
    const candidates = candidatesOf({
      alpha: [0.01, 1],
      ngrams: [range(1, 1), range(1, 2), range(2, 2)],
      dropTop: [0, 1],
      norm: ["l2", "none"],
    });
    let simplerThanBest = 0;
    fc.assert(
      fc.property(corpus, fc.constantFrom<Measure>("accuracy", "log-loss"), (corpus, by) => {
        const documents = corpus.map(({ words, label }, i) => documentOf(i, label, words.join(" ")));
        const data = readFor(candidates, documents);
        fc.pre(data.labels.length === 2);
        const tuning = tune(data, folds(data.y, 3, 1), candidates, { by });
        expect(tuning.chosen.candidate).toEqual(expectedChoice(tuning).candidate);
        expect(tuning.best).toBe(tuning.candidates[0]);
        if (tuning.chosen !== tuning.best) simplerThanBest++;
      }),
      { ...EXAMPLES, numRuns: slowRuns(40) },
    );
    expect(simplerThanBest).toBeGreaterThan(slowRuns(40) / 4);
  });

  it("is the simplest of all if all documents are alike, so that all candidates are equally good", () => {
    const corpus = documents(8).map(({ label }, i) => documentOf(i, label, "same old words"));
    const candidates = candidatesOf({
      classifier: ["bernoulli", "multinomial"],
      ngrams: [range(1, 2), range(1, 1), range(2, 2)],
      dropTop: [0, 1],
      prior: ["uniform", "fit"],
    });
    const data = readFor(candidates, corpus);
    const { chosen, best, within } = tune(data, folds(data.y, 2, 1), candidates);
    expect(within).toBe(candidates.length);
    expect(chosen).toBe(best);
    const simplest = { ngrams: [1, 1], dropTop: 1, alpha: 1, classifier: "multinomial", prior: "uniform" };
    expect(chosen.candidate).toMatchObject(simplest);
  });

  it("is the candidate with fewer lengths of n-grams if the numbers of terms are equal", () => {
    const candidates = candidatesOf({ ngrams: [range(1, 2), range(2, 2)], maxTerms: [1] });
    const corpus = documents(8).map(({ label }, i) => documentOf(i, label, "same old"));
    const data = readFor(candidates, corpus);
    expect(tune(data, folds(data.y, 2, 1), candidates).chosen.candidate.ngrams).toEqual([2, 2]);
  });

  it("is the best one if a simpler one is worse by the same amount in every fold, however hard some folds are", () => {
    // The simpler candidate does not know the rare word of one document per fold. No candidate gets hard ones right.
    const parts = [
      { rare: 1, hard: 0, ham: 9, spam: 10 },
      { rare: 1, hard: 0, ham: 9, spam: 10 },
      { rare: 1, hard: 6, ham: 9, spam: 4 },
      { rare: 1, hard: 12, ham: 5, spam: 2 },
    ];
    const word = { rare: "rare", hard: "letter", ham: "letter", spam: "prize" };
    const kinds = parts.flatMap((part) =>
      Object.entries(part).flatMap(([kind, n]) => new Array<keyof typeof word>(n).fill(kind as keyof typeof word)),
    );
    const corpus = kinds.map((kind, i) => documentOf(i, kind === "ham" ? "ham" : "spam", word[kind]));
    const rows = Uint32Array.from(kinds.keys());
    const splits = parts.map((_, part) => ({
      train: rows.filter((row) => Math.floor(row / 20) !== part),
      test: rows.filter((row) => Math.floor(row / 20) === part),
    }));
    const grid = { classifier: ["multinomial"], alpha: [1], prior: ["uniform"], minDocuments: [1, 4] } as const;
    const candidates = candidatesOf(grid);
    const { best, chosen, within, candidates: results } = tune(readFor(candidates, corpus), splits, candidates);
    const [, worse] = results;
    expect(best.scores).toEqual([1, 1, 0.7, 0.4]);
    expect(worse.scores).toEqual([0.95, 0.95, 0.65, 0.35]);
    expect(worse.terms).toBeLessThan(best.terms);
    expect(worse.shortfall.mean).toBeLessThan(best.standardError);
    expect(chosen).toBe(best);
    expect(within).toBe(1);
  });
});
