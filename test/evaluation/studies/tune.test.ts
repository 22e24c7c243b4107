import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { evaluateLabels } from "../../../src/evaluation/labels/evaluate-labels.js";
import { labelStrata } from "../../../src/evaluation/labels/label-strata.js";
import { labelMetrics } from "../../../src/evaluation/metrics/label-metrics.js";
import { isForTwoClasses, MEASURES, type Measure } from "../../../src/evaluation/metrics/measure.js";
import { resampledInterval } from "../../../src/evaluation/significance/intervals.js";
import { tune, withNgrams } from "../../../src/evaluation/studies/tune.js";
import { type Candidate, candidatesOf, selectionOf } from "../../../src/evaluation/studies/tuning-grid.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { splitFolds } from "../../../src/model/fitting/split-folds.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { inCells } from "../../../src/model/multi-label.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { corpora, EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";
import { labelledTexts } from "../../helpers/labelled-texts.js";
import { range } from "../small-corpora.js";
import { documents, meanOf, readFor, standardErrorOf } from "./tuning-corpora.js";

/** Evaluates a candidate by itself, on a corpus that is read only for it. */
function evaluatedAlone(corpus: readonly LabelledDocument[], candidate: Candidate, k: number) {
  const data = readCorpus(corpus, settingsFrom({ ngrams: candidate.ngrams }));
  const tested = [...splitFolds(data, folds(data.y, k, 1), selectionOf(candidate))];
  const classifier = makeClassifier(candidate);
  return { evaluation: evaluate(tested, classifier, data.labels), tested, classifier, labels: data.labels };
}

describe("the scores of a candidate", () => {
  it("equal those of evaluating it by itself, on documents that are read only for it", () => {
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
        const data = readFor(candidates, corpus);
        fc.pre(!isForTwoClasses(by) || data.labels.length === 2);
        const { candidates: results } = tune(data, folds(data.y, 2, 1), candidates, { by });
        expect(results).toHaveLength(candidates.length);
        const result = results[results.length >> 1];
        const { tested, classifier, labels } = evaluatedAlone(corpus, result.candidate, 2);
        const scores = tested.map((fold) => {
          const { accuracy, macro, logLoss, binary } = evaluate([fold], classifier, labels);
          const cost = binary && (binary.falseAlarms + binary.misses) / fold.rows.length;
          const ofTwo = { "roc-auc": binary?.rocAuc ?? 0.5, "total-cost": cost };
          return { accuracy, "micro-f1": accuracy, "macro-f1": macro.f1, "log-loss": logLoss, ...ofTwo }[by];
        });
        expect(result.scores).toEqual(scores);
        expect(result.terms).toBe(meanOf(tested.map(({ vocabulary }) => vocabulary)));
      }),
      { ...EXAMPLES, numRuns: slowRuns(60) },
    );
  });

  it("equal those of evaluating several labels", () => {
    const settings = settingsFrom({ multiLabel: true });
    const data = readCorpus(inCells(labelledTexts(60)), settings);
    const splits = folds(labelStrata(data).y, 3, 1);
    const { predictions } = evaluateLabels([data], splits, settings);
    const metrics = splits.map((_, run) => {
      const own = predictions.filter((prediction) => prediction.run === run);
      return labelMetrics(own, 3);
    });
    const expected = {
      accuracy: metrics.map(({ subsetAccuracy }) => subsetAccuracy),
      "micro-f1": metrics.map(({ micro }) => micro.f1),
      "macro-f1": metrics.map(({ macro }) => macro.f1),
    };
    for (const [by, scores] of Object.entries(expected)) {
      const candidates = candidatesOf({ classifier: ["multinomial"], alpha: [1], minDocuments: [1] });
      const tuned = tune(data, splits, candidates, { by: by as "accuracy", measure: { multiLabel: true } });
      expect(tuned.best.scores).toEqual(scores);
    }
  });

  it("come with their mean, standard error, interval and differences to the best candidate", () => {
    const corpus = documents(40);
    const candidates = candidatesOf({ alpha: [1, 0.1], ngrams: [range(1, 1), range(1, 2)] });
    const data = readFor(candidates, corpus);
    const { candidates: results, best, documents: sizes, splits } = tune(data, folds(data.y, 4, 1), candidates);
    expect({ sizes, splits }).toEqual({ sizes: { train: 30, test: 10 }, splits: 4 });
    for (const result of results) {
      const { evaluation } = evaluatedAlone(corpus, result.candidate, 4);
      expect(result.mean).toBe(evaluation.accuracy);
      expect(result.interval).toEqual(evaluation.accuracyInterval);
      expect(result.interval).toEqual(resampledInterval(result.scores, 10, 30));
      expect(result.standardError).toBeCloseTo(standardErrorOf(result.scores), 14);
      const differences = result.scores.map((score, s) => best.scores[s] - score);
      expect(result.shortfall.mean).toBeCloseTo(meanOf(differences), 14);
      expect(result.shortfall.standardError).toBeCloseTo(standardErrorOf(differences), 14);
    }
    const means = results.map((result) => result.mean);
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(new Set(means).size).toBeGreaterThan(1);
  });

  it("are better if lower when they are losses, and their interval may exceed 1", () => {
    const mislabelled = (i: number, label: string) => (i % 8 > 1 ? label : label === "ham" ? "spam" : "ham");
    const corpus = documents(40).map((document, i) => ({ ...document, label: mislabelled(i, document.label) }));
    const candidates = candidatesOf({ alpha: [1, 1e-30, 0] });
    const data = readFor(candidates, corpus);
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

describe("tune", () => {
  const candidates = candidatesOf();
  const data = readFor(candidates, documents(8));

  it("reports progress after each model", () => {
    const done: number[] = [];
    tune(data, folds(data.y, 2, 1), candidates, { onProgress: (progress) => done.push(progress.done) });
    expect(done).toEqual(Array.from({ length: candidates.length * 2 + 1 }, (_, n) => n));
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
      'measure must be one of accuracy, micro-f1, macro-f1, log-loss, roc-auc, total-cost, not "recall"',
    );
  });
});

describe("withNgrams", () => {
  const data = readFor(candidatesOf(), documents(8));

  it("returns the same data if every term is in the range, and no terms if none is", () => {
    expect(withNgrams(data, [1, 1])).toBe(data);
    const none = withNgrams(data, [2, 2]);
    expect([none.x.columns, none.vocabulary.size, none.ids]).toEqual([0, 0, data.ids]);
  });
});
