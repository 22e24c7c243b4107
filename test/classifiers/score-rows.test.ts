import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { LinearModel } from "../../src/classifiers/linear-model.js";
import { SCORE_KERNEL } from "../../src/classifiers/score-kernel.js";
import { packRows } from "../../src/features/packed-rows.js";
import type { SparseMatrix } from "../../src/features/sparse-matrix.js";
import { EXAMPLES } from "../helpers/arbitraries.js";

/** Weights whose sums depend on the order in which they are added; one class is ruled out by some terms. */
function modelOf(classes: number, columns: number, emphasis = 0): LinearModel {
  return new LinearModel({
    labels: Array.from({ length: classes }, (_, c) => `${c}`),
    bias: Float64Array.from({ length: classes }, (_, c) => -Math.log(c + 1.7)),
    columns,
    emphasis,
    termWeights(term, into, at) {
      for (let c = 0; c < classes; c++) {
        into[at + c] = c === 2 && term % 97 === 5 ? Number.NEGATIVE_INFINITY : -Math.log(((term * 31 + c) % 89) + 1.1);
      }
    },
  });
}

/** Rows with a few terms each, which come again and again. */
function rowsOf(rows: number, columns: number, length: number, nextValue: (i: number) => number): SparseMatrix {
  const starts = Uint32Array.from({ length: rows + 1 }, (_, row) => row * length);
  const ids = Uint32Array.from({ length: rows * length }, (_, i) => (i * i + (i % length)) % columns);
  return { rows, columns, starts, ids, values: Float64Array.from(ids, (_, i) => nextValue(i)) };
}

function oneByOne(model: LinearModel, x: SparseMatrix): Float64Array {
  const { length: classes } = model.labels;
  const all = new Float64Array(x.rows * classes);
  for (let row = 0; row < x.rows; row++) {
    model.scoreInto(x, row, all.subarray(row * classes, (row + 1) * classes));
  }
  return all;
}

describe("scoreAll", () => {
  it("gives the scores of scoreInto, to the bit", () => {
    const cases = fc.record({
      classes: fc.integer({ min: 1, max: 21 }),
      length: fc.integer({ min: 0, max: 30 }),
      values: fc.array(fc.constantFrom(0, 1, 1, 2, 0.3, 7.25), { minLength: 1 }),
      emphasis: fc.constantFrom(0, 0.5),
    });
    fc.assert(
      fc.property(cases, ({ classes, length, values, emphasis }) => {
        const x = rowsOf(256, 500, length, (i) => values[i % values.length]);
        const model = modelOf(classes, 500, emphasis);
        expect(model.scoreAll(x)).toEqual(oneByOne(model, x));
      }),
      { ...EXAMPLES, numRuns: 10 },
    );
  });

  it("takes more rows and terms than fit at a time, and rows that are packed", () => {
    const x = rowsOf(2500, 40_000, 40, (i) => 1 + (i % 3));
    const model = modelOf(3, 40_000);
    const expected = oneByOne(model, x);
    expect(model.scoreAll(x)).toEqual(expected);
    expect(model.scoreAll(packRows(x))).toEqual(expected);
  });

  it("leaves few rows, long ones and scores that are no sums to scoreInto", () => {
    expect(modelOf(2, 10).scoreAll(rowsOf(255, 10, 3, () => 1))).toBeUndefined();
    const long = { ...rowsOf(1, 10, 40_000, () => 1), rows: 256, starts: new Uint32Array(257).fill(40_000, 256) };
    expect(modelOf(2, 10).scoreAll(long)).toBeUndefined();
    const tempered = new LinearModel({
      labels: ["a"],
      bias: Float64Array.of(0),
      columns: 1,
      termWeights() {},
      temper: 1,
    });
    expect(tempered.scoreAll(rowsOf(256, 1, 1, () => 1))).toBeUndefined();
  });

  it("runs the code of score-kernel.wat", async () => {
    const source = readFileSync(new URL("../../src/classifiers/score-kernel.wat", import.meta.url), "utf8");
    const { buffer } = (await wabt()).parseWat("score-kernel.wat", source, { bulk_memory: true }).toBinary({});
    expect(SCORE_KERNEL).toBe(Buffer.from(buffer).toString("base64"));
  });
});
