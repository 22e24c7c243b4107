import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { strongestTerms } from "../../../src/classifiers/explain/strongest.js";
import type { NumberArray } from "../../../src/classifiers/stored-arrays.js";
import { CLASSIFIER_NAMES } from "../../../src/classifiers/table.js";
import { classify, counterfactual, explain, similar } from "../../../src/model/classify.js";
import { encodeSafetensors } from "../../../src/model/file/encode-safetensors.js";
import { deserialize } from "../../../src/model/file/model-file.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { serialize } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import type { TextModel } from "../../../src/model/text-model.js";
import { type TrainingOptions, train } from "../../../src/model/training.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";

/** Three classes, and words that occur more than once, in one class or in all. */
const DOCUMENTS = Array.from({ length: 18 }, (_, i) => {
  const label = ["ham", "spam", "list"][i % 3];
  return { id: `${label}/${i}`, label, bytes: Buffer.from(`home ${label} ${label} w${i % 4} w${i % 5}`) };
});

const CHOICES: readonly TrainOptions[] = [
  ...CLASSIFIER_NAMES.map((classifier) => ({ classifier })),
  { alpha: 0 },
  { alpha: 0, classifier: "bernoulli" },
  { classifier: "complement", normalize: true },
  { tf: "log", idf: "smooth", norm: "l2", calibrate: "isotonic" },
  { classifier: "logistic-regression", idf: "plain", norm: "l1" },
  { maxTerms: 6, selectBy: "chi-squared" },
];
const fileOf = (options: TrainingOptions) => [JSON.stringify(options), serialize(train(DOCUMENTS, options))] as const;
const FILES = CHOICES.map((options) => fileOf({ ...options, keepDocuments: true }));
const OTHERS = [{ calibrate: "beta" }, { preset: "mail", remember: true }, { preset: "best" }] as const;

const NUMBERS = fc.oneof(
  fc.nat(4),
  fc.double({ min: -3, max: 3 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, -1e308, 2 ** 32 - 1, 5e-324),
);

/** One array with other values in some places, of another length or of another type. */
const CHANGES = fc.oneof(
  fc.array(fc.tuple(fc.nat(), NUMBERS), { minLength: 1, maxLength: 3 }).map((values) => (array: NumberArray) => {
    const changed = array.slice();
    for (const [at, value] of values) changed[at % Math.max(1, array.length)] = value;
    return changed;
  }),
  NUMBERS.map((value) => (array: NumberArray) => array.map(() => value)),
  fc.nat(9).map((length) => (array: NumberArray) => {
    const other = new (array.constructor as typeof Float64Array)(length);
    other.set(array.subarray(0, length) as Float64Array);
    return other;
  }),
  fc
    .constantFrom(Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array)
    .map((type) => (array: NumberArray) => type.from(array as Float64Array)),
);

/** Everything that is asked of a model: nothing of it may be no number. */
function use(model: TextModel): void {
  for (const text of ["home ham ham w1", "spam w3 unknown", ""]) {
    const { ranking, logOdds, probability } = classify(model, text);
    const sum = ranking.reduce((all, one) => all + one.probability, 0);
    expect(Math.abs(sum - 1), "sum of the probabilities").toBeLessThan(1e-9);
    expect([probability, logOdds].some(Number.isNaN), "probability and log odds").toBe(false);
    const { margin, prior, terms } = explain(model, text);
    expect([margin, prior, ...terms.map(({ contribution }) => contribution)].some(Number.isNaN), "margin").toBe(false);
    counterfactual(model, text);
    if (model.memory !== undefined)
      for (const { similarity } of similar(model, text)) expect(similarity).toBeLessThanOrEqual(1);
  }
  strongestTerms(model.model, model.counts, "counts", 5);
  if (model.model.weightsOf !== undefined) strongestTerms(model.model, model.counts, "weight", 5);
}

describe("a model file with anything in one of its arrays, under a right checksum", () => {
  it.each(FILES)("is refused, or is a model that answers: %s", (_, file) => {
    const { arrays, metadata } = decodeSafetensors(file);
    forAll(slowRuns(100), [fc.constantFrom(...Object.keys(arrays)), CHANGES], (name, change) => {
      const changed = encodeSafetensors({ arrays: { ...arrays, [name]: change(arrays[name]) }, metadata });
      let model: TextModel;
      try {
        model = deserialize(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(DataError);
        return;
      }
      use(model);
    });
  });
});

describe("the header of a model file", () => {
  it.each([...FILES, ...OTHERS.map(fileOf)])("has a sentence about each array: %s", (_, file) => {
    const { arrays, metadata } = decodeSafetensors(file);
    const notes = JSON.parse(metadata.arrays) as Record<string, string>;
    expect(Object.keys(notes).sort()).toEqual(Object.keys(arrays).sort());
    for (const [name, note] of Object.entries(notes)) expect(note, name).toMatch(/\w \w/);
  });
});
