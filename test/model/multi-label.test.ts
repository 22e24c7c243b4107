import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { requiredArray } from "../../src/classifiers/stored-arrays.js";
import type { StoredModel } from "../../src/classifiers/stored-classifier.js";
import { classify, classifyLabels, explain, load, openCorpus, save, train } from "../../src/index.js";
import { deserialize } from "../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../src/model/file/safetensors.js";
import { serialize } from "../../src/model/file/save-model.js";
import { decisionsOf, TextModel } from "../../src/model/text-model.js";
import { trainAsync } from "../../src/model/train-async.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { labelledTexts, labelTable } from "../helpers/labelled-texts.js";
import { changedFile } from "./file/model-files.js";

const DOCUMENTS = labelledTexts(120);
const OTHERS = labelledTexts(30, 2);

/** The share of new documents that get exactly their labels. */
function subsetAccuracy(model: TextModel): number {
  const found = OTHERS.map(({ text }) => classifyLabels(model, text).labels.toSorted().join());
  return found.filter((labels, i) => labels === OTHERS[i].labels.toSorted().join()).length / OTHERS.length;
}

describe("a model of several labels", () => {
  const methods = [
    ...([{}, { preset: "fast" }, { preset: "best" }, { preset: "mail" }, { classifier: "bernoulli" }] as const),
    ...([{ classifier: "linear-svm" }, { classifier: "logistic-regression" }] as const),
    { classifier: "nearest-neighbours", k: 15 },
    { classifier: "multinomial", maxTerms: 20, selectBy: "chi-squared" },
  ] as const;
  it.each(methods)("decides on each label by itself, and comes back from its file the same: %j", (options) => {
    const model = train(DOCUMENTS.slice(0, 100), { ...options, multiLabel: true });
    expect(model.labels).toEqual(["money", "music", "sport"]);
    expect(subsetAccuracy(model)).toBeGreaterThan(0.8);
    const path = join(temporaryFolder(), "labels.model");
    save(model, path);
    const loaded = load(path);
    expect(serialize(loaded)).toEqual(serialize(model));
    for (const { text } of OTHERS) expect(classifyLabels(loaded, text)).toEqual(classifyLabels(model, text));
  });

  it("gives no label, or all, with probabilities that do not sum to 1", () => {
    const model = train(DOCUMENTS, { multiLabel: true });
    expect(decisionsOf(model)?.documents).toBe(120);
    const nothing = classifyLabels(model, "the of and today");
    expect(nothing.labels).toEqual([]);
    expect(nothing.decisions).toHaveLength(3);
    const all = classifyLabels(model, "match goal team bank market loan song album guitar");
    expect([...all.labels].sort()).toEqual(["money", "music", "sport"]);
    for (const { probability, threshold, isGiven } of all.decisions) {
      expect(isGiven).toBe(probability >= threshold);
      expect(threshold).toSatisfy((share: number) => share > 0 && share < 1);
    }
  });

  it("is the same from lists, cells with semicolons and JSON arrays", async () => {
    const joined = DOCUMENTS.map(({ labels, text }) => ({ label: labels.join(";") || "[]", text }));
    const arrays = DOCUMENTS.map(({ labels, text }) => ({ label: JSON.stringify(labels), text }));
    async function* later() {
      yield* DOCUMENTS;
    }
    const bytes = serialize(train(DOCUMENTS, { multiLabel: true }));
    const table = join(folderWith({ "topics.csv": labelTable(DOCUMENTS) }), "topics.csv");
    // The model of a table also has the columns of its texts; apart from these, it is the same.
    const ofTable = train(openCorpus(table), { multiLabel: true });
    const { textColumns, ...settings } = ofTable.settings;
    expect(textColumns).toEqual(["text"]);
    const models = [...[joined, arrays].map((same) => train(same, { multiLabel: true })), ofTable];
    for (const { training, model } of models) {
      expect(serialize(new TextModel(settings, training, { model: model as StoredModel }))).toEqual(bytes);
    }
    expect(serialize(await trainAsync(later(), { multiLabel: true }))).toEqual(bytes);
    const doubt = /several labels in column "label", such as .*: set multiLabel to true/;
    expect(() => train(openCorpus(table))).toThrow(doubt);
    expect(train(openCorpus(table), { multiLabel: false }).labels).toContain("sport;money");
  });

  it("keeps a label that all documents have, and one that a single document has", () => {
    const others = ["bank loan", "song album"].map((text) => ({ labels: ["all"], text }));
    const documents = [{ labels: ["all", "one"], text: "lava volcano" }, ...others];
    const model = train(documents, { multiLabel: true });
    expect(Array.from(model.counts.documents)).toEqual([3, 1]);
    expect(classifyLabels(deserialize(serialize(model)), "lava volcano").labels).toEqual(["all", "one"]);
    expect(classifyLabels(model, "bank").labels).toEqual(["all"]);
  });

  it("refuses documents that no label tells apart", () => {
    const alike = ["ab", "ba"].map((labels) => ({ labels: [...labels], text: "x y" }));
    expect(() => train(alike, { multiLabel: true })).toThrow(/all documents have the labels "a" and "b"/);
    expect(() => train([{ labels: [], text: "x y" }], { multiLabel: true })).toThrow(/all documents have no label/);
    expect(() => train([], { multiLabel: true })).toThrow(/no document to learn from/);
  });

  it("refuses what needs one class", () => {
    const model = train(DOCUMENTS, { multiLabel: true });
    expect(() => classify(model, "match")).toThrow(/several labels, and classify needs one class/);
    expect(() => explain(model, "match")).toThrow(/several labels, and explain needs one class/);
    expect(() => train(DOCUMENTS, { multiLabel: true, keepDocuments: true })).toThrow(/cannot be combined/);
    expect(() => train(DOCUMENTS, { multiLabel: true, remember: true })).toThrow(/cannot learn single documents/);
    expect(() => train(DOCUMENTS, { multiLabel: true, calibrate: "beta" })).toThrow(/calibrate cannot be combined/);
    const single = train(["a", "b"].map((label) => ({ label, text: label.repeat(2) })));
    expect(() => classifyLabels(single, "x")).toThrow(/gives each document one class/);
  });

  it("refuses a file whose decisions were changed", () => {
    const file = serialize(train(DOCUMENTS, { multiLabel: true }));
    const changes: Readonly<Record<string, number>> = {
      "model.decisions.thresholds": Number.NaN,
      "model.decisions.factors": -1,
      "model.decisions.constant": 2,
      "model.decisions.documents": -1,
      "model.0.weighted.values": -1,
    };
    for (const [name, value] of Object.entries(changes)) {
      const array = requiredArray(decodeSafetensors(file).arrays, name).slice().fill(value);
      expect(() => deserialize(changedFile(file, { [name]: array })), name).toThrow(/the model file is damaged/);
    }
    expect(() => deserialize(changedFile(file, { "model.1.weighted.starts": undefined }))).toThrow(/damaged/);
  });
});
