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
import { datasetOf, matrix, queriesOf, samples } from "../samples.js";

const inner = weighted(multinomial(), { tf: "log", idf: "smooth", norm: "l2" });

/** Data whose columns are of some kinds, the kinds that a classifier is to see, and rows to score. */
const cases = samples().chain((sample) =>
  fc.record({
    data: listOf(fc.nat(TERM_KINDS.length - 1), sample.columns).map((kinds) => {
      return { ...datasetOf(sample), kinds: Uint8Array.from(kinds) };
    }),
    seen: fc.uniqueArray(fc.constantFrom(...TERM_KINDS), { minLength: 1 }),
    x: fc.constant(queriesOf(sample)),
  }),
);

function columnsOf(kinds: Uint8Array, seen: readonly TermKind[]) {
  const kept = Uint32Array.from(kinds.keys()).filter((column) => seen.includes(TERM_KINDS[kinds[column]]));
  return columnMap(kept, kinds.length);
}

describe("restricted", () => {
  it("learns and scores as if the terms of other kinds did not exist, also when it comes from a file", () => {
    forAll(slowRuns(200), [cases], ({ data, seen, x }) => {
      const map = columnsOf(data.kinds, seen);
      const alone = inner.fit({ ...data, x: selectColumns(data.x, map) });
      const expected = jointLogLikelihoods(alone, selectColumns(x, map));
      const classifier = restricted(inner, seen);
      const model = classifier.fit(data);
      expect(jointLogLikelihoods(model, x)).toEqual(expected);
      const again = classifier.restore(model.labels, model.columns, model.arrays());
      expect(jointLogLikelihoods(again, x)).toEqual(expected);
    });
  });

  it("gives the same scores out of fold on packed rows, and says which terms it needs", () => {
    forAll(slowRuns(200), [cases], ({ data, seen }) => {
      const classifier = restricted(inner, seen, 2);
      const of = Array.from({ length: data.x.rows }, (_, row) => row % 2);
      const scored = (x: SparseMatrix) => {
        const scores = new Float64Array(x.rows * data.labels.length);
        const model = classifier.fitOutOfParts?.({ ...data, x }, { partOf: of, count: 2, scored: 2 }, scores);
        return { scores, arrays: model?.arrays() };
      };
      const { documents } = termStatistics(data.x);
      const least = classifier.leastDocuments ?? [];
      const needed = { to: new Int32Array(data.x.columns).fill(-1), columns: data.x.columns };
      for (const [column, kind] of data.kinds.entries())
        if (documents[column] >= least[kind]) needed.to[column] = column;
      const expected = scored(data.x);
      expect(scored(packedRows(packRows(data.x)))).toEqual(expected);
      expect(scored(selectColumns(data.x, needed))).toEqual(expected);
    });
  });

  it("gives terms of other kinds no part of a margin", () => {
    forAll(slowRuns(200), [cases], ({ data, seen, x }) => {
      fc.pre(data.labels.length > 1);
      const model = restricted(inner, seen).fit(data);
      expectMargins(model, x);
      for (let row = 0; row < x.rows; row++) {
        const parts = new Float64Array(x.starts[row + 1] - x.starts[row]);
        model.marginInto(x, row, [0, 1], parts);
        const unseen = parts.filter((_, i) => !seen.includes(TERM_KINDS[data.kinds[x.ids[x.starts[row] + i]]]));
        expect(unseen.every((part) => part === 0)).toBe(true);
      }
    });
  });

  it("needs known kinds, and data with the kind of each column; refuses columns that are out of range", () => {
    expect(() => restricted(inner, [])).toThrow(UsageError);
    const unknown = 'kinds must be some of words, ngrams, characters, fields, not "nouns"';
    expect(() => restricted(inner, ["nouns" as TermKind])).toThrow(unknown);
    const classifier = restricted(inner, ["words"]);
    const data = { x: matrix("1 0 2"), y: [0], labels: ["a"] };
    const uneven = { ...data, kinds: new Uint8Array(2) };
    expect(() => classifier.fit(uneven)).toThrow("kinds: the data have 2 kinds for 3 columns");
    const arrays = { ...classifier.fit(data).arrays(), "restricted.kept": Uint8Array.of(0b1111) };
    expect(() => classifier.restore(["a"], 3, arrays)).toThrow("the model file is damaged: restricted.kept");
  });
});
