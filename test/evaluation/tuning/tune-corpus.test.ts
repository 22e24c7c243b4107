import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { evaluateByProtocol } from "../../../src/evaluation/corpora/evaluate-corpora.js";
import type { Measure } from "../../../src/evaluation/metrics/measure.js";
import { type TuneCorpusOptions, tuneCorpus } from "../../../src/evaluation/tuning/tune-corpus.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";
import { range } from "../small-corpora.js";

const corpus = openCorpus(folderWith(twoClasses(6)));
const grid = {
  classifier: ["multinomial", "bernoulli"],
  ngrams: [range(1, 1), range(1, 2), range(2, 2)],
  alpha: [1, 0.1],
  minDocuments: [1],
} as const;

describe("tuneCorpus with a grid", () => {
  it.each<TuneCorpusOptions>([{ text: { stopWords: "en" } }, { text: { as: "mail" } }])(
    "compares every combination on the same folds, in a corpus read once (%j)",
    async (options) => {
      const found = await tuneCorpus(corpus, { grid, folds: 3, seed: 2, ...options });
      expect(found.candidates).toHaveLength(12);
      for (const { candidate, mean, terms } of found.candidates) {
        const protocol = { kind: "folds", folds: 3, repeats: 1, seed: 2 } as const;
        const { evaluation } = evaluateByProtocol([corpus], candidate.settings, protocol);
        expect(mean).toBe(evaluation.accuracy);
        expect(Math.abs(terms - evaluation.vocabulary)).toBeLessThan(5);
      }
      expect(found).toMatchObject({ documents: 12, classes: 2, folds: 3, untried: [], tested: 12 });
    },
  );

  it("takes as many folds as there are documents, and refuses a measure that does not fit", async () => {
    expect((await tuneCorpus(corpus, { grid, folds: 100 })).folds).toBe(12);
    const three = openCorpus(folderWith({ ...twoClasses(2), eggs: { a: "egg" } }));
    await expect(tuneCorpus(three, { grid, by: "roc-auc", folds: 2 })).rejects.toThrow("roc-auc needs two classes");
    const by = "recall" as Measure;
    await expect(tuneCorpus(corpus, { grid, by })).rejects.toThrow("measure must be one of accuracy, micro-f1");
    await expect(tuneCorpus(corpus, { grid: { alpha: [] } })).rejects.toThrow("give at least one value");
    await expect(tuneCorpus(corpus, { minutes: -1 })).rejects.toThrow("minutes must be a number of at least 0, not -1");
  });
});

describe("tuneCorpus without a grid", () => {
  it("takes the best of the candidates that finished all folds, presets among them", async () => {
    const told: number[] = [];
    const { candidates, untried, tested } = await tuneCorpus(corpus, {
      ...{ folds: 2, classWeight: "balanced" },
      onBest: ({ scores }) => told.push(scores.length),
    });
    expect(candidates.map(({ candidate }) => candidate.preset)).toEqual(expect.arrayContaining(["fast", "best"]));
    expect(candidates[0].candidate.settings.classWeight).toBe("balanced");
    expect(tested).toBeGreaterThan(candidates.length);
    expect(told).toContain(2);
    expect(untried).toEqual([]);
    expect(candidates.map(({ mean }) => mean)).toEqual(candidates.map(({ mean }) => mean).sort((a, b) => b - a));
  });

  it("calibrates candidates if the measure depends on their probabilities, and cuts intervals of losses at 0", async () => {
    const { candidates, untried } = await tuneCorpus(corpus, { folds: 2, by: "log-loss", minutes: 0 });
    expect(candidates.map(({ candidate }) => candidate.settings.calibrate)).toEqual(["temperature"]);
    const [{ scores, mean, interval }] = candidates;
    expect(mean).toBe((scores[0] + scores[1]) / 2);
    expect(interval[0]).toBeGreaterThanOrEqual(0);
    expect(interval[1]).toBeGreaterThanOrEqual(mean);
    expect(untried.length).toBeGreaterThan(3);
  });
});
