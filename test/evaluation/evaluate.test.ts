import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bernoulli } from "../../src/classifiers/bernoulli.js";
import type { Classifier, Dataset } from "../../src/classifiers/classifier.js";
import { LinearModel } from "../../src/classifiers/linear-model.js";
import { multinomial } from "../../src/classifiers/multinomial.js";
import { DataError } from "../../src/errors.js";
import { evaluate, splitTrials, type Trial, testTrial } from "../../src/evaluation/evaluate.js";
import { resampledInterval, wilsonInterval } from "../../src/evaluation/intervals.js";
import { classMetrics, macroAverage } from "../../src/evaluation/metrics.js";
import { folds, holdouts, type Split } from "../../src/evaluation/splits.js";
import type { SelectionRules } from "../../src/features/selection.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { countVectorizer } from "../../src/features/vectorizer.js";
import { dense, entries } from "../features/dense.js";
import { lines } from "../text/tokens.js";

fc.configureGlobal({ seed: 64 });

const WORDS = ["ant", "bee", "cat", "dog", "elk", "fox", "constructor", "__proto__"];
const documents = fc.array(
  fc.record({ words: fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }), label: fc.nat(2) }),
  {
    minLength: 2,
    maxLength: 10,
  },
);
const rules: fc.Arbitrary<SelectionRules> = fc.record(
  {
    minCount: fc.nat(3),
    minDocuments: fc.nat(2),
    maxDocumentShare: fc.constantFrom(0.5, 1),
    dropTop: fc.nat(2),
    maxTerms: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: [] },
);
/** Documents, some of them for training, some for testing, and some for neither. */
const divided = documents.chain((documents) =>
  fc.record({
    documents: fc.constant(documents),
    sides: fc.array(fc.constantFrom("train", "test", "neither"), {
      minLength: documents.length,
      maxLength: documents.length,
    }),
  }),
);

const LABELS = ["a", "b", "c"];

function dataOf(documents: readonly { words: string[]; label: number }[]): Dataset {
  const { x } = countVectorizer({ tokenizer: lines }).fit(documents.map(({ words }) => words.join("\n")));
  return { x, y: documents.map(({ label }) => label), labels: LABELS };
}

function splitOf(sides: readonly string[]): Split {
  const rows = (side: string) => Uint32Array.from(sides.keys()).filter((row) => sides[row] === side);
  return { train: rows("train"), test: rows("test") };
}

/** Says of each row the class that its first column names, whatever it is trained on. */
function oracle(onFit?: (data: Dataset) => void): Classifier {
  return {
    name: "oracle",
    fit(data) {
      onFit?.(data);
      return new LinearModel({
        labels: data.labels,
        bias: new Float64Array(data.labels.length),
        columns: data.x.columns,
        termWeights(term, into, at) {
          into.fill(0, at, at + data.labels.length);
          into[at + term] = Math.log(9);
        },
      });
    },
  };
}

/** A trial whose test rows have the given classes, and a term that makes the oracle say the given others. */
function trialOf(
  trained: readonly number[],
  actual: readonly number[],
  said: readonly number[],
  labels = LABELS,
): Trial {
  const oneHot = (classes: readonly number[]) =>
    matrixFromRows(classes.map((c) => labels.map((_, i) => (i === c ? 1 : 0))));
  return {
    train: { x: oneHot(trained), y: trained, labels },
    test: oneHot(said),
    actual,
    rows: actual.map((_, i) => 100 + i),
  };
}

