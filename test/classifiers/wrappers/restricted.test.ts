import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { restricted } from "../../../src/classifiers/wrappers/restricted.js";
import { weighted } from "../../../src/classifiers/wrappers/weighted.js";
import { columnMap, termStatistics } from "../../../src/features/selection.js";
import { type SparseMatrix, selectColumns } from "../../../src/features/sparse-matrix.js";
import { TERM_KINDS, type TermKind } from "../../../src/features/term-kinds.js";
import { packedRows, packRows } from "../../../src/features/viewed-rows.js";
import { listOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { expectMargins } from "../problems.js";
import { datasetOf, queriesOf, samples } from "../samples.js";

const inner = weighted(multinomial(), { tf: "log", idf: "smooth", norm: "l2" });

/** Samples whose columns are of some kinds, and the kinds that a classifier is to see. */
const cases = samples().chain((sample) =>
  fc.record({
    sample: fc.constant(sample),
    kinds: listOf(fc.nat(TERM_KINDS.length - 1), sample.columns),
    seen: fc.uniqueArray(fc.constantFrom(...TERM_KINDS), { minLength: 1 }),
  }),
);

function columnsOf(kinds: readonly number[], seen: readonly TermKind[]) {
  const kept = Uint32Array.from(kinds.keys()).filter((column) => seen.includes(TERM_KINDS[kinds[column]]));
  return columnMap(kept, kinds.length);
}

describe("restricted", () => {
  it("learns and scores as if the terms of other kinds did not exist, also when it comes from a file", () => {
    forAll(slowRuns(200), [cases], ({ sample, kinds, seen }) => {
      const data = { ...datasetOf(sample), kinds: Uint8Array.from(kinds) };
      const map = columnsOf(kinds, seen);
      const alone = inner.fit({ ...data, x: selectColumns(data.x, map) });
      const expected = jointLogLikelihoods(alone, selectColumns(queriesOf(sample), map));
      const classifier = restricted(inner, seen);
      const model = classifier.fit(data);
      expect(jointLogLikelihoods(model, queriesOf(sample))).toEqual(expected);
      const again = classifier.restore(model.labels, model.columns, model.arrays());
      expect(jointLogLikelihoods(again, queriesOf(sample))).toEqual(expected);
    });
  });

  it("gives the same scores out of fold on packed rows, and says which terms it needs", () => {
    forAll(slowRuns(200), [cases], ({ sample, kinds, seen }) => {
      const data = { ...datasetOf(sample), kinds: Uint8Array.from(kinds) };
      const classifier = restricted(inner, seen, 2);
      const of = Array.from({ length: data.x.rows }, (_, row) => row % 2);
      const scored = (x: SparseMatrix) => {
        const scores = new Float64Array(x.rows * data.labels.length);
        const model = classifier.fitOutOfParts?.({ ...data, x }, { of, count: 2, scored: 2 }, scores);
        return { scores, arrays: model?.arrays() };
      };
      const { documents } = termStatistics(data.x);
      const least = classifier.leastDocuments ?? [];
      const needed = { to: new Int32Array(data.x.columns).fill(-1), columns: data.x.columns };
      for (const [column, kind] of kinds.entries()) if (documents[column] >= least[kind]) needed.to[column] = column;
      const expected = scored(data.x);
      expect(scored(packedRows(packRows(data.x)))).toEqual(expected);
      expect(scored(selectColumns(data.x, needed))).toEqual(expected);
    });
  });

  it("gives terms of other kinds no part of a margin", () => {
    forAll(slowRuns(200), [cases], ({ sample, kinds, seen }) => {
      fc.pre(sample.labels.length > 1);
      const data = { ...datasetOf(sample), kinds: Uint8Array.from(kinds) };
      const model = restricted(inner, seen).fit(data);
      const x = queriesOf(sample);
      expectMargins(model, x);
      for (let row = 0; row < x.rows; row++) {
        const parts = new Float64Array(x.starts[row + 1] - x.starts[row]);
        model.marginInto(x, row, [0, 1], parts);
        const unseen = parts.filter((_, i) => !seen.includes(TERM_KINDS[kinds[x.ids[x.starts[row] + i]]]));
        expect(unseen.every((part) => part === 0)).toBe(true);
      }
    });
  });

  it("needs known kinds, and data with the kind of each column", () => {
    expect(() => restricted(inner, [])).toThrow(UsageError);
    expect(() => restricted(inner, ["nouns" as TermKind])).toThrow(
      'kinds must be some of words, ngrams, characters, fields, not "nouns"',
    );
    const data = datasetOf({ columns: 1, labels: ["a"], rows: [[1]], y: [0], queries: [] });
    expect(() => restricted(inner, ["words"]).fit({ ...data, kinds: new Uint8Array(3) })).toThrow(
      "kinds: the data have 3 kinds for 1 columns",
    );
  });

  it("refuses columns that are out of range", () => {
    const data = datasetOf({ columns: 3, labels: ["a"], rows: [[1, 0, 2]], y: [0], queries: [] });
    const classifier = restricted(inner, ["words"]);
    const arrays = { ...classifier.fit(data).arrays(), "restricted.kept": Uint8Array.of(0b1111) };
    expect(() => classifier.restore(["a"], 3, arrays)).toThrow("the model file is damaged: restricted.kept");
  });
});
