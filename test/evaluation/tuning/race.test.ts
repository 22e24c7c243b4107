import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { evaluateLabels, labelStrata } from "../../../src/evaluation/labels/evaluate-labels.js";
import { labelMetrics } from "../../../src/evaluation/metrics/label-metrics.js";
import { isForTwoClasses, MEASURES } from "../../../src/evaluation/metrics/measure.js";
import { mean } from "../../../src/evaluation/significance/intervals.js";
import { candidatesOf } from "../../../src/evaluation/tuning/grid.js";
import { bestFirst, type RaceOptions, race } from "../../../src/evaluation/tuning/race.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { splitFolds } from "../../../src/model/fitting/fold.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { inCells } from "../../../src/model/multi-label.js";
import { DEFAULT_SETTINGS, resolve, settingsFrom } from "../../../src/model/settings.js";
import { corpora, EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";
import { labelledTexts } from "../../helpers/labelled-texts.js";

const raceWith = (options: Partial<RaceOptions>): RaceOptions => ({
  ...{ splits: [], by: "accuracy", measure: {}, isLate: () => false, onTrial: () => undefined },
  ...options,
});

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
        const one = candidates[candidates.length >> 1];
        const data = readCorpus(corpus, one.settings);
        fc.pre(!isForTwoClasses(by) || data.labels.length === 2);
        const splits = folds(data.y, 2, 1);
        const { classifier, rules } = resolve(one.settings);
        const { finished } = await race(data, candidates, true, raceWith({ splits, by, isLate: undefined }));
        expect(finished).toHaveLength(candidates.length);
        const tested = [...splitFolds(data, splits, rules)];
        const scores = tested.map((fold) => {
          const { accuracy, macro, logLoss, binary } = evaluate([fold], classifier, data.labels);
          const cost = binary && (binary.falseAlarms + binary.misses) / fold.rows.length;
          const ofTwo = { "roc-auc": binary?.rocAuc ?? 0.5, "total-cost": cost };
          return { accuracy, "micro-f1": accuracy, "macro-f1": macro.f1, "log-loss": logLoss, ...ofTwo }[by];
        });
        const terms = mean(tested.map(({ termCount }) => termCount));
        expect(finished.find(({ candidate }) => candidate === one)).toMatchObject({ scores, terms });
      }),
      { ...EXAMPLES, numRuns: slowRuns(60) },
    );
  });

  it("equal those of evaluating several labels", async () => {
    const settings = settingsFrom({ multiLabel: true });
    const data = readCorpus(inCells(labelledTexts(60)), settings);
    const splits = folds(labelStrata(data).y, 3, 1);
    const { predictions } = evaluateLabels([data], splits, settings);
    const expected = splits.map((_, run) => {
      const ofRun = predictions.filter((one) => one.run === run);
      const { subsetAccuracy, micro, macro } = labelMetrics(ofRun, 3);
      return { accuracy: subsetAccuracy, "micro-f1": micro.f1, "macro-f1": macro.f1 };
    });
    for (const by of ["accuracy", "micro-f1", "macro-f1"] as const) {
      const options = raceWith({ splits, by, measure: { multiLabel: true } });
      const { finished } = await race(data, [{ settings }], true, options);
      expect(finished[0].scores).toEqual(expected.map((scores) => scores[by]));
    }
  });
});

describe("an open race", () => {
  const words = ["cash", "prize", "letter", "meeting", "home", "the", "offer", "lunch"];
  const random = seededRandom(60);
  const documents = Array.from({ length: 60 }, (_, i) => {
    const label = i % 2 === 0 ? "ham" : "spam";
    const text = Array.from({ length: 5 }, () => words[random(6) + (label === "ham" ? 2 : 0)]).join(" ");
    return { id: `${i}`, label, bytes: new Uint8Array(Buffer.from(text)) };
  });
  const candidates = candidatesOf({ alpha: [1, 0.1], minDocuments: [1, 30] });
  const data = readCorpus(documents, DEFAULT_SETTINGS);
  const splits = folds(data.y, 4, 1);

  it("drops the worse half after each fold, and finds one about as good as the best of all", async () => {
    let trials = 0;
    const open = await race(data, candidates, true, raceWith({ splits, onTrial: (share) => (trials += share) }));
    expect([candidates.length, trials, open.finished.length]).toEqual([12, 12 + 6 + 3 + 2, 2]);
    const { finished } = await race(data, candidates, true, raceWith({ splits, isLate: undefined }));
    const [best, found] = [finished, open.finished].map((all) => mean(bestFirst(all, "accuracy")[0].scores));
    expect(found).toBeCloseTo(best, 1);
  });

  it.each([
    [true, 1, 11],
    [false, 0, 12],
  ])("finishes one candidate when time is up if it is the first of all (%s)", async (isFirst, done, left) => {
    const { finished, untried } = await race(data, candidates, isFirst, raceWith({ splits, isLate: () => true }));
    expect([finished.length, untried.length]).toEqual([done, left]);
    expect(finished.map(({ candidate }) => candidate)).toEqual(candidates.slice(0, done));
  });

  it("passes over candidates that cannot learn from the documents", async () => {
    const tooMany = { settings: settingsFrom({ classifier: "multinomial", prior: [0.2, 0.3, 0.5] }) };
    const { finished, refusal } = await race(data, [tooMany, candidates[0]], true, raceWith({ splits }));
    expect(finished.map(({ candidate }) => candidate)).toEqual([candidates[0]]);
    expect(refusal?.message).toContain("prior");
    await expect(race(data, [tooMany], true, raceWith({ splits, isLate: undefined }))).rejects.toThrow("prior");
  });

  it("prefers lower losses, and fewer terms where scores are equal", () => {
    const one = (scores: readonly number[], terms: number) => ({ candidate: candidates[0], scores, terms });
    const all = [one([1, 3], 1), one([1, 2], 9), one([2, 1], 5)];
    expect(bestFirst(all, "log-loss")).toEqual([all[2], all[1], all[0]]);
    expect(bestFirst(all, "accuracy")).toEqual([all[0], all[2], all[1]]);
  });
});
