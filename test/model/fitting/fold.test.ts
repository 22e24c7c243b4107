import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { selectTerms, TERM_SCORES, termStatistics } from "../../../src/features/selection.js";
import type { Dataset } from "../../../src/features/sparse-matrix.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { countVectorizer } from "../../../src/features/vectorizer.js";
import { splitFolds, testFold } from "../../../src/model/fitting/fold.js";
import { dataOf, divided, LABELS, rules, splitOf } from "../../evaluation/small-corpora.js";
import { dense, entries } from "../../features/dense.js";
import { forAll } from "../../helpers/arbitraries.js";
import { lines } from "../../text/tokens.js";

describe("splitFolds", () => {
  it("refuses rows that do not exist, do not ascend, or are on both sides", () => {
    const data: Dataset = { x: matrixFromRows([[1], [2], [3], [4], [5]]), y: [0, 1, 0, 1, 0], labels: ["a", "b"] };
    const rowsIn = (text: string) => Uint32Array.from(text.split(" "), Number);
    const folds = (train: string, test: string) =>
      Array.from(splitFolds(data, [{ train: rowsIn(train), test: rowsIn(test) }]));
    for (const [train, test, fault] of [
      ["0 1 2", "4 3", "row 3 comes after row 4"],
      ["2 1 0", "3 4", "row 1 comes after row 2"],
      ["0 1 2 2", "3", "row 2 comes after row 2"],
      ["0 1 2", "2 4", "row 2 is on both sides"],
      ["0 1 2", "3 5", "there is no row 5"],
    ]) {
      const refusal = `splits: ${fault}; rows must be from 0 to 4, ascending, and on one side only`;
      expect(() => folds(train, test)).toThrow(new UsageError(refusal));
    }
    expect(folds("0 2", "1")).toHaveLength(1);
  });

  it.each(TERM_SCORES)("chooses terms by the %s of its training set alone, wherever that came from", (selectBy) => {
    forAll(100, [divided, rules, fc.integer({ min: 1, max: 4 })], ({ documents, sides }, others, maxTerms) => {
      const split = splitOf(sides);
      fc.pre(split.train.length > 0);
      const rules = { ...others, maxTerms, selectBy };
      const data = dataOf(documents);
      const alone = dataOf(Array.from(split.train, (row) => documents[row]));
      const words = (terms: Uint32Array, part: Dataset) => dense(part.x).map((row) => Array.from(terms, (t) => row[t]));
      const kept = selectTerms({ ...termStatistics(alone.x), presence: classCounts(alone, true) }, rules);
      const [fold] = splitFolds(data, [split], rules);
      const rows = words(fold.terms, data);
      expect(Array.from(split.train, (row) => rows[row])).toEqual(words(kept, alone));
    });
  });

  it("gives each split the vocabulary of its training set alone, as if the rest did not exist", () => {
    forAll(300, [divided, rules], ({ documents, sides }, rules) => {
      const split = splitOf(sides);
      fc.pre(split.train.length > 0);
      const [fold] = splitFolds(dataOf(documents), [split], rules);

      const texts = (rows: Uint32Array) => Array.from(rows, (row) => documents[row].words.join("\n"));
      const vectorizer = countVectorizer({ tokenizer: lines, ...rules });
      const { vocabulary, x } = vectorizer.fit(texts(split.train));
      const test = vectorizer.transform(texts(split.test), vocabulary);
      expect([fold.train.x.columns, fold.test.columns]).toEqual([vocabulary.size, vocabulary.size]);
      expect(entries(fold.train.x)).toEqual(entries(x));
      expect(entries(fold.test)).toEqual(entries(test));
      const classes = Array.from(fold.train.y, (c) => fold.train.labels[c]);
      expect(classes).toEqual(Array.from(split.train, (row) => LABELS[documents[row].label]));
      expect(Array.from(fold.actual)).toEqual(Array.from(split.test, (row) => documents[row].label));
      expect(Array.from(fold.rows)).toEqual(Array.from(split.test));
      expect(fold.train.labels).toEqual(LABELS.filter((label) => classes.includes(label)));
    });
  });

  it("takes the weights of the training rows with them", () => {
    const data = { ...dataOf([0, 1, 0].map((label) => ({ words: ["ant"], label }))), weights: [1, 2, 3] };
    const [fold, without] = [data, { ...data, weights: undefined }].flatMap((data) => [
      ...splitFolds(data, [{ train: Uint32Array.of(0, 2), test: Uint32Array.of(1) }]),
    ]);
    expect(Array.from(fold.train.weights ?? [])).toEqual([1, 3]);
    expect(without.train.weights).toBeUndefined();
  });
});

describe("testFold", () => {
  /** A row of numbers for each document. */
  const rowsOf = (...rows: string[]) => rows.map((row) => row.split(" ").map(Number));
  const train = { x: matrixFromRows(rowsOf("2 1 0", "1 1 0")), y: [0, 1], labels: ["a", "b"] };
  const test = { x: matrixFromRows(rowsOf("0 1 5", "1 0 0")), y: [2, 1], labels: ["a", "b", "c"] };

  it("leaves out the terms that the training set does not have or the rules do not keep, and numbers test rows from 0", () => {
    const fold = testFold(train, test);
    expect(dense(fold.train.x)).toEqual(rowsOf("2 1", "1 1"));
    expect(dense(fold.test)).toEqual(rowsOf("0 1", "1 0"));
    expect([Array.from(fold.rows), Array.from(fold.actual)]).toEqual(rowsOf("0 1", "2 1"));
    const top = testFold(train, test, { dropTop: 1 });
    expect(dense(top.train.x)).toEqual([[1], [1]]);
    expect(dense(top.test)).toEqual([[1], [0]]);
    expect([Array.from(top.train.y), top.train.labels]).toEqual([train.y, train.labels]);
  });

  it("counts documents of a class that only the test set has, all as mistakes", () => {
    const result = evaluate([testFold(train, test)], multinomial(), test.labels);
    expect(result.confusion.map((row) => row[2])).toEqual([0, 0, 0]);
    expect(result.confusion[2].reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(result.perClass[2]).toEqual({ label: "c", precision: 0, recall: 0, f1: 0, support: 1 });
    expect(result.labels).toEqual(["a", "b", "c"]);
    expect(result.baselines).toEqual({ majority: 0, proportional: 0.25 });
  });
});
