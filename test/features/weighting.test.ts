import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { matrixFromRows, selectRows } from "../../src/features/sparse-matrix.js";
import {
  documentFactors,
  INVERSE_DOCUMENT_FREQUENCIES,
  isWeighted,
  NORMS,
  requireWeighting,
  TERM_FREQUENCIES,
  type WeightingOptions,
  weightedRows,
} from "../../src/features/weighting.js";
import { cells, expectClose } from "../classifiers/samples.js";
import { forAll } from "../helpers/arbitraries.js";
import { type Cell, cellRows, dense, matrixOf } from "./dense.js";

interface Case {
  readonly train: number[][];
  readonly test: number[][];
  readonly variants: readonly (Required<Pick<WeightingOptions, "tf" | "idf" | "norm">> & { weights: number[][] })[];
}
const VECTORS = new URL("../vectors/scikit-learn-tfidf.json", import.meta.url);
const { cases }: { cases: readonly Case[] } = JSON.parse(readFileSync(VECTORS, "utf8"));

const weightings: fc.Arbitrary<WeightingOptions> = fc.record({
  tf: fc.constantFrom(...TERM_FREQUENCIES),
  idf: fc.constantFrom(...INVERSE_DOCUMENT_FREQUENCIES),
  norm: fc.constantFrom(...NORMS),
});

/** The weights by definition, for dense rows: f occurrences, n documents, df of them that have the term. */
function naive(
  train: readonly (readonly Cell[])[],
  test: readonly (readonly Cell[])[],
  { tf = "count", idf = "none", idfPower = 1, norm = "none" }: WeightingOptions,
): number[][] {
  const n = train.length;
  return test.map((row) => {
    const weights = row.map((cell, t) => {
      const f = cell ?? 0;
      if (f === 0) return 0;
      const df = train.filter((document) => (document[t] ?? 0) !== 0).length;
      const frequency = { count: f, binary: 1, log: 1 + Math.log(f), sqrt: Math.sqrt(f), log1p: Math.log(1 + f) }[tf];
      const inverse = {
        none: 1,
        smooth: Math.log((1 + n) / (1 + df)) + 1,
        plain: df === 0 ? 0 : Math.log(n / df) + 1,
        log: df === 0 ? 0 : Math.log(n / df),
      }[idf];
      return frequency * inverse ** (df === 0 && inverse === 0 ? 1 : idfPower);
    });
    const length = { none: 1, l1: weights.reduce((a, b) => a + b, 0), l2: Math.hypot(...weights) }[norm];
    return weights.map((weight) => (length === 0 ? 0 : weight / length));
  });
}

describe("the weights of a matrix", () => {
  for (const [c, { train, test, variants }] of cases.entries()) {
    const name = `are scikit-learn's to 1e-12: case ${c}, tf $tf, idf $idf, norm $norm`;
    it.each(variants)(name, ({ weights, ...options }) => {
      const factors = documentFactors(matrixFromRows(train), options);
      const found = dense(weightedRows(matrixFromRows(test), options, factors));
      for (const [row, expected] of weights.entries()) expectClose(found[row], expected, 1e-12);
    });
  }

  it("follow the formulas for any rows and every combination", () => {
    const some = fc
      .tuple(fc.nat(6), fc.integer({ min: 1, max: 6 }))
      .chain(([columns, rows]) => fc.tuple(fc.constant(columns), cellRows(rows, columns), cellRows(3, columns)));
    forAll(300, [some, weightings, fc.constantFrom(0, 0.5, 1, 2)], ([columns, train, test], choices, idfPower) => {
      const options = { ...choices, idfPower };
      const factors = documentFactors(matrixOf(train, columns), options);
      const counts = matrixOf(test, columns);
      const before = structuredClone(counts);
      const { values, ...places } = weightedRows(counts, options, factors);
      const found = dense({ ...places, values });
      for (const [row, expected] of naive(train, test, options).entries()) expectClose(found[row], expected, 1e-12);
      // Places stay the same, and so do the counts.
      expect({ ...places, values: counts.values }).toEqual(before);
    });
  });
});

describe("document frequencies", () => {
  it("count a document of weight n as n documents", () => {
    const x = cells("1 . 2", "0 3 .", ". . 1");
    const repeated = selectRows(x, [0, 0, 1, 1, 1]);
    for (const idf of INVERSE_DOCUMENT_FREQUENCIES) {
      expect(documentFactors(x, { idf }, [2, 3, 0])).toEqual(documentFactors(repeated, { idf }));
    }
  });

  it("give a term without documents 0, except with smoothing", () => {
    const factors = (options: WeightingOptions) => documentFactors(cells("1 . 0"), options);
    expect(factors({ idf: "smooth" })).toEqual(Float64Array.of(1, Math.log(2) + 1, Math.log(2) + 1));
    expect(factors({ idf: "log" })).toEqual(Float64Array.of(0, 0, 0));
    for (const idfPower of [0, 1]) expect(factors({ idf: "plain", idfPower })).toEqual(Float64Array.of(1, 0, 0));
    expect(factors({})).toBeUndefined();
  });
});

describe("the choices of a weighting", () => {
  it.each([
    [{}, false],
    [{ tf: "count", idf: "none", norm: "none" }, false],
    [{ tf: "log" }, true],
    [{ idf: "log" }, true],
    [{ norm: "l1" }, true],
  ] as const)("%j change something: %s", (choices, isChange) => {
    expect(isWeighted(choices)).toBe(isChange);
  });

  it.each<[object, string]>([
    [{ tf: "sublinear" }, `tf must be one of ${TERM_FREQUENCIES.join(", ")}, not "sublinear"`],
    [{ idf: "toString" }, 'idf must be one of none, smooth, plain, log, not "toString"'],
    [{ norm: "l3" }, 'norm must be one of none, l1, l2, not "l3"'],
    [{ idf: "log", idfPower: -1 }, "idfPower must be a number from 0 to 100, not -1"],
    [{ idf: "log", idfPower: 101 }, "idfPower must be a number from 0 to 100, not 101"],
    [{ idfPower: 2 }, "idfPower 2 has no effect without an inverse document frequency: choose idf, or leave it out"],
  ])("are refused where one of them is none: %j", (options, message) => {
    expect(() => requireWeighting(options)).toThrow(new UsageError(message));
  });
});
