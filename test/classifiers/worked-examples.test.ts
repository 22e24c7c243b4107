import { describe, expect, it } from "vitest";
import { bernoulli } from "../../src/classifiers/bayes/bernoulli.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods, predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { bernoulliVectorizer, countVectorizer } from "../../src/features/vectorizer.js";

/** C. D. Manning, P. Raghavan and H. Schütze, Introduction to Information Retrieval, 2008, table 13.1. */
describe("the China example of Manning, Raghavan and Schütze 2008", () => {
  const texts = ["Chinese Beijing Chinese", "Chinese Chinese Shanghai", "Chinese Macao", "Tokyo Japan Chinese"];
  const query = ["Chinese Chinese Chinese Tokyo Japan"];
  const y = [0, 0, 0, 1];
  const labels = ["china", "other"];

  it("is in China according to the multinomial model: example 13.1", () => {
    const vectorizer = countVectorizer();
    const { vocabulary, x } = vectorizer.fit(texts);
    expect([...vocabulary]).toEqual(["beijing", "chinese", "japan", "macao", "shanghai", "tokyo"]);
    const model = multinomial().fit({ x, y, labels });
    const row = vectorizer.transform(query, vocabulary);
    const [[china, other]] = jointLogLikelihoods(model, row);
    expect(Math.exp(china)).toBeCloseTo((3 / 4) * (3 / 7) ** 3 * (1 / 14) * (1 / 14), 14);
    expect(Math.exp(other)).toBeCloseTo((1 / 4) * (2 / 9) ** 3 * (2 / 9) * (2 / 9), 14);
    expect(Math.exp(china)).toBeCloseTo(0.0003, 4);
    expect(Math.exp(other)).toBeCloseTo(0.0001, 4);
    const [[p]] = probabilities(model, row);
    expect(p).toBeCloseTo(0.6897586, 7);
    expect(predict(model, row)).toEqual([0]);
  });

  it("is not in China according to the Bernoulli model: example 13.2", () => {
    const vectorizer = bernoulliVectorizer();
    const { vocabulary, x } = vectorizer.fit(texts);
    const model = bernoulli().fit({ x, y, labels });
    const row = vectorizer.transform(query, vocabulary);
    const [[china, other]] = jointLogLikelihoods(model, row);
    expect(Math.exp(china)).toBeCloseTo(
      (3 / 4) * (4 / 5) * (1 / 5) * (1 / 5) * (1 - 2 / 5) * (1 - 2 / 5) * (1 - 2 / 5),
      14,
    );
    expect(Math.exp(other)).toBeCloseTo(
      (1 / 4) * (2 / 3) * (2 / 3) * (2 / 3) * (1 - 1 / 3) * (1 - 1 / 3) * (1 - 1 / 3),
      14,
    );
    expect(Math.exp(china)).toBeCloseTo(0.005, 3);
    expect(Math.exp(other)).toBeCloseTo(0.022, 3);
    const [[, p]] = probabilities(model, row);
    expect(p).toBeCloseTo(0.8089332, 7);
    expect(predict(model, row)).toEqual([1]);
  });
});

/** A multinomial case with an exact answer: one document a class, add-one smoothing. */
describe("sports and politics", () => {
  it("gives a speech about winning to politics with probability 6/7", () => {
    const five = (...words: string[]) => words.flatMap((word) => new Array<string>(5).fill(word)).join(" ");
    const vectorizer = countVectorizer();
    const { vocabulary, x } = vectorizer.fit([five("win", "puck", "team"), five("win", "speech", "vote")]);
    const model = multinomial().fit({ x, y: [0, 1], labels: ["sports", "politics"] });
    const row = vectorizer.transform(["speech win"], vocabulary);
    const [[sports, politics]] = probabilities(model, row);
    expect(politics).toBeCloseTo(6 / 7, 12);
    expect(sports).toBeCloseTo(1 / 7, 12);
    expect(predict(model, row)).toEqual([1]);
  });
});

/** Carnegie Mellon University, course 10-315, lecture 5: the table of three attributes, maximum likelihood. */
describe("the students who buy a computer", () => {
  it("has the lecture's figures with Bernoulli naive Bayes and alpha 0", () => {
    const rows = "000 001 000 111 100 010 101 101 110 011 010 011 101 010"
      .split(" ")
      .map((row) => [...row].map(Number));
    const y = rows.map((_, d) => (d < 5 ? 0 : 1));
    const model = bernoulli({ alpha: 0 }).fit({ x: matrixFromRows(rows), y, labels: ["no", "yes"] });
    const row = matrixFromRows([[0, 1, 1]]);
    const [[no, yes]] = jointLogLikelihoods(model, row);
    expect(Math.exp(no)).toBeCloseTo(0.017142857142857144, 14);
    expect(Math.exp(yes)).toBeCloseTo(0.13227513227513227, 14);
    const [[, p]] = probabilities(model, row);
    expect(p).toBeCloseTo(0.886, 2);
  });
});
