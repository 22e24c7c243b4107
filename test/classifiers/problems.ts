import fc from "fast-check";
import { expect } from "vitest";
import { jointLogLikelihoods, type Model, predict, probabilities, rowsFor } from "../../src/classifiers/classifier.js";
import { explainRow } from "../../src/classifiers/explain/explain.js";
import { argmax } from "../../src/classifiers/scores.js";
import { type Dataset, type SparseMatrix, selectRows } from "../../src/features/sparse-matrix.js";
import { cells, type Sample, samples, weightLists } from "./samples.js";

/** Data to learn from, rows to score, and choices of a classifier. */
export interface Problem<Choices> {
  readonly sample: Sample;
  readonly choices: Choices;
  readonly weights: number[] | undefined;
}

/** @param choices for so many classes */
export function problems<Choices>(
  choices: (classes: number) => fc.Arbitrary<Choices>,
  minClasses = 1,
): fc.Arbitrary<Problem<Choices>> {
  return samples({ minClasses }).chain((sample) =>
    fc.record({
      sample: fc.constant(sample),
      choices: choices(sample.labels.length),
      weights: fc.option(weightLists(sample.rows.length), { nil: undefined }),
    }),
  );
}

/** The scores of the rows as the model takes them: what probabilities and predict look at. */
export function scoresOf(model: Model, x: SparseMatrix): Float64Array[] {
  return jointLogLikelihoods(model, rowsFor(model, x));
}

/** Everything that must hold of any model and any rows of counts. */
export function expectSound(model: Model, x: SparseMatrix): void {
  const scores = scoresOf(model, x);
  const asGiven = jointLogLikelihoods(model, x);
  const given = probabilities(model, x);
  const predicted = predict(model, x);
  expect([scores.length, given.length, predicted.length]).toEqual([x.rows, x.rows, x.rows]);
  for (let row = 0; row < x.rows; row++) {
    for (const all of [scores[row], asGiven[row]]) {
      if (all.length !== model.labels.length) expect.unreachable(`one score a class, got ${all.length}`);
      for (const score of all) {
        if (!(score < Number.POSITIVE_INFINITY)) expect.unreachable(`a score is finite or -∞, got ${score}`);
      }
    }
    for (const p of given[row]) if (!(p >= 0 && p <= 1)) expect.unreachable(`a probability is from 0 to 1, got ${p}`);
    const sum = given[row].reduce((sum, p) => sum + p, 0);
    if (!(Math.abs(sum - 1) < 1e-9)) expect.unreachable(`probabilities sum to 1, got ${sum}`);
    if (
      predicted[row] !== scores[row].indexOf(Math.max(...scores[row])) ||
      given[row][predicted[row]] !== Math.max(...given[row])
    ) {
      expect.unreachable(`the first of the best is predicted, got ${predicted[row]} of ${scores[row]}`);
    }
  }
}

/** Takes the margin of any class that is possible over any other apart, and compares with their scores. */
export function expectMargins(model: Model, queries: SparseMatrix): void {
  const x = rowsFor(model, queries);
  for (const [row, scores] of jointLogLikelihoods(model, x).entries()) {
    const parts = new Float64Array(x.starts[row + 1] - x.starts[row]);
    for (const [label, score] of scores.entries()) {
      for (const [against, other] of scores.entries()) {
        if (label === against || !Number.isFinite(score) || !Number.isFinite(other)) continue;
        const rest = model.marginInto(x, row, [label, against], parts.fill(Number.NaN));
        const sum = parts.reduce((sum, part) => sum + part, rest);
        const size = parts.reduce((size, part) => size + Math.abs(part), Math.abs(rest) + Math.abs(score));
        if (!(Math.abs(sum - (score - other)) <= 1e-9 * Math.max(1, size))) {
          expect.unreachable(`row ${row}: ${label} over ${against}: parts sum to ${sum}, not to ${score - other}`);
        }
      }
    }
  }
}

/** Explains each row that any class is possible for, and compares with the scores. */
export function expectExplained(model: Model, queries: SparseMatrix): void {
  const x = rowsFor(model, queries);
  for (const [row, scores] of jointLogLikelihoods(model, x).entries()) {
    if (!scores.some(Number.isFinite)) continue;
    const { label, against, margin, prior, terms } = explainRow(model, selectRows(x, [row]), (term) => `t${term}`);
    const best = argmax(scores);
    const others = Array.from(scores.keys()).filter((c) => c !== best);
    const second = others[argmax(others.map((c) => scores[c]))];
    expect([label, against]).toEqual([model.labels[best], model.labels[second]]);
    expect(margin).toBe(scores[best] - scores[second]);
    const sum = terms.reduce((sum, { contribution }) => sum + contribution, prior);
    const size = terms.reduce((size, { contribution }) => size + Math.abs(contribution), Math.abs(prior));
    if (margin === Number.POSITIVE_INFINITY) expect(sum).toBe(margin);
    else expect(Math.abs(sum - margin)).toBeLessThanOrEqual(1e-9 * Math.max(1, size));
  }
}

/** Data of three terms in which something is missing. */
export const CORNER_DATA: readonly Dataset[] = [
  // One class.
  { x: cells("1 2 0"), y: [0], labels: ["a"] },
  // One document a class.
  { x: cells("1 . 0", "0 2 ."), y: [0, 1], labels: ["a", "b"] },
  // A class without documents.
  { x: cells("1 2 0", "2 2 1"), y: [0, 2], labels: ["a", "b", "c"] },
  // A class of empty documents.
  { x: cells("1 2 0", ". 0 ."), y: [0, 1], labels: ["a", "b"] },
  // Nothing but empty documents.
  { x: cells(". 0 .", ". . ."), y: [0, 1], labels: ["a", "b"] },
  // The same documents in both classes.
  { x: cells("1 1 1", "1 1 1"), y: [0, 1], labels: ["a", "b"] },
];

/** Rows of three terms: empty, with stored zeros, and with more of a term than any document has. */
export const CORNER_QUERIES: SparseMatrix = cells(
  ". . .",
  "0 0 0",
  "1 . .",
  "1 1 1",
  ". 0 100000",
  "33333 33333 33334",
);
