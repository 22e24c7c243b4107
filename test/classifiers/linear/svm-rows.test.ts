import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { SVM_KERNEL } from "../../../src/classifiers/linear/svm-kernel.js";
import { fastRows, plainRows, type SvmLoops } from "../../../src/classifiers/linear/svm-rows.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { listOf } from "../../features/dense.js";
import { forAll } from "../../helpers/arbitraries.js";

/** Multiples of 1/4, which are exact in single precision. */
const quarters = (size: number) =>
  listOf(
    fc.integer({ min: -8, max: 8 }).map((n) => n / 4),
    size,
  );

const problems = fc
  .record({ machines: fc.integer({ min: 2, max: 9 }), columns: fc.integer({ min: 1, max: 6 }) })
  .chain(({ machines, columns }) =>
    fc.record({
      machines: fc.constant(machines),
      rows: fc.array(quarters(columns), { minLength: 1, maxLength: 5 }),
      steps: quarters(machines),
      squares: fc.option(quarters(columns * machines)),
    }),
  );

describe("fastRows", () => {
  it("adds rows to weights and margins as the plain loops do", () => {
    forAll(100, [problems], ({ machines, rows, steps, squares }) => {
      const x = matrixFromRows(rows);
      const shape = { x, machines, isSquared: squares !== null };
      const results = [plainRows(shape), fastRows(shape) as SvmLoops].map((tested) => {
        for (let i = 0; i < x.columns * machines; i++) {
          const at = Math.floor(i / machines) * tested.stride + (i % machines);
          if (tested.squares !== undefined && squares !== null) tested.squares[at] = squares[i];
        }
        tested.steps.set(steps);
        for (let row = 0; row < x.rows; row++) {
          tested.scatter(row);
          tested.gather(row);
        }
        const weights = Array.from({ length: x.columns }, (_, column) => [
          ...tested.weights.subarray(column * tested.stride, column * tested.stride + machines),
        ]);
        const margins = [...tested.margins.subarray(0, machines)];
        return { weights, margins };
      });
      expect(results[1]).toEqual(results[0]);
    });
  });

  it("runs the code of svm-kernel.wat", async () => {
    const source = readFileSync(new URL("../../../src/classifiers/linear/svm-kernel.wat", import.meta.url), "utf8");
    const { buffer } = (await wabt()).parseWat("svm-kernel.wat", source, { simd: true }).toBinary({});
    expect(Buffer.from(buffer).toString("base64")).toBe(SVM_KERNEL);
  });

  it("returns undefined for data that are larger than its memory", () => {
    const x = {
      rows: 0,
      columns: 2 ** 26,
      starts: Uint32Array.of(0),
      ids: new Uint32Array(),
      values: new Float64Array(),
    };
    expect(fastRows({ x, machines: 17, isSquared: false })).toBeUndefined();
  });
});
