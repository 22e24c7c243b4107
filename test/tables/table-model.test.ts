import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { sumOf } from "../../src/base/lists.js";
import type { Variance } from "../../src/classifiers/bayes/gaussian.js";
import type { MPrior } from "../../src/classifiers/bayes/smoothing.js";
import type { Table } from "../../src/tables/read-table.js";
import { fitTable, type TableModelOptions, tableChoices } from "../../src/tables/table-model.js";
import { expectClose } from "../classifiers/samples.js";
import { faultWith, tableOf } from "./sample-tables.js";

fc.configureGlobal({ seed: 59 });

/** Tables of one categorical and one numeric attribute, some values missing, each class with two rows that lack none. */
const tables = fc
  .array(fc.record({ sky: fc.option(fc.nat(2)), wind: fc.option(fc.integer({ min: -4, max: 4 })), y: fc.nat(2) }), {
    maxLength: 8,
  })
  .map((rows): Table => {
    const all = [...rows, ...[0, 1, 2].flatMap((y) => [0, 1].map((i) => ({ sky: i, wind: y + 2 * i, y })))];
    return {
      target: "class",
      labels: ["a", "b", "c"],
      y: Uint32Array.from(all, ({ y }) => y),
      attributes: [
        { kind: "categorical", name: "sky", categories: ["x", "y", "z"] },
        { kind: "numeric", name: "wind" },
      ],
      rows: all.map(({ sky, wind }) => Float64Array.of(sky ?? Number.NaN, wind ?? Number.NaN)),
      lines: all.map((_, row) => row + 2),
    };
  });

type Options = Readonly<{ alpha?: number; mEstimate?: number; mPrior?: MPrior; variance: Variance }>;

/** Naive Bayes as the lectures write it, over the rows that have a value. */
function naiveScores({ y, rows }: Table, [sky, wind]: readonly number[], options: Options) {
  const { alpha = 1, mEstimate: m, mPrior, variance } = options;
  const givenIn = (own: readonly Float64Array[], a: number) =>
    own.map((row) => row[a]).filter((value) => !Number.isNaN(value));
  const all = givenIn(rows as Float64Array[], 0);
  const skies = new Set(all);
  return [0, 1, 2].map((c) => {
    const own = rows.filter((_, d) => y[d] === c);
    const given = (a: number) => givenIn(own, a);
    let score = Math.log(own.length / y.length);
    if (skies.has(sky)) {
      const count = given(0).filter((value) => value === sky).length;
      const p = mPrior === "frequency" ? all.filter((value) => value === sky).length / all.length : 1 / skies.size;
      score +=
        m === undefined
          ? Math.log((count + alpha) / (given(0).length + alpha * skies.size))
          : Math.log((count + m * p) / (given(0).length + m));
    }
    if (!Number.isNaN(wind)) {
      const winds = given(1);
      const mean = sumOf(winds) / winds.length;
      const squares = sumOf(winds.map((value) => (value - mean) ** 2));
      const width = squares / (variance === "unbiased" ? winds.length - 1 : winds.length);
      score += -Math.log(2 * Math.PI * width) / 2 - (wind - mean) ** 2 / (2 * width);
    }
    return score;
  });
}

