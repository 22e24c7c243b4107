import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { seededRandom, shuffle } from "../../src/base/random.js";
import type { Problem } from "../../src/documents/problem.js";
import { readCorpus } from "../../src/features/corpus/read-corpus.js";
import { classify } from "../../src/model/classify.js";
import { settingsFrom } from "../../src/model/settings.js";
import { trainOn } from "../../src/model/train-on.js";
import { sumsOf, type TrainingOptions, train } from "../../src/model/training.js";
import { corpora, countingOptions, forAll, slowRuns } from "../helpers/arbitraries.js";
import { labelledTexts } from "../helpers/labelled-texts.js";
import { bytesOf } from "./learning/histories.js";

const document = (label: string, text: string) => ({ id: `${label}/${text}`, label, bytes: Buffer.from(text) });

describe("train", () => {
  const documents = [document("ham", "letter"), document("spam", "prize")];

  it("gives the same model of counts, byte for byte, whatever the order of the documents", () => {
    forAll(slowRuns(100), [corpora, countingOptions, fc.nat()], (documents, options, seed) => {
      const order = shuffle([...documents.keys()], seededRandom(seed));
      const shuffled = order.map((row) => documents[row]);
      expect(bytesOf(train(shuffled, options)).equals(bytesOf(train(documents, options)))).toBe(true);
    });
  });

  it("learns from sums, byte for byte, what it learns from the rows of the documents", () => {
    let summed = 0;
    forAll(slowRuns(100), [corpora, countingOptions], (documents, options) => {
      const settings = settingsFrom(options);
      if (sumsOf(settings, [...new Set(documents.map(({ label }) => label))]) !== undefined) summed++;
      const rows = trainOn(readCorpus(documents, settings), settings);
      expect(bytesOf(train(documents, options)).equals(bytesOf(rows))).toBe(true);
    });
    expect(summed).toBeGreaterThan(slowRuns(100) / 2);
  });

  it("takes any iterable of documents, one at a time, and keeps nothing of how it was read", () => {
    let held = 0;
    function* oneByOne() {
      for (const next of documents) {
        held++;
        expect(held).toBe(1);
        yield next;
        held--;
      }
    }
    const model = train(oneByOne(), { jobs: 4, onProgress: () => undefined });
    expect(bytesOf(model).equals(bytesOf(train(documents)))).toBe(true);
  });

  it("refuses documents of fewer than two classes with a DataError that says what to do", () => {
    expect(() => train([])).toThrow(new DataError("there is no document to learn from that can be read"));
    const one =
      /^there is only one class to learn, "ham": add documents of another class; if the classes are folders inside/;
    expect(() => train([document("ham", "a"), document("ham", "b")])).toThrow(one);
    expect(() => train([document("ham", "a"), document("spam", "\0")])).toThrow(DataError);
  });

  it("refuses an option that is not allowed before it reads a document", () => {
    const unread = {
      [Symbol.iterator](): Iterator<never> {
        throw new Error("was read");
      },
    };
    expect(() => train(unread, { alpha: -1 })).toThrow(UsageError);
    expect(() => train(unread, { prior: [0.5, 0.6] })).toThrow(/was read/);
    expect(() => train(documents, { prior: [0.5, 0.6] })).toThrow(/^prior must be .* sum 1, not \[0.5,0.6\]$/);
    expect(() => train(documents, { prior: [1] })).toThrow(UsageError);
  });

  it("takes given priors in the order of the classes", () => {
    const model = train([document("b", "x"), document("a", "y")], { prior: [0.9, 0.1] });
    expect(model.labels).toEqual(["a", "b"]);
    expect(classify(model, "").probability).toBeCloseTo(0.9, 12);
  });

  it("reports the documents that it leaves out", () => {
    const heard: Problem[] = [];
    train([...documents, document("spam", "\0")], { onProblem: (problem) => heard.push(problem) });
    expect(heard).toEqual([{ kind: "binary", where: "spam/\0" }]);
  });
});

describe("train with little memory", () => {
  const texts = labelledTexts(20).filter(({ labels }) => labels.length > 0);
  const documents = texts.map(({ labels: [label], text }, i) => ({ id: `${i}`, label, text }));

  it("stops where even the counts need more", () => {
    const mail: TrainingOptions = { preset: "mail", calibrate: "none" };
    for (const options of [{}, { classifier: "bernoulli", minCount: 2 }, mail]) {
      expect(() => train(documents, { ...options, memory: 1 })).toThrow(DataError);
      expect(train(documents, { ...options, memory: 1e9 }).labels.length).toBeGreaterThan(1);
    }
  });

  it("stops where the method needs the documents, and says what would help", () => {
    const advice = /^memory: the documents need about .*, not .*: allow more, .* that needs only counts/;
    for (const options of [{ classifier: "linear-svm" }, { keepDocuments: true }] as TrainingOptions[]) {
      expect(() => train(documents, { ...options, memory: 1 })).toThrow(advice);
    }
  });
});