describe("splitTrials", () => {
  it("gives each split the vocabulary of its training part alone, as if the rest had never been read", () => {
    fc.assert(
      fc.property(divided, rules, ({ documents, sides }, rules) => {
        const split = splitOf(sides);
        fc.pre(split.train.length > 0);
        const [trial] = splitTrials(dataOf(documents), [split], rules);

        const texts = (rows: Uint32Array) => Array.from(rows, (row) => documents[row].words.join("\n"));
        const vectorizer = countVectorizer({ tokenizer: lines, ...rules });
        const { vocabulary, x } = vectorizer.fit(texts(split.train));
        const test = vectorizer.transform(texts(split.test), vocabulary);
        expect([trial.train.x.columns, trial.test.columns]).toEqual([vocabulary.size, vocabulary.size]);
        expect(entries(trial.train.x)).toEqual(entries(x));
        expect(entries(trial.test)).toEqual(entries(test));
        expect(Array.from(trial.train.y)).toEqual(Array.from(split.train, (row) => documents[row].label));
        expect(Array.from(trial.actual)).toEqual(Array.from(split.test, (row) => documents[row].label));
        expect(Array.from(trial.rows)).toEqual(Array.from(split.test));
        expect(trial.train.labels).toEqual(LABELS);
      }),
      { numRuns: 300 },
    );
  });

  it("is not changed by a term that only test documents have", () => {
    fc.assert(
      fc.property(documents, fc.nat(), (documents, seed) => {
        fc.pre(LABELS.some((_, c) => documents.filter(({ label }) => label === c).length > 1));
        const splits = holdouts(
          documents.map(({ label }) => label),
          1 / 3,
          1,
          seed,
        );
        const tested = new Set(splits[0].test);
        const marked = documents.map(({ words, label }, row) => ({
          words: tested.has(row) ? ["aardvark", ...words, "only", "here", "zebra"] : words,
          label,
        }));
        for (const classifier of [multinomial(), bernoulli()]) {
          const result = (data: Dataset) => evaluate(splitTrials(data, splits), classifier, LABELS);
          expect(result(dataOf(marked))).toEqual(result(dataOf(documents)));
        }
      }),
      { numRuns: 80 },
    );
  });

  it("takes the weights of the training rows with them", () => {
    const data = { ...dataOf([0, 1, 0].map((label) => ({ words: ["ant"], label }))), weights: [1, 2, 3] };
    const [trial, without] = [data, { ...data, weights: undefined }].flatMap((data) => [
      ...splitTrials(data, [{ train: Uint32Array.of(0, 2), test: Uint32Array.of(1) }]),
    ]);
    expect(Array.from(trial.train.weights ?? [])).toEqual([1, 3]);
    expect(without.train.weights).toBeUndefined();
  });

  it("makes each trial when it is asked for, not before", () => {
    let asked = 0;
    function* splits(): Generator<Split> {
      for (const row of [0, 1]) {
        asked++;
        yield { train: Uint32Array.of(1 - row), test: Uint32Array.of(row) };
      }
    }
    const trials = splitTrials(dataOf([0, 1].map((label) => ({ words: ["ant"], label }))), splits());
    trials.next();
    expect(asked).toBe(1);
  });
});

