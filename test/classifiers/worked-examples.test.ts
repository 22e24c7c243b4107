import { describe, expect, it } from "vitest";
import { bernoulli } from "../../src/classifiers/bayes/bernoulli.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { predict, probabilities } from "../../src/classifiers/classifier.js";
import { matrixFromRows, type SparseMatrix } from "../../src/features/sparse-matrix.js";
import { bernoulliVectorizer, countVectorizer } from "../../src/features/vectorizer.js";
import { scoresOf } from "./problems.js";
import { expectClose } from "./samples.js";
import type { Any } from "./subjects.js";

/** Checks P(class, row) of each class, P(class | row), and that the class with the most is predicted. */
function expectFigures(
  classifier: Any,
  [x, y, row]: readonly [SparseMatrix, readonly number[], SparseMatrix],
  joint: readonly number[],
): void {
  const model = classifier.fit({ x, y, labels: ["a", "b"] });
  expectClose(scoresOf(model, row)[0].map(Math.exp), joint, 1e-14);
  expectClose(
    probabilities(model, row)[0],
    joint.map((p) => p / (joint[0] + joint[1])),
    1e-12,
  );
  expect(predict(model, row)).toEqual([joint[0] > joint[1] ? 0 : 1]);
}

/** C. D. Manning, P. Raghavan and H. Schütze, Introduction to Information Retrieval, 2008, table 13.1. */
describe("the China example of Manning, Raghavan and Schütze 2008", () => {
  const texts = ["Chinese Beijing Chinese", "Chinese Chinese Shanghai", "Chinese Macao", "Tokyo Japan Chinese"];
  const read = (vectorizer: ReturnType<typeof countVectorizer>) => {
    const { vocabulary, x } = vectorizer.fit(texts);
    return [x, [0, 0, 0, 1], vectorizer.transform(["Chinese Chinese Chinese Tokyo Japan"], vocabulary)] as const;
  };

  it("is in China according to the multinomial model: example 13.1", () => {
    const [china, other] = [(3 / 4) * (3 / 7) ** 3 * (1 / 14) ** 2, (1 / 4) * (2 / 9) ** 5];
    expect([china, other]).toEqual([expect.closeTo(0.0003, 4), expect.closeTo(0.0001, 4)]);
    expectFigures(multinomial(), read(countVectorizer()), [china, other]);
  });

  it("is not in China according to the Bernoulli model: example 13.2", () => {
    const [china, other] = [(3 / 4) * (4 / 5) * (1 / 5) ** 2 * (3 / 5) ** 3, (1 / 4) * (2 / 3) ** 6];
    expect([china, other]).toEqual([expect.closeTo(0.005, 3), expect.closeTo(0.022, 3)]);
    expectFigures(bernoulli(), read(bernoulliVectorizer()), [china, other]);
  });
});

/** A multinomial case with an exact answer: one document a class, add-one smoothing. */
it("gives a speech about winning to politics with probability 6/7, not to sports", () => {
  const five = (...words: string[]) => words.flatMap((word) => new Array<string>(5).fill(word)).join(" ");
  const vectorizer = countVectorizer();
  const { vocabulary, x } = vectorizer.fit([five("win", "puck", "team"), five("win", "speech", "vote")]);
  const row = vectorizer.transform(["speech win"], vocabulary);
  expectFigures(multinomial(), [x, [0, 1], row], [(1 / 2) * (6 / 20) * (1 / 20), (1 / 2) * (6 / 20) ** 2]);
});

/** Carnegie Mellon University, course 10-315, lecture 5: the table of three attributes, maximum likelihood. */
it("has the lecture's figures of students who buy a computer, with Bernoulli naive Bayes and alpha 0", () => {
  const students = "000 001 000 111 100 010 101 101 110 011 010 011 101 010".split(" ");
  const x = matrixFromRows(students.map((row) => [...row].map(Number)));
  const y = students.map((_, d) => (d < 5 ? 0 : 1));
  const figures = [0.017142857142857144, 0.13227513227513227];
  expectFigures(bernoulli({ alpha: 0 }), [x, y, matrixFromRows([[0, 1, 1]])], figures);
});
