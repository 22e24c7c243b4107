import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { evaluateLabels, labelStrata } from "../../../src/evaluation/labels/evaluate-labels.js";
import { labelMetrics } from "../../../src/evaluation/metrics/label-metrics.js";
import { isForTwoClasses, MEASURES } from "../../../src/evaluation/metrics/measure.js";
import type { Candidate } from "../../../src/evaluation/tuning/candidates.js";
import { candidatesOf } from "../../../src/evaluation/tuning/grid.js";
import { Race } from "../../../src/evaluation/tuning/race.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { splitFolds } from "../../../src/model/fitting/split-folds.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { inCells } from "../../../src/model/multi-label.js";
import { resolve, settingsFrom } from "../../../src/model/settings.js";
import { corpora, EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";
import { labelledTexts } from "../../helpers/labelled-texts.js";
import { documents, meanOf, tunedOn } from "./tuning-corpora.js";

/** Evaluates a candidate by itself. */
function evaluatedAlone(corpus: readonly LabelledDocument[], { settings }: Candidate, k: number) {
  const data = readCorpus(corpus, settings);
  const { classifier, rules } = resolve(settings);
  return { tested: [...splitFolds(data, folds(data.y, k, 1), rules)], classifier, labels: data.labels };
}

describe("the scores of a candidate", () => {
  it("equal those of evaluating it by itself", async () => {
    const grid = fc.record({
      alpha: fc.subarray([0, 0.01, 1], { minLength: 1 }),
      minDocuments: fc.subarray([1, 2], { minLength: 1 }),
      dropTop: fc.subarray([0, 1], { minLength: 1 }),
      idf: fc.subarray(["none", "smooth"] as const, { minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(corpora, grid, fc.constantFrom(...MEASURES), async (corpus, grid, by) => {
        const candidates = candidatesOf(grid);
        const alone = evaluatedAlone(corpus, candidates[candidates.length >> 1], 2);
        const { tested, classifier, labels } = alone;
        fc.pre(!isForTwoClasses(by) || labels.length === 2);
        const { candidates: results } = await tunedOn(corpus, 2, candidates, by);
        expect(results).toHaveLength(candidates.length);
        const result = results.find(({ candidate }) => candidate === candidates[candidates.length >> 1]);
        const scores = tested.map((fold) => {
          const { accuracy, macro, logLoss, binary } = evaluate([fold], classifier, labels);
          const cost = binary && (binary.falseAlarms + binary.misses) / fold.rows.length;
          const ofTwo = { "roc-auc": binary?.rocAuc ?? 0.5, "total-cost": cost };
          return { accuracy, "micro-f1": accuracy, "macro-f1": macro.f1, "log-loss": logLoss, ...ofTwo }[by];
        });
        expect(result?.scores).toEqual(scores);
        expect(result?.terms).toBe(meanOf(tested.map(({ vocabulary }) => vocabulary)));
      }),
      { ...EXAMPLES, numRuns: slowRuns(60) },
    );
  });

  it("equal those of evaluating several labels", async () => {
    const settings = settingsFrom({ multiLabel: true });
    const data = readCorpus(inCells(labelledTexts(60)), settings);
    const splits = folds(labelStrata(data).y, 3, 1);
    const { predictions } = evaluateLabels([data], splits, settings);
    const metrics = splits.map((_, run) =>
      labelMetrics(
        predictions.filter((one) => one.run === run),
        3,
      ),
    );
    const expected = {
      accuracy: metrics.map(({ subsetAccuracy }) => subsetAccuracy),
      "micro-f1": metrics.map(({ micro }) => micro.f1),
      "macro-f1": metrics.map(({ macro }) => macro.f1),
    };
    for (const [by, scores] of Object.entries(expected)) {
      const race = openRace({ splits, by: by as "accuracy", measure: { multiLabel: true } });
      await race.run(data, [{ settings }]);
      expect(race.best?.scores).toEqual(scores);
    }
  });
});

function openRace(options: Partial<ConstructorParameters<typeof Race>[0]>): Race {
  const onTrial = () => undefined;
  const usual = { by: "accuracy", measure: {}, isOpen: true, until: Number.POSITIVE_INFINITY, onTrial } as const;
  return new Race({ splits: [], ...usual, ...options });
}

describe("an open race", () => {
  const candidates = candidatesOf({ alpha: [1, 0.1], minDocuments: [1, 30] });
  const data = readCorpus(documents(60), settingsFrom({}));
  const splits = folds(data.y, 4, 1);

  it("drops the worse half after each fold, and tests no candidate twice", async () => {
    let trials = 0;
    const race = openRace({ splits, onTrial: (share) => (trials += share) });
    await race.run(data, candidates);
    await race.run(data, candidates);
    expect(candidates).toHaveLength(12);
    expect([trials, race.tested, race.finished.length]).toEqual([12 + 6 + 3 + 2, 12, 2]);
    const all = await tunedOn(documents(60), 4, candidates);
    expect(meanOf(race.best?.scores ?? [])).toBeCloseTo(all.best.mean, 1);
  });

  it("finishes one candidate when time is up, and says which it did not test", async () => {
    const race = openRace({ splits, until: 0 });
    await race.run(data, candidates);
    expect([race.finished.length, race.tested, race.untried.length]).toEqual([1, 1, 11]);
    expect(race.best?.candidate).toBe(candidates[0]);
  });

  it("passes over candidates that cannot learn from the documents, unless none is left", async () => {
    const tooMany = { settings: settingsFrom({ classifier: "multinomial", prior: [0.2, 0.3, 0.5] }) };
    const race = openRace({ splits });
    await race.run(data, [tooMany, candidates[0]]);
    expect(race.finished.map(({ candidate }) => candidate)).toEqual([candidates[0]]);
    await expect(openRace({ splits }).run(data, [tooMany])).rejects.toThrow("prior");
    await expect(openRace({ splits, isOpen: false }).run(data, [tooMany, candidates[0]])).rejects.toThrow("prior");
  });
});
