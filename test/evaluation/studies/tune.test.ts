import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { seededRandom } from "../../../src/base/random.js";
import { CLASSIFIER_NAMES, classifierFor } from "../../../src/classifiers/table.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { isForTwoClasses, MEASURES, type Measure } from "../../../src/evaluation/metrics/measure.js";
import { resampledInterval } from "../../../src/evaluation/significance/intervals.js";
import { type TunedCandidate, type Tuning, tune, withNgrams } from "../../../src/evaluation/studies/tune.js";
import {
  type Candidate,
  candidatesOf,
  selectionOf,
  widestNgrams,
} from "../../../src/evaluation/studies/tuning-grid.js";
import { type CorpusData, readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { splitFolds } from "../../../src/model/fitting/fold.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { corpora, EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";
import { range } from "../small-corpora.js";

/** Messages of two sorts that share some words, so that nobody is always right. */
function documents(n: number): LabelledDocument[] {
  const words = ["cash", "prize", "letter", "meeting", "home", "the", "offer", "lunch"];
  const random = seededRandom(n);
  return Array.from({ length: n }, (_, i) => {
    const label = i % 2 === 0 ? "ham" : "spam";
    const text = Array.from({ length: 5 }, () => words[random(6) + (label === "ham" ? 2 : 0)]);
    return documentOf(i, label, text.join(" "));
  });
}

function documentOf(i: number, label: string, text: string): LabelledDocument {
  return { id: `${i}`, label, bytes: new Uint8Array(Buffer.from(text)) };
}

function read(corpus: readonly LabelledDocument[], candidates: readonly Candidate[]): CorpusData {
  return readCorpus(corpus, settingsFrom({ ngrams: widestNgrams(candidates) }));
}

/** What `evaluate` says of a candidate on a corpus that was read for it alone. */
function alone(corpus: readonly LabelledDocument[], candidate: Candidate, k: number) {
  const data = readCorpus(corpus, settingsFrom({ ngrams: candidate.ngrams }));
  const tested = [...splitFolds(data, folds(data.y, k, 1), selectionOf(candidate))];
  const classifier = classifierFor(candidate);
  return { evaluation: evaluate(tested, classifier, data.labels), tested, classifier, labels: data.labels };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const standardError = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, v) => sum + (v - mean(values)) ** 2, 0) / (values.length - 1) / values.length);

describe("the scores of each candidate", () => {
  it("are those of evaluating it alone, on documents read for it alone", () => {
    const grid = fc.record({
      alpha: fc.subarray([0, 0.01, 1], { minLength: 1 }),
      ngrams: fc.subarray([[1, 1] as const, [1, 2] as const, [2, 2] as const], { minLength: 1 }),
      minDocuments: fc.subarray([1, 2], { minLength: 1 }),
      dropTop: fc.subarray([0, 1], { minLength: 1 }),
      idf: fc.subarray(["none", "smooth"] as const, { minLength: 1 }),
    });
    fc.assert(
      fc.property(corpora, grid, fc.constantFrom(...MEASURES), (corpus, grid, by) => {
        const candidates = candidatesOf(grid);
        const data = read(corpus, candidates);
        fc.pre(!isForTwoClasses(by) || data.labels.length === 2);
        const { candidates: results } = tune(data, folds(data.y, 2, 1), candidates, { by });
        expect(results).toHaveLength(candidates.length);
        const one = results[results.length >> 1];
        const { tested, classifier, labels } = alone(corpus, one.candidate, 2);
        const scores = tested.map((fold) => {
          const { accuracy, macro, logLoss, binary } = evaluate([fold], classifier, labels);
          const cost = binary && (binary.falseAlarms + binary.misses) / fold.rows.length;
          const ofTwo = { "roc-auc": binary?.rocAuc ?? 0.5, "total-cost": cost };
          return { accuracy, "macro-f1": macro.f1, "log-loss": logLoss, ...ofTwo }[by];
        });
        expect(one.scores).toEqual(scores);
        expect(one.terms).toBe(mean(tested.map(({ vocabulary }) => vocabulary)));
      }),
      { ...EXAMPLES, numRuns: slowRuns(60) },
    );
  });

  it("come with mean, standard error, interval and the differences to the best", () => {
    const corpus = documents(40);
    const candidates = candidatesOf({ alpha: [1, 0.1], ngrams: [range(1, 1), range(1, 2)] });
    const data = read(corpus, candidates);
    const { candidates: results, best, documents: sizes, splits } = tune(data, folds(data.y, 4, 1), candidates);
    expect({ sizes, splits }).toEqual({ sizes: { train: 30, test: 10 }, splits: 4 });
    for (const result of results) {
      const { evaluation } = alone(corpus, result.candidate, 4);
      expect(result.mean).toBe(evaluation.accuracy);
      expect(result.interval).toEqual(evaluation.accuracyInterval);
      expect(result.interval).toEqual(resampledInterval(result.scores, 10, 30));
      expect(result.standardError).toBeCloseTo(standardError(result.scores), 14);
      const differences = result.scores.map((score, s) => best.scores[s] - score);
      expect(result.shortfall.mean).toBeCloseTo(mean(differences), 14);
      expect(result.shortfall.standardError).toBeCloseTo(standardError(differences), 14);
    }
    const means = results.map((result) => result.mean);
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(new Set(means).size).toBeGreaterThan(1);
  });

  it("are better when they are less if they are losses, and their interval is not cut at 1", () => {
    const mislabelled = (i: number, label: string) => (i % 8 > 1 ? label : label === "ham" ? "spam" : "ham");
    const corpus = documents(40).map((document, i) => ({ ...document, label: mislabelled(i, document.label) }));
    const candidates = candidatesOf({ alpha: [1, 1e-30, 0] });
    const data = read(corpus, candidates);
    const { candidates: results, best } = tune(data, folds(data.y, 4, 1), candidates, { by: "log-loss" });
    const means = results.map((result) => result.mean);
    expect(means).toEqual([...means].sort((a, b) => a - b));
    for (const { shortfall } of results) expect(shortfall.mean).toBeGreaterThanOrEqual(0);
    expect(best.shortfall).toEqual({ mean: 0, standardError: 0 });
    const worst = results[results.length - 1];
    const half = 3.182446305284263 * Math.sqrt((1 / 4 + 1 / 3) * 4) * worst.standardError;
    expect(worst.interval[0]).toBeCloseTo(Math.max(0, worst.mean - half), 9);
    expect(worst.interval[1]).toBeCloseTo(worst.mean + half, 9);
    expect(worst.interval[1]).toBeGreaterThan(1);
  });
});