describe("testTrial", () => {
  const train = {
    x: matrixFromRows([
      [2, 1, 0],
      [1, 1, 0],
    ]),
    y: [0, 1],
    labels: ["a", "b"],
  };
  const test = {
    x: matrixFromRows([
      [0, 1, 5],
      [1, 0, 0],
    ]),
    y: [2, 1],
    labels: ["a", "b", "c"],
  };

  it("leaves out the terms that the training part does not have, or the rules do not keep", () => {
    const trial = testTrial(train, test);
    expect(dense(trial.train.x)).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect(dense(trial.test)).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const top = testTrial(train, test, { dropTop: 1 });
    expect(dense(top.train.x)).toEqual([[1], [1]]);
    expect(dense(top.test)).toEqual([[1], [0]]);
    expect([top.train.y, top.train.labels]).toEqual([train.y, train.labels]);
  });

  it("numbers the test rows from 0 and keeps their classes", () => {
    const trial = testTrial(train, test);
    expect(Array.from(trial.rows)).toEqual([0, 1]);
    expect(Array.from(trial.actual)).toEqual([2, 1]);
  });

  it("takes the data as they are if every term is kept", () => {
    const whole = {
      ...train,
      x: matrixFromRows([
        [2, 1, 1],
        [1, 1, 0],
      ]),
    };
    const trial = testTrial(whole, test);
    expect(trial.train).toBe(whole);
    expect(trial.test).toBe(test.x);
  });

  it("counts documents of a class that only the test part has, all as mistakes", () => {
    const result = evaluate([testTrial(train, test)], multinomial(), test.labels);
    expect(result.confusion.map((row) => row[2])).toEqual([0, 0, 0]);
    expect(result.confusion[2].reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(result.perClass[2]).toEqual({ label: "c", precision: 0, recall: 0, f1: 0, support: 1 });
    expect(result.labels).toEqual(["a", "b", "c"]);
    expect(result.baselines).toEqual({ majority: 0, proportional: 0.25 });
  });
});

describe("evaluate", () => {
  it("reports one test part: a case worked by hand", () => {
    const trial = trialOf([0, 0, 0, 1, 2, 2], [0, 0, 1, 1, 2], [0, 1, 1, 1, 0]);
    const result = evaluate([trial], oracle(), LABELS);
    expect(result.documents).toEqual({ train: 6, test: 5 });
    expect(result.vocabulary).toBe(3);
    expect(result.runs).toEqual([{ accuracy: 3 / 5, correct: 3, total: 5 }]);
    expect(result.accuracy).toBe(3 / 5);
    expect(result.accuracyInterval).toEqual(wilsonInterval(3, 5));
    expect(result.confusion).toEqual([
      [1, 1, 0],
      [0, 2, 0],
      [1, 0, 0],
    ]);
    expect(result.perClass).toEqual(classMetrics(result.confusion, LABELS));
    expect(result.macro).toEqual(macroAverage(result.perClass, result.confusion));
    /** Class a is the most frequent in training, and 2 of 5 of the test part; shares are 3, 1, 2 of 6 and 2, 2, 1 of 5. */
    expect(result.baselines.majority).toBeCloseTo(2 / 5, 14);
    expect(result.baselines.proportional).toBeCloseTo((3 * 2 + 1 * 2 + 2 * 1) / 30, 14);
    expect(result.predictions.map(({ row, actual, predicted }) => [row, actual, predicted])).toEqual([
      [100, 0, 0],
      [101, 0, 1],
      [102, 1, 1],
      [103, 1, 1],
      [104, 2, 0],
    ]);
    for (const { probability } of result.predictions) expect(probability).toBeCloseTo(9 / 11, 12);
  });

  it("takes the means over runs, and adds up their confusion", () => {
    const first = trialOf([0, 0, 1], [0, 1], [0, 0]);
    const second = trialOf([1, 1, 0], [0, 1, 1, 2], [0, 1, 1, 1]);
    const result = evaluate([first, second], oracle(), LABELS);
    expect(result.runs).toEqual([
      { accuracy: 1 / 2, correct: 1, total: 2 },
      { accuracy: 3 / 4, correct: 3, total: 4 },
    ]);
    expect(result.accuracy).toBe(5 / 8);
    expect(result.accuracyInterval).toEqual(resampledInterval([1 / 2, 3 / 4], 2, 3));
    expect(result.documents).toEqual({ train: 3, test: 2 });
    expect(result.confusion).toEqual([
      [2, 0, 0],
      [1, 2, 0],
      [0, 1, 0],
    ]);
    expect(result.baselines.majority).toBeCloseTo((1 / 2 + 2 / 4) / 2, 14);
    expect(result.baselines.proportional).toBeCloseTo((1 / 2 + (1 / 3) * (1 / 4) + (2 / 3) * (2 / 4)) / 2, 14);
    expect(result.predictions.length).toBe(6);
  });

  it("takes the first of the most frequent training classes for the majority baseline", () => {
    const result = evaluate([trialOf([1, 0, 0, 1], [1, 1, 0], [0, 0, 0])], oracle(), LABELS);
    expect(result.baselines.majority).toBeCloseTo(1 / 3, 14);
  });

  it("trains anew on every trial, and says after each how many are done", () => {
    const done: number[] = [];
    const trained: number[] = [];
    const trials = [trialOf([0], [0], [0]), trialOf([0, 1], [0], [0]), trialOf([0, 1, 2], [0], [0])];
    evaluate(
      trials,
      oracle(({ x }) => trained.push(x.rows)),
      LABELS,
      (n) => done.push(n),
    );
    expect(done).toEqual([1, 2, 3]);
    expect(trained).toEqual([1, 2, 3]);
  });

  it("gives a model of presences the presence of the terms in test documents", () => {
    const labels = ["a", "b"];
    const train = {
      x: matrixFromRows([
        [1, 1],
        [0, 1],
        [0, 1],
      ]),
      y: [0, 1, 1],
      labels,
    };
    const counts = {
      x: matrixFromRows([
        [9, 4],
        [0, 7],
      ]),
      y: [0, 1],
      labels,
    };
    const presence = {
      ...counts,
      x: matrixFromRows([
        [1, 1],
        [0, 1],
      ]),
    };
    expect(evaluate([testTrial(train, counts)], bernoulli(), labels)).toEqual(
      evaluate([testTrial(train, presence)], bernoulli(), labels),
    );
  });

  it("tests every document once in folds, and sums up what its predictions say", () => {
    fc.assert(
      fc.property(documents, fc.nat(), (documents, seed) => {
        const data = dataOf(documents);
        const k = Math.min(3, documents.length);
        const result = evaluate(splitTrials(data, folds(data.y, k, seed)), multinomial(), LABELS);
        expect(result.predictions.map(({ row }) => row).sort((a, b) => a - b)).toEqual(Array.from(documents.keys()));
        expect(result.runs.reduce((sum, { total }) => sum + total, 0)).toBe(documents.length);
        const confusion = LABELS.map((_, actual) =>
          LABELS.map(
            (_, predicted) => result.predictions.filter((p) => p.actual === actual && p.predicted === predicted).length,
          ),
        );
        expect(result.confusion).toEqual(confusion);
        let from = 0;
        for (const { correct, total, accuracy } of result.runs) {
          const run = result.predictions.slice(from, from + total);
          expect(correct).toBe(run.filter(({ actual, predicted }) => actual === predicted).length);
          expect(accuracy).toBe(correct / total);
          from += total;
        }
        for (const { row, actual, probability } of result.predictions) {
          expect(actual).toBe(documents[row].label);
          expect(probability >= 1 / LABELS.length - 1e-9 && probability <= 1).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("refuses a trial without a test document", () => {
    const trials = [trialOf([0], [0], [0]), trialOf([0], [], [])];
    expect(() => evaluate(trials, oracle(), LABELS)).toThrow(DataError);
    expect(() => evaluate(trials, oracle(), LABELS)).toThrow(
      "evaluate: required at least one test document, found none",
    );
  });
});
