import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { explainRow, reasonsOf } from "../../../src/classifiers/explain/explain.js";
import { factorsOf } from "../../../src/classifiers/explain/factors.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { train } from "../../../src/model/training.js";
import { linearModel, matrix } from "../samples.js";

const termOf = (term: number) => ["ant", "bee", "cat", "dog"][term];

describe("explainRow", () => {
  const model = linearModel([-1, -2, -8], ["-1 -3 -1", "-4 -1 -1", "-2 -2 -2", "-1 -2 -1"]);

  const x = matrix("2 1 3 1");

  it.each([
    [{}, { label: "c0", against: "c1", margin: 3, prior: 1 }, "ant 2 4, bee 1 -3, dog 1 1, cat 3 0"],
    [{ against: "c0" }, { label: "c1", against: "c0", margin: -3, prior: -1 }, "ant 2 -4, bee 1 3, dog 1 -1, cat 3 0"],
    [{ label: "c2", against: "c0" }, { margin: -4, prior: -7 }, "bee 1 3, ant 2 0, cat 3 0, dog 1 0"],
  ])(
    "asked for %j, gives the margin of the classes and of an empty document, and the terms, the strongest first",
    (pair, expected, terms) => {
      const found = explainRow(model, x, termOf, pair);
      expect(found).toMatchObject({ ...pair, ...expected });
      expect(found.terms.map((own) => `${own.term} ${own.count} ${own.contribution}`).join(", ")).toBe(terms);
    },
  );

  it.each([
    [{ label: "c3" }, 'this model has no class "c3"; it has "c0", "c1", "c2"'],
    [{ label: "c1", against: "c1" }, '"c1" cannot be compared with itself; choose another class'],
  ])("refuses %j, which are not two classes of the model", (pair, message) => {
    expect(() => explainRow(model, x, termOf, pair)).toThrow(new UsageError(`explain: ${message}`));
  });

  it("puts an impossible class last, and treats two as equal", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    const explained = (...bias: number[]) => explainRow(linearModel(bias, []), matrixFromRows([[]]), termOf);
    expect(explained(impossible, -9, -5)).toMatchObject({ label: "c2", against: "c1", margin: 4 });
    expect(explained(impossible, -9).margin).toBe(Number.POSITIVE_INFINITY);
    expect(explained(impossible, impossible)).toMatchObject({ label: "c0", against: "c1", margin: 0 });
  });
});

// Manning, Raghavan and Schütze 2008, examples 13.1 and 13.2.
const TERMS = ["chinese", "beijing", "shanghai", "macao", "tokyo", "japan"];
const DATA = {
  x: matrix("2 1 0 0 0 0", "2 0 1 0 0 0", "1 0 0 1 0 0", "1 0 0 0 1 1"),
  y: [0, 0, 0, 1],
  labels: ["china", "japan"],
};
const wordOf = (term: number) => TERMS[term];
const rounded = (logs: Float64Array) => Array.from(logs, (log) => Number(Math.exp(log).toPrecision(12)));
const exactly = (...shares: number[]) => shares.map((share) => Number(share.toPrecision(12)));

describe("factorsOf", () => {
  it("gives the factors of a textbook for multinomial naive Bayes", () => {
    const model = multinomial({ prior: "fit" }).fit(DATA);
    const found = factorsOf(model, matrix("3 0 0 0 1 1"), false, wordOf);
    expect(rounded(found.logPrior)).toEqual([0.75, 0.25]);
    expect(found.factors.map(({ term, count, logs }) => [term, count, rounded(logs)])).toEqual([
      ["japan", 1, exactly(1 / 14, 2 / 9)],
      ["tokyo", 1, exactly(1 / 14, 2 / 9)],
      ["chinese", 3, exactly(3 / 7, 2 / 9)],
    ]);
    const product = [(0.75 * (3 / 7) ** 3) / 14 ** 2, 0.25 * (2 / 9) ** 5];
    expect(rounded(found.logJoint)).toEqual(exactly(...product));
    expect(rounded(found.logPosterior)).toEqual(exactly(...product.map((p) => p / (product[0] + product[1]))));
  });

  it("gives the factors of a textbook for Bernoulli, with those of absent terms", () => {
    const model = bernoulli({ prior: "fit" }).fit(DATA);
    const found = factorsOf(model, matrix("1 0 0 0 1 1"), true, wordOf);
    expect(rounded(found.logPrior)).toEqual([0.75, 0.25]);
    expect(found.factors.map(({ term, count, logs }) => [term, count, rounded(logs)])).toEqual([
      ["japan", 1, exactly(1 / 5, 2 / 3)],
      ["tokyo", 1, exactly(1 / 5, 2 / 3)],
      ["chinese", 1, exactly(4 / 5, 2 / 3)],
      ["beijing", 0, exactly(3 / 5, 2 / 3)],
      ["macao", 0, exactly(3 / 5, 2 / 3)],
      ["shanghai", 0, exactly(3 / 5, 2 / 3)],
    ]);
    expect(rounded(found.logJoint)).toEqual(exactly((0.75 * 0.8 * 0.6 ** 3) / 25, 0.25 * (2 / 3) ** 6));
  });

  it("shows a factor of 0 where nothing smooths", () => {
    const model = multinomial({ prior: "fit", alpha: 0 }).fit(DATA);
    const { factors, logPosterior } = factorsOf(model, matrix("1 0 0 0 1 0"), false, wordOf);
    expect(factors.map(({ logs }) => rounded(logs))).toEqual([exactly(0, 1 / 3), exactly(5 / 8, 1 / 3)]);
    expect(rounded(logPosterior)).toEqual([0, 1]);
  });

  it("refuses Bernoulli without smoothing if a term is certain", () => {
    const model = bernoulli({ alpha: 0 }).fit(DATA);
    expect(() => factorsOf(model, matrix("1 0 0 0 0 0"), true, wordOf)).toThrow("--alpha 1");
  });
});

const DOCUMENTS = [
  { id: "1", label: "a", text: "one two three four five six seven one" },
  { id: "2", label: "b", text: "two three eight nine ten eleven" },
];

describe("reasonsOf", () => {
  it("returns the five strongest terms of an explanation", () => {
    const model = train(DOCUMENTS);
    const termOf = (term: number) => model.vocabulary.term(term);
    const x = model.rowOf("one two three four five six seven eight");
    const { terms, against } = explainRow(model.model, x, termOf);
    const reasons = reasonsOf(model.model, x, termOf);
    expect(reasons.against).toBe(against);
    expect(reasons.terms.map(([term]) => term)).toEqual(terms.slice(0, 5).map(({ term }) => term));
    expect(reasons.terms[0]).toEqual(["one", expect.closeTo(terms[0].contribution, 2)]);
  });

  it("has a bound for certain terms, and makes terms safe", () => {
    const model = train(DOCUMENTS, { alpha: 0 });
    const x = model.rowOf("one two");
    const reasons = reasonsOf(model.model, x, () => "\u202eterm");
    expect(reasons.terms[0]).toEqual(["\\u202eterm", 99]);
  });
});
