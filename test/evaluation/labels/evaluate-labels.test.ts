import { describe, expect, it } from "vitest";
import { evaluateLabels, labelStrata } from "../../../src/evaluation/labels/evaluate-labels.js";
import { readCorpora, readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { classifyLabels, train } from "../../../src/index.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { inCells } from "../../../src/model/multi-label.js";
import { DEFAULT_SETTINGS, settingsFrom } from "../../../src/model/settings.js";
import { labelledTexts } from "../../helpers/labelled-texts.js";

const SETTINGS = settingsFrom({ multiLabel: true });

describe("an evaluation of several labels", () => {
  it("tests each document once in folds, with models that have not seen it", () => {
    const documents = labelledTexts(60);
    const data = readCorpus(inCells(documents), SETTINGS);
    const splits = folds(labelStrata(data).y, 4, 1);
    const { predictions, micro, runs, thresholds } = evaluateLabels([data], splits, SETTINGS);
    expect(runs).toBe(4);
    expect(predictions.map(({ row }) => row).sort((a, b) => a - b)).toEqual([...documents.keys()]);
    for (const { row, actual } of predictions) expect(actual).toEqual(documents[row].labels.toSorted());
    expect([...thresholds.keys()].sort()).toEqual(["money", "music", "sport"]);
    expect(micro.f1).toBeGreaterThan(0.9);

    const learned = Array.from(splits[0].train, (row) => documents[row]);
    const model = train(learned, { multiLabel: true });
    for (const { row, predicted } of predictions.filter(({ run }) => run === 0)) {
      expect(classifyLabels(model, documents[row].text).labels.toSorted()).toEqual(predicted);
    }
  });

  it("tests on other documents, with labels that were never learned", () => {
    const others = [...labelledTexts(20, 2), { labels: ["war", "sport"], text: "match goal" }];
    const [data, test] = readCorpora([inCells(labelledTexts(60)), inCells(others)], SETTINGS);
    const { labels, documents, subsetAccuracy } = evaluateLabels([data, test], [], SETTINGS);
    expect(documents).toBe(21);
    expect(labels.find(({ label }) => label === "war")).toMatchObject({ support: 1, predicted: 0, recall: 0 });
    expect(subsetAccuracy).toBeLessThan(1);
  });

  it("refuses settings of one class a document", () => {
    expect(() => evaluateLabels([], [], DEFAULT_SETTINGS)).toThrow(/multiLabel/);
  });
});

it("the strata of folds have each document under the rarest of its labels", () => {
  const { y, labels } = labelStrata({ y: [0, 0, 1, 2, 3], labels: ["a", "a;b", "[]", "b;a"] });
  expect(Array.from(y, (stratum) => labels[stratum])).toEqual(["a", "a", "b", "", "b"]);
});
