import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { classCounts } from "../../src/classifiers/bayes/class-counts.js";
import { selectTerms, TERM_SCORES, type TermScore, termScores, termStatistics } from "../../src/features/selection.js";
import { matrixFromRows, type SparseMatrix } from "../../src/features/sparse-matrix.js";
import { expectClose, matrix } from "../classifiers/samples.js";
import { sum } from "../classifiers/textbook.js";
import { forAll } from "../helpers/arbitraries.js";
import { dense, listOf } from "./dense.js";

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

function entropy(counts: readonly number[]): number {
  const all = sum(counts);
  return -sum(counts.map((n) => (n === 0 ? 0 : (n / all) * Math.log(n / all))));
}

/** Rows of presences, and the class of each. */
const corpora = fc.integer({ min: 1, max: 4 }).chain((classes) => {
  const documents = fc.array(fc.tuple(listOf(fc.nat(2), 5), fc.nat(classes - 1)), { minLength: 1, maxLength: 12 });
  return documents.map((list) =>
    countedOf(
      matrixFromRows(list.map(([row]) => row)),
      list.map(([, c]) => c),
    ),
  );
});

function countedOf(x: SparseMatrix, y: readonly number[]) {
  return { x, y, presence: classCounts({ x, y, labels: ["a", "b", "c", "d"] }, true) };
}

describe.each(TERM_SCORES)("%s", (score) => {
  it("follows the textbook formula; a term in no or every document scores 0", () => {
    forAll(300, [corpora], ({ x, y, presence }) => {
      const scores = termScores(score, presence);
      const rows = dense(x);
      for (let term = 0; term < 5; term++) {
        const [have, lack] = [true, false].map((has) =>
          [0, 1, 2, 3].map((c) => rows.filter((row, d) => y[d] === c && row[term] > 0 === has).length),
        );
        const expected = sum(have) === 0 || sum(lack) === 0 ? 0 : NAIVE[score](have, lack);
        expect(scores[term]).toBeCloseTo(expected, 10);
        expect(scores[term]).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it("keeps the terms with the highest scores, among equals those with lower numbers", () => {
    forAll(100, [corpora, fc.integer({ min: 1, max: 4 }), fc.nat(2)], ({ x, presence }, maxTerms, dropTop) => {
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

  it.each([
    [{ maxTerms: 1 }, "documents with classes"],
    [{}, "maxTerms: say how many terms to keep"],
  ])("with %j needs %s", (rules, needed) => {
    const choose = () => selectTerms(termStatistics(matrix("1 1")), { ...rules, selectBy: score });
    expect(choose).toThrow(new UsageError(`selectBy ${score} needs ${needed}`));
  });
});

describe("scikit-learn", () => {
  const x = matrix("1 1 0 1", "1 0 0 1", "1 0 1 1", "0 1 1 1", "0 1 1 0", "0 1 0 0");
  const { presence } = countedOf(x, [0, 0, 0, 1, 1, 2]);

  it("has chi2 of presences, without the documents that lack the term", () => {
    // chi2(x, y)[0] of scikit-learn 1.2.1
    const chi2 = [3.0, 1.0000000000000002, 1.6666666666666667, 1.25];
    const lacking = [3 / 6, 2 / 6, 3 / 6, 2 / 6];
    expectClose(
      termScores("chi-squared", presence).map((score, term) => score * lacking[term]),
      chi2,
      1e-12,
    );
  });

  it("has the information gain as mutual_info_classif of presences", () => {
    // mutual_info_classif(x, y, discrete_features=True) of scikit-learn 1.2.1
    const gains = [0.6931471805599454, 0.3182570841474065, 0.37489009641253906, 0.4054651081081643];
    expectClose(termScores("information-gain", presence), gains, 1e-12);
  });
});
