import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { tuneCorpus } from "../../../src/evaluation/corpora/tune-corpus.js";
import { tune } from "../../../src/evaluation/studies/tune.js";
import { candidatesOf } from "../../../src/evaluation/studies/tuning-grid.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";
import { range } from "../small-corpora.js";

const corpus = openCorpus(folderWith(twoClasses(6)));
const grid = {
  classifier: ["multinomial", "bernoulli"],
  ngrams: [range(1, 1), range(1, 2)],
  minDocuments: [1],
} as const;

// The command tests the search, which needs built worker threads.
describe("tuneCorpus with a grid", () => {
  it("compares every combination on the same folds, in a corpus read once", async () => {
    const text = { stopWords: "en" };
    const found = await tuneCorpus(corpus, { grid, folds: 3, seed: 2, text });
    const data = readCorpus(corpus, settingsFrom({ ...text, ngrams: [1, 2] }));
    const expected = tune(data, folds(data.y, 3, 2), candidatesOf(grid), { measure: { seed: 2 } });
    expect(found.tuning).toEqual(expected);
    expect(found.settings).toEqual(settingsFrom({ ...text, ...expected.chosen.candidate }));
    expect(found).toMatchObject({ documents: 12, classes: 2, folds: 3 });
    expect([found.search, found.preset]).toEqual([undefined, undefined]);
  });

  it("tests the chosen settings on another corpus, after the choice", async () => {
    const { settings, testOn } = await tuneCorpus(corpus, { grid, folds: 2, classWeight: "balanced" });
    expect(settings.classWeight).toBe("balanced");
    const told: number[] = [];
    const evaluation = testOn(openCorpus(folderWith(twoClasses(3))), {
      onRead: ({ train, test }) => told.push(train.labels.length, test?.ids.length ?? 0),
    });
    expect(evaluation).toMatchObject({ documents: { train: 12, test: 6 }, accuracy: 1 });
    expect(told).toEqual([2, 6]);
  });

  it("takes as many folds as there are documents, and refuses a measure that does not fit", async () => {
    expect((await tuneCorpus(corpus, { grid, folds: 100 })).folds).toBe(12);
    const three = openCorpus(folderWith({ ...twoClasses(2), eggs: { a: "egg" } }));
    await expect(tuneCorpus(three, { grid, by: "roc-auc", folds: 2 })).rejects.toThrow("roc-auc needs two classes");
  });
});
