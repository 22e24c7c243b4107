import { describe, expect, it } from "vitest";
import { bernoulli } from "../../../src/classifiers/bayes/bernoulli.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { factorsOf } from "../../../src/classifiers/explain/factors.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";

// Manning, Raghavan and Schütze 2008, examples 13.1 and 13.2.
const TERMS = ["chinese", "beijing", "shanghai", "macao", "tokyo", "japan"];
const DATA = {
  x: matrixFromRows([
    [2, 1, 0, 0, 0, 0],
    [2, 0, 1, 0, 0, 0],
    [1, 0, 0, 1, 0, 0],
    [1, 0, 0, 0, 1, 1],
  ]),
  y: [0, 0, 0, 1],
  labels: ["china", "japan"],
};
const termOf = (term: number) => TERMS[term];
const rounded = (logs: Float64Array) => Array.from(logs, (log) => Number(Math.exp(log).toPrecision(12)));
const exactly = (...shares: number[]) => shares.map((share) => Number(share.toPrecision(12)));

describe("factorsOf", () => {
  it("gives the factors of a textbook for multinomial naive Bayes", () => {
    const found = factorsOf(
      multinomial({ prior: "fit" }).fit(DATA),
      matrixFromRows([[3, 0, 0, 0, 1, 1]]),
      false,
      termOf,
    );
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
    const found = factorsOf(model, matrixFromRows([[1, 0, 0, 0, 1, 1]]), true, termOf);
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
    const { factors, logPosterior } = factorsOf(model, matrixFromRows([[1, 0, 0, 0, 1, 0]]), false, termOf);
    expect(factors.map(({ logs }) => rounded(logs))).toEqual([exactly(0, 1 / 3), exactly(5 / 8, 1 / 3)]);
    expect(rounded(logPosterior)).toEqual([0, 1]);
  });

  it("refuses Bernoulli without smoothing if a term is certain", () => {
    const model = bernoulli({ alpha: 0 }).fit(DATA);
    expect(() => factorsOf(model, matrixFromRows([[1, 0, 0, 0, 0, 0]]), true, termOf)).toThrow("--alpha 1");
  });
});
