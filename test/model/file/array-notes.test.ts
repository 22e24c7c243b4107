import { describe, expect, it } from "vitest";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { train } from "../../../src/model/training.js";

const DOCUMENTS = Array.from({ length: 24 }, (_, i) => {
  const label = i % 2 === 0 ? "ham" : "spam";
  const text = `Subject: ${label}\n\n${label} ${i % 3 === 0 ? "prize" : "letter"} w${i % 5} ${"home ".repeat(i % 4)}`;
  return { id: `${label}/${i}`, label, bytes: Buffer.from(text) };
});

describe("the header of a model file", () => {
  const CLASSIFIERS = [
    ...["multinomial", "bernoulli", "complement", "categorical", "gaussian", "logistic-regression"],
    ...[
      "nb-logistic-regression",
      "nearest-neighbours",
      "locally-weighted",
      "combined",
      "linear-svm",
      "nb-svm",
      "learned",
      "chosen-bayes",
    ],
  ];

  it.each<[what: string, options: Parameters<typeof train>[1]]>([
    ...CLASSIFIERS.map((classifier): [string, TrainOptions] => [classifier, { classifier }]),
    ["rules that choose terms", { maxTerms: 5, selectBy: "chi-squared" }],
    ["weights", { tf: "log", idf: "smooth", norm: "l2" }],
    ["a calibration by a curve", { calibrate: "isotonic" }],
    ["a calibration by beta", { calibrate: "beta" }],
    ["documents that are kept", { keepDocuments: true }],
    ["documents that are remembered", { remember: true }],
    ["mail that is remembered", { preset: "mail", remember: true }],
    ["the preset best", { preset: "best" }],
  ])("says of each array what it is: %s", (_, options) => {
    const { arrays, metadata } = decodeSafetensors(modelToBytes(train(DOCUMENTS, options)));
    const notes = JSON.parse(metadata.arrays) as Record<string, string>;
    expect(Object.keys(notes).sort()).toEqual(Object.keys(arrays).sort());
    for (const [name, note] of Object.entries(notes)) expect(note, name).toMatch(/\w \w/);
  });
});