describe("a model of a table", () => {
  it("gives the product of the prior and the likelihood of each attribute that is given", () => {
    const frequency = { mEstimate: 3, mPrior: "frequency" } as const;
    const ways = fc.constantFrom({}, { alpha: 1 }, { alpha: 0.25 }, { mEstimate: 3 }, frequency);
    const variances = fc.constantFrom<Variance>("maximum-likelihood", "unbiased");
    const cell = (most: number) => fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: most }));
    fc.assert(
      fc.property(tables, ways, variances, fc.tuple(cell(2), cell(5)), (table, smoothing, variance, row) => {
        const options = { ...smoothing, variance };
        const { logJoint, predicted } = fitTable(table, options).classify(Float64Array.from(row));
        expectClose(logJoint, naiveScores(table, row, options));
        expect(predicted).toBe(logJoint.indexOf(Math.max(...logJoint)));
      }),
      { numRuns: 300 },
    );
  });

  it("does the same with an m-estimate of k as with add-one, and with m 0 as without smoothing", () => {
    const { table } = tableOf("a,class\nx,p\ny,p\nz,q\n");
    const joint = (options: TableModelOptions) => fitTable(table, options).classify(Float64Array.of(0)).logJoint;
    expectClose(joint({ mEstimate: 3 }), joint({ alpha: 1 }));
    expectClose(joint({ dirichlet: 3 }), joint({ alpha: 2 }));
    expect(joint({ mEstimate: 0 })).toEqual(joint({ alpha: 0 }));
    expect(joint({ mEstimate: 0 })[1]).toBe(Number.NEGATIVE_INFINITY);
  });

  it("ignores a category without training rows, whether or not the table has it", () => {
    const { table } = tableOf("a,class\nx,p\ny,q\nz,q\n");
    const model = fitTable(table, {}, Uint32Array.of(0, 1));
    const { logJoint } = model.classify(Float64Array.of(Number.NaN));
    for (const value of [2, -1]) {
      expect(model.classify(Float64Array.of(value))).toMatchObject({ logLikelihoods: [undefined], logJoint });
    }
    // It does not count among the categories: two are left.
    expect(Math.exp(model.classify(Float64Array.of(0)).logJoint[0])).toBeCloseTo((1 / 2) * (2 / 3), 14);
  });

  it("gives a constant number a very small variance, with a notice", () => {
    const { table } = tableOf("a,class\n2,p\n2,p\n1,q\n4,q\n");
    const model = fitTable(table);
    expect(model.likelihoods[0].notices).toEqual([
      "a is constant within p: its variance is set to 1e-9 of the variance of the column instead of 0",
    ]);
    expect([2, 2.1].map((value) => model.labels[model.classify(Float64Array.of(value)).predicted])).toEqual(["p", "q"]);
    expect(fitTable(table, { variance: "unbiased" }, Uint32Array.of(0, 2, 3)).likelihoods[0].notices).toHaveLength(1);
  });

  const NUMERIC = { numeric: ["a"] };
  it.each([
    ["a number that is the same in every row", "a,class\n7,p\n7,q\n", NUMERIC, "it is the same in every row"],
    ["an attribute without any value", "a,class\n,p\n,q\n", {}, "no row has a value of it"],
    ["a number without any value", "a,class\n,p\n,q\n", NUMERIC, "no row has a value of it"],
    ["a number that a class has no value of", "a,class\n1,p\n2,p\n3,p\n,q\n", {}, "no row of q has a value of it"],
    ["a category that a class has no value of", "a,class\nx,p\n,q\n", {}, "no row of q has a value of it"],
  ])("ignores, without smoothing, %s", (_, text, columns, why) => {
    const model = fitTable(tableOf(text, columns).table, { alpha: 0 });
    expect(model.likelihoods[0]).toMatchObject({ whyIgnored: why, notices: [] });
    expect(model.classify(Float64Array.of(1)).logLikelihoods).toEqual([undefined]);
  });

  it("never predicts a class without training rows, whatever the prior", () => {
    const { table } = tableOf("a,b,class\nx,1,p\ny,2,q\nx,3,r\ny,5,q\n");
    for (const prior of ["fit", "uniform"] as const) {
      const { logJoint } = fitTable(table, { prior }, Uint32Array.of(1, 2, 3)).classify(Float64Array.of(0, 2));
      expect(logJoint[0]).toBe(Number.NEGATIVE_INFINITY);
      expect(Array.from(logJoint.slice(1)).every(Number.isFinite)).toBe(true);
    }
  });

  it("has the margin to the second best, infinite if that is impossible and 0 if both are", () => {
    const { table } = tableOf("a,b,class\nx,u,p\ny,v,q\ny,w,q\n");
    const model = fitTable(table, { alpha: 0 });
    for (const [value, against] of [1, 0].entries()) {
      const found = model.classify(Float64Array.of(value, Number.NaN));
      expect(found).toMatchObject({ predicted: value, against, margin: Number.POSITIVE_INFINITY });
    }
    expect(model.classify(Float64Array.of(0, 1))).toMatchObject({ predicted: 0, against: 1, margin: 0 });
    const { margin } = fitTable(table).classify(Float64Array.of(0, Number.NaN));
    expect(margin).toBeCloseTo(Math.log((1 / 3) * (2 / 3)) - Math.log((2 / 3) * (1 / 4)), 12);
  });

  it("refuses an unknown prior before reading a table", () => {
    expect(() => tableChoices({ prior: "flat" as "fit" })).toThrow(UsageError);
  });

  it.each([
    [{ alpha: 1, mEstimate: 2 }, "table: alpha and mEstimate cannot be combined: choose one way to smooth"],
    [{ alpha: -1 }, "table: alpha must be a number from 0 to 1e+100, not -1"],
    [{ mEstimate: -1 }, "table: mEstimate must be a number from 0 to 1e+100, not -1"],
    [{ dirichlet: [2, 2] }, "table: dirichlet has 2 weights, but there are 1 terms"],
    [{ variance: "n" as Variance }, "table: variance must be one of maximum-likelihood, unbiased"],
    [{ prior: [0.5] }, "prior must be"],
  ])("refuses %j", (options, message) => {
    const { table } = tableOf("a,class\nx,p\ny,q\n");
    expect(() => fitTable(table, options)).toThrow(faultWith("UsageError", message));
  });

  it.each(["a,class\n1e200,p\n-1e200,p\n3,q\n", "a,class\n1e200,p\n-1e200,q\n3,r\n"])(
    "refuses numbers whose squares no double holds, within a class or over all, and says in which column: %j",
    (text) => {
      const fault = faultWith("DataError", 'column "a": the numbers are so large that their variance is infinite');
      expect(() => fitTable(tableOf(text).table)).toThrow(fault);
    },
  );
});