describe("the choice", () => {
  /** A naive reading of the rule. */
  function chosenOf({ by, candidates }: Tuning): TunedCandidate {
    const sign = by === "log-loss" ? -1 : 1;
    const top = sign * Math.max(...candidates.map((result) => sign * result.mean));
    const best = candidates.find((result) => result.mean === top) as TunedCandidate;
    const allowed = candidates.filter(({ scores }) => {
      const differences = scores.map((score, s) => sign * (best.scores[s] - score));
      return mean(differences) <= standardError(differences);
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
    let other = 0;
    fc.assert(
      fc.property(corpus, fc.constantFrom<Measure>("accuracy", "log-loss"), (corpus, by) => {
        const documents = corpus.map(({ words, label }, i) => documentOf(i, label, words.join(" ")));
        const data = read(documents, candidates);
        fc.pre(data.labels.length === 2);
        const tuning = tune(data, folds(data.y, 3, 1), candidates, { by });
        const naive = chosenOf(tuning);
        expect(tuning.chosen.candidate).toEqual(naive.candidate);
        expect(tuning.best).toBe(tuning.candidates[0]);
        if (tuning.chosen !== tuning.best) other++;
      }),
      { ...EXAMPLES, numRuns: slowRuns(40) },
    );
    expect(other).toBeGreaterThan(slowRuns(40) / 4);
  });

  it("is the simplest of all where all documents are alike, and so are all candidates", () => {
    const corpus = documents(8).map(({ label }, i) => documentOf(i, label, "same old words"));
    const candidates = candidatesOf({
      classifier: ["bernoulli", "multinomial"],
      ngrams: [range(1, 2), range(1, 1), range(2, 2)],
      dropTop: [0, 1],
      prior: ["uniform", "fit"],
    });
    const data = read(corpus, candidates);
    const { chosen, best, within } = tune(data, folds(data.y, 2, 1), candidates);
    expect(within).toBe(candidates.length);
    expect(chosen).toBe(best);
    const simplest = { ngrams: [1, 1], dropTop: 1, alpha: 1, classifier: "multinomial", prior: "uniform" };
    expect(chosen.candidate).toMatchObject(simplest);
  });

  it("is the candidate with fewer lengths of n-grams if the numbers of terms are equal", () => {
    const candidates = candidatesOf({ ngrams: [range(1, 2), range(2, 2)], maxTerms: [1] });
    const corpus = documents(8).map(({ label }, i) => documentOf(i, label, "same old"));
    const data = read(corpus, candidates);
    expect(tune(data, folds(data.y, 2, 1), candidates).chosen.candidate.ngrams).toEqual([2, 2]);
  });

  it("does not take a candidate that is worse by the same in every fold for as good, however hard some folds are", () => {
    // One document a fold has only a rare word, which the simpler candidate does not know; hard ones nobody gets right.
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
    const { best, chosen, within, candidates: results } = tune(read(corpus, candidates), splits, candidates);
    const [, worse] = results;
    expect(best.scores).toEqual([1, 1, 0.7, 0.4]);
    expect(worse.scores).toEqual([0.95, 0.95, 0.65, 0.35]);
    expect(worse.terms).toBeLessThan(best.terms);
    expect(worse.shortfall.mean).toBeLessThan(best.standardError);
    expect(chosen).toBe(best);
    expect(within).toBe(1);
  });
});

describe("tune", () => {
  const candidates = candidatesOf();
  const data = read(documents(8), candidates);

  it("reports progress after each model", () => {
    const done: number[] = [];
    tune(data, folds(data.y, 2, 1), candidates, { onRun: (n) => done.push(n) });
    expect(done).toEqual(Array.from({ length: candidates.length * 2 }, (_, n) => n + 1));
  });

  it("refuses too few candidates or splits, and unknown measures", () => {
    const refused = (call: () => unknown, message: string) => {
      expect(call).toThrow(UsageError);
      expect(call).toThrow(message);
    };
    const splits = folds(data.y, 2, 1);
    refused(() => tune(data, splits, []), "tune: there is no candidate to try");
    refused(() => tune(data, splits.slice(1), candidates), "tune: a standard error needs at least two splits, not 1");
    refused(
      () => tune(data, splits, candidates, { by: "recall" as Measure }),
      'measure must be one of accuracy, macro-f1, log-loss, roc-auc, total-cost, not "recall"',
    );
  });

  it("leaves the data as they are where every term is in the range", () => {
    expect(withNgrams(data, [1, 1])).toBe(data);
    const none = withNgrams(data, [2, 2]);
    expect([none.x.columns, none.vocabulary.size, none.ids]).toEqual([0, 0, data.ids]);
  });
});
