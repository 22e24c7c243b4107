import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { nearestNeighbours } from "../../../src/classifiers/neighbours/nearest-neighbours.js";
import { memoryOf } from "../../../src/classifiers/neighbours/similar-documents.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { similar } from "../../../src/model/classify.js";
import { deserialize } from "../../../src/model/file/model-file.js";
import { serialize } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { train } from "../../../src/model/training.js";
import { matrix } from "../samples.js";

const TEXTS = {
  "ham/lunch": "lunch tomorrow at noon",
  "ham/again": "lunch again tomorrow",
  "ham/report": "the report of the meeting",
  "spam/prize": "prize prize winner cash",
  "spam/cash": "cash for the winner",
};
const DOCUMENTS = Object.entries(TEXTS).map(([id, text]) => {
  return { id, label: id.split("/")[0], bytes: Buffer.from(text) };
});

const KEEPING: [name: string, options: TrainOptions & { keepDocuments?: boolean }][] = [
  ["nearest-neighbours", {}],
  ["nearest-neighbours", { tf: "count", idf: "none" }],
  ["locally-weighted", {}],
  ["multinomial", { keepDocuments: true }],
  ["multinomial", { keepDocuments: true, minDocuments: 2, tf: "log" }],
  ["bernoulli", { keepDocuments: true, maxTerms: 5 }],
  ["combined", { keepDocuments: true }],
];

describe.each(KEEPING)("documents kept by %s with %j", (classifier, options) => {
  const model = train(DOCUMENTS, { classifier, ...options });

  it("are found by similarity, the most similar first, with id and class", () => {
    const found = similar(model, "winner cash", { top: 3 });
    expect(found.slice(0, 2).map(({ id }) => id)).toEqual(expect.arrayContaining(["spam/cash", "spam/prize"]));
    for (const { id, label } of found) expect(label).toBe(id.split("/")[0]);
    const similarities = found.map(({ similarity }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
  });

  it("list the common terms, whose parts sum to the similarity, the strongest first", () => {
    for (const { similarity, terms } of similar(model, TEXTS["ham/again"], { terms: 99 })) {
      const parts = terms.map(({ part }) => part);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(similarity, 12);
      expect(parts).toEqual(parts.filter((part) => part > 0).toSorted((a, b) => b - a));
    }
    for (const terms of [0, 1]) expect(similar(model, TEXTS["ham/again"], { terms })[0].terms).toHaveLength(terms);
  });

  it("mark copies, and are empty if no term is known", () => {
    for (const { id, bytes } of DOCUMENTS) {
      expect(similar(model, bytes)).toContainEqual(expect.objectContaining({ id, similarity: 1, copy: true }));
    }
    expect(similar(model, "lunch").some(({ copy }) => !copy)).toBe(true);
    expect([...similar(model, "zzz"), ...similar(model, "")]).toEqual([]);
  });

  it("are in the model's file, and only once", () => {
    const bytes = serialize(model);
    const again = deserialize(bytes);
    expect(Buffer.from(serialize(again)).equals(bytes)).toBe(true);
    for (const text of ["the winner", "report lunch cash"]) expect(similar(again, text)).toEqual(similar(model, text));
    expect(Buffer.from(bytes).toString("latin1").split('documents.classes"').length - 1).toBe(1);
  });
});

describe("similar", () => {
  const model = train(DOCUMENTS, { keepDocuments: true });

  it("refuses a model without documents, and says how to train one with them", () => {
    const refusal = "similar: this model does not keep its documents: train it with keepDocuments";
    expect(() => similar(train(DOCUMENTS), "lunch")).toThrow(refusal);
  });

  it.each([
    [{ top: 0 }, "similar: top must be a whole number of at least 1, not 0"],
    [{ terms: -1 }, "similar: terms must be a whole number of at least 0, not -1"],
  ])("refuses %j", (options, message) => {
    expect(() => similar(model, "lunch", options)).toThrow(new UsageError(message));
  });

  it("leaves out documents of weight 0, and keeps the right ids for the others", () => {
    const data = { x: matrix("1 0", "0 1", "1 1"), y: [0, 1, 1], labels: ["a", "b"], weights: [1, 0, 2] };
    const memory = memoryOf(weighted(nearestNeighbours(), { tf: "log" }).fit(data));
    expect(memory?.documents).toMatchObject({ y: Uint32Array.of(0, 1), weights: Float64Array.of(1, 2) });
  });
});
