import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import {
  type ClassCounts,
  classCounts,
  combinedCounts,
  softCounts,
} from "../../../src/classifiers/bayes/class-counts.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { dense, listOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, type Sample, samples, weightLists } from "../samples.js";
import { countsOf, sum } from "../textbook.js";

/** All that counts hold, with the terms written out. */
function plain({ labels, documents, totals, terms }: ClassCounts) {
  return { labels, documents: Array.from(documents), totals: Array.from(totals), terms: dense(terms) };
}

/** The definition, in dense loops. */
function naive(sample: Sample, binary: boolean, weights?: readonly number[]) {
  const { documents, terms } = countsOf(sample, weights, (x) => (binary ? Number(x !== 0) : x));
  const byTerm = Array.from({ length: sample.columns }, (_, t) => terms.map((own) => own[t]));
  return { labels: sample.labels, documents, totals: terms.map(sum), terms: byTerm };
}

function part(sample: Sample, keep: (row: number) => boolean): Sample {
  return { ...sample, rows: sample.rows.filter((_, d) => keep(d)), y: sample.y.filter((_, d) => keep(d)) };
}

/** Two samples over the same terms and classes, each of at least one row. */
const halves = samples()
  .filter(({ rows }) => rows.length >= 2)
  .chain((sample) =>
    fc.integer({ min: 1, max: sample.rows.length - 1 }).map((cut) => ({
      whole: sample,
      first: part(sample, (d) => d < cut),
      second: part(sample, (d) => d >= cut),
    })),
  );

const withWeights = samples().chain((sample) =>
  fc.tuple(fc.constant(sample), weightLists(sample.rows.length, fc.nat(4))),
);

describe("classCounts", () => {
  it("sums the values, or the presences, of each term in each class", () => {
    forAll(slowRuns(300), [withWeights, fc.boolean()], ([sample, weights], binary) => {
      expect(plain(classCounts(datasetOf(sample), binary))).toEqual(naive(sample, binary));
      expect(plain(classCounts(datasetOf(sample, weights), binary))).toEqual(naive(sample, binary, weights));
    });
  });

  it.each([
    ["values", [1e308, 1e308], undefined, [0, 0], 'the term values of class "a"'],
    ["weights of a class", [1, 1], [1e308, 1e308], [0, 0], 'the weights of class "a"'],
    ["weights of empty documents", [0, 0], [1e308, 1e308], [0, 0], 'the weights of class "a"'],
    ["weights of all classes", [1, 1], [1e308, 1e308], [0, 1], "the weights of all classes"],
  ])("refuses %s whose sum is not finite, and names the class", (_, values, weights, y, what) => {
    const x = matrixFromRows(values.map((value) => [value]));
    const refusal = new DataError(`fit: ${what} sum to Infinity; scale them`);
    expect(() => classCounts({ x, y, labels: ["a", "b"], weights }, weights !== undefined)).toThrow(refusal);
  });
});

describe("softCounts", () => {
  const shares = fc.constantFrom(0, 0.25, 0.5, 1);
  const soft = withWeights.chain(([sample, weights]) => {
    const size = sample.rows.length * sample.labels.length;
    return listOf(shares, size).map((responsibilities) => ({ sample, weights, responsibilities }));
  });

  it("adds each row to each class by its share", () => {
    forAll(slowRuns(100), [soft], ({ sample, weights, responsibilities }) => {
      const { y: _, ...data } = datasetOf(sample, weights);
      const classes = sample.labels.length;
      const ofClasses = sample.labels.map((_, c) => {
        const shared = weights.map((weight, d) => weight * responsibilities[d * classes + c]);
        return naive({ ...sample, y: sample.rows.map(() => c) }, false, shared);
      });
      const found = plain(softCounts(data, responsibilities));
      expect(found.documents).toEqual(ofClasses.map(({ documents }, c) => documents[c]));
      expect(found.terms).toEqual(found.terms.map((_, t) => ofClasses.map(({ terms }, c) => terms[t][c])));
    });
  });
});

describe("combinedCounts", () => {
  it("adds up to the counts of all documents, and subtracts exactly, but not more than was counted", () => {
    forAll(slowRuns(300), [halves, fc.boolean()], ({ whole, first, second }, binary) => {
      const [all, a, b] = [whole, first, second].map((sample) => classCounts(datasetOf(sample), binary));
      expect(combinedCounts(a, b, 1)).toEqual(all);
      expect(combinedCounts(b, a, 1)).toEqual(all);
      expect(combinedCounts(all, b, -1)).toEqual(a);
      expect(combinedCounts(all, a, -1)).toEqual(b);
      if (b.totals.some((total) => total > 0)) expect(() => combinedCounts(a, all, -1)).toThrow(/subtracting leaves -/);
    });
  });
});
