import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { classCounts } from "../../src/classifiers/bayes/class-counts.js";
import {
  type SelectionRules,
  selectTerms,
  TERM_SCORES,
  type TermScore,
  termScores,
  termStatistics,
} from "../../src/features/selection.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { expectClose } from "../classifiers/samples.js";
import { forAll } from "../helpers/arbitraries.js";
import { listOf } from "./dense.js";

/** By the documents of each class that have the term, and that have it not: the formulas as the books print them. */
const NAIVE: Readonly<Record<TermScore, (have: readonly number[], lack: readonly number[]) => number>> = {
  "chi-squared": (have, lack) => {
    const rows = [have, lack].map(sum);
    const all = sum(rows);
    return sum(
      [have, lack].flatMap((row, r) =>
        row.flatMap((observed, c) => {
          const expected = (rows[r] * (have[c] + lack[c])) / all;
          return expected === 0 ? [] : [(observed - expected) ** 2 / expected];
        }),
      ),
    );
  },
  "information-gain": (have, lack) => {
    const all = sum(have) + sum(lack);
    const classes = have.map((n, c) => n + lack[c]);
    const share = sum(have) / all;
    return entropy(classes) - share * entropy(have) - (1 - share) * entropy(lack);
  },
  "mutual-information": (have, lack) => {
    const all = sum(have) + sum(lack);
    const given = have.map((n, c) => Math.log(n / all / ((sum(have) / all) * ((n + lack[c]) / all))));
    return Math.max(...given.filter(Number.isFinite));
  },
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function entropy(counts: readonly number[]): number {
  const all = sum(counts);
  return -sum(counts.map((n) => (n === 0 ? 0 : (n / all) * Math.log(n / all))));
}

/** Rows of presences, and the class of each. */
const corpora = fc.integer({ min: 1, max: 4 }).chain((classes) =>
  fc.array(fc.tuple(listOf(fc.nat(2), 5), fc.nat(classes - 1)), {
    minLength: 1,
    maxLength: 12,
  }),
);

function countedOf(documents: readonly (readonly [readonly number[], number])[]) {
  const x = matrixFromRows(documents.map(([row]) => row));
  return { x, presence: classCounts({ x, y: documents.map(([, c]) => c), labels: ["a", "b", "c", "d"] }, true) };
}

describe.each(TERM_SCORES)("%s", (score) => {
  it("follows the textbook formula; a term in no or every document scores 0", () => {
    forAll(300, [corpora], (documents) => {
      const scores = termScores(score, countedOf(documents).presence);
      const classes = [0, 1, 2, 3];
      for (let term = 0; term < 5; term++) {
        const [have, lack] = [true, false].map((has) =>
          classes.map((c) => documents.filter(([row, y]) => y === c && row[term] > 0 === has).length),
        );
        const expected = sum(have) === 0 || sum(lack) === 0 ? 0 : NAIVE[score](have, lack);
        expect(scores[term]).toBeCloseTo(expected, 10);
        expect(scores[term]).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it("keeps the terms with the highest scores, among equals those with lower numbers", () => {
    forAll(100, [corpora, fc.integer({ min: 1, max: 4 }), fc.nat(2)], (documents, maxTerms, dropTop) => {
      const { x, presence } = countedOf(documents);
      const scores = termScores(score, presence);
      const rest = selectTerms(termStatistics(x), { dropTop });
      const best = Array.from(rest)
        .sort((a, b) => scores[b] - scores[a] || a - b)
        .slice(0, maxTerms)
        .sort((a, b) => a - b);
      const rules = { dropTop, maxTerms, selectBy: score };
      expect(Array.from(selectTerms({ ...termStatistics(x), presence }, rules))).toEqual(best);
    });
  });

  it("needs classes, and maxTerms", () => {
    const choose = (rules: SelectionRules) => selectTerms(termStatistics(matrixFromRows([[1, 1]])), rules);
    expect(() => choose({ maxTerms: 1, selectBy: score })).toThrow(
      new UsageError(`selectBy ${score} needs documents with classes`),
    );
    expect(() => choose({ selectBy: score })).toThrow(`selectBy ${score} needs maxTerms: say how many terms to keep`);
  });
});

describe("scikit-learn", () => {
  /** Four terms in six documents of the classes 0, 0, 0, 1, 1, 2. */
  const documents: [number[], number][] = [
    [[1, 1, 0, 1], 0],
    [[1, 0, 0, 1], 0],
    [[1, 0, 1, 1], 0],
    [[0, 1, 1, 1], 1],
    [[0, 1, 1, 0], 1],
    [[0, 1, 0, 0], 2],
  ];
  const { presence } = countedOf(documents);

  it("has chi2 of presences, without the documents that lack the term", () => {
    // chi2(x, y)[0] of scikit-learn 1.2.1
    const expected = [3.0, 1.0000000000000002, 1.6666666666666667, 1.25];
    const scores = termScores("chi-squared", presence);
    for (const [term, chi] of expected.entries()) {
      const share = documents.filter(([row]) => row[term] > 0).length / documents.length;
      expect(scores[term] * (1 - share)).toBeCloseTo(chi, 12);
    }
  });

  it("has the information gain as mutual_info_classif of presences", () => {
    // mutual_info_classif(x, y, discrete_features=True) of scikit-learn 1.2.1
    const gains = [0.6931471805599454, 0.3182570841474065, 0.37489009641253906, 0.4054651081081643];
    expectClose(termScores("information-gain", presence), gains, 1e-12);
  });
});
