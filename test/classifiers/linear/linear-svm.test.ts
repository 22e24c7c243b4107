import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import wabt from "wabt";
import { seededRandom } from "../../../src/base/random.js";
import { type LinearSvmOptions, linearSvm, nbSvm } from "../../../src/classifiers/linear/linear-svm.js";
import type { RoundedLinearModel } from "../../../src/classifiers/linear/stored-linear-models.js";
import { svmAscent } from "../../../src/classifiers/linear/svm-ascent.js";
import { SVM_KERNEL } from "../../../src/classifiers/linear/svm-kernel.js";
import { fastRows, plainRows, type SvmLoops } from "../../../src/classifiers/linear/svm-rows.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { dense, listOf, matrixOf } from "../../features/dense.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { expectLeast, matrix, repeatedRows } from "../samples.js";

/** Single precision ends the ascent before this does. */
const EXACT = { tolerance: 1e-6, epochs: 3000 };

const X = matrix("2 1 0 0", "1 0 0 1", "0 1 3 0", "0 0 1 2", "1 1 0 0", "0 2 1 1");
const THREE: Dataset = { x: X, y: [0, 0, 1, 2, 0, 1], labels: ["a", "b", "c"] };
const TWO: Dataset = { ...THREE, y: [0, 0, 1, 1, 0, 1], labels: ["a", "b"] };

/** The weights of each class, and last its intercept. */
function weightsOf(classifier: StoredClassifier, data: Dataset): number[][] {
  const model = classifier.fit(data) as RoundedLinearModel;
  return data.labels.map((_, c) => [
    ...Array.from({ length: data.x.columns }, (_, term) => model.weightsOf(term)[c]),
    model.bias[c],
  ]);
}

/** Weights are rounded to a 127th of the largest of their term. */
const ROUNDED = 0.005;

function expectRounded(weights: readonly number[], expected: readonly number[]): void {
  for (const [t, weight] of expected.entries()) expect(Math.abs(weights[t] - weight)).toBeLessThan(ROUNDED);
}

/** The objective of one class against all others, as the docstring has it. */
function objective(data: Dataset, cost: number, own: number, w: readonly number[]): number {
  const penalty = w.reduce((sum, v) => sum + v ** 2, 0) / 2;
  return dense(data.x).reduce((sum, row, i) => {
    const margin = row.reduce((all, value, t) => all + value * w[t], w[w.length - 1]);
    const hinge = Math.max(0, 1 - (data.y[i] === own ? margin : -margin));
    return sum + cost * (data.weights?.[i] ?? 1) * hinge * hinge;
  }, penalty);
}

/** Forty rows of eight counts with answers by chance, which take thousands of passes. */
function hardRows(): Dataset {
  const random = seededRandom(5);
  const rows = Array.from({ length: 40 }, () => Array.from({ length: 8 }, () => random(4)));
  return { x: matrixFromRows(rows), y: rows.map(() => random(2)), labels: ["a", "b"] };
}

describe("linearSvm", () => {
  it("comes within 0.1 % of the minimum by default, also on counts", () => {
    const data = hardRows();
    const least = (options: LinearSvmOptions) => {
      const ascent = svmAscent(data, 2, false);
      ascent.learn(new Float64Array(40).fill(10), undefined, { tolerance: 0.01, epochs: 10_000, ...options });
      const weights = Array.from({ length: 8 }, (_, t) => ascent.weightOf(t, 0));
      return objective(data, 10, 1, [...weights, ascent.bias[0]]);
    };
    expect(least({}) / least({ tolerance: 1e-6, epochs: 20_000 })).toBeLessThan(1.001);
  });

  it("warns once that it stopped before its tolerance", async () => {
    // Another test may have been warned.
    vi.resetModules();
    const { linearSvm } = await import("../../../src/classifiers/linear/linear-svm.js");
    const told = vi.spyOn(process, "emitWarning").mockReturnValue();
    linearSvm({ cost: 10 }).fit(hardRows());
    expect(told).not.toHaveBeenCalled();
    for (let i = 0; i < 2; i++) linearSvm({ cost: 10, epochs: 5 }).fit(hardRows());
    expect(told.mock.calls).toEqual([
      [expect.stringContaining("linear-svm stopped after 5 passes"), "ThresherWarning"],
    ]);
    told.mockRestore();
  });

  it.each([
    [0.5, 0, "0.66063 -0.14932 -0.43891 -0.27602 0.22172"],
    [0.5, 1, "-0.53641 0.45024 0.28762 -0.27184 -0.37743"],
    [0.5, 2, "-0.54762 -0.45238 -0.03571 0.39286 -0.29762"],
    [10, 0, "0.95827 -0.16102 -0.66775 -0.29671 0.29053"],
    [10, 1, "-1.04481 0.81873 0.32313 -0.28551 -0.72168"],
    [10, 2, "-1.11798 -0.61072 0.05638 0.71939 -0.54551"],
  ])("has the weights of scikit-learn 1.2.1, LinearSVC(C=%d), machine %d", (cost, machine, expected) => {
    const weights = weightsOf(linearSvm({ ...EXACT, cost }), THREE);
    expectRounded(weights[machine], expected.split(" ").map(Number));
  });

  it("halves the weights of scikit-learn's only machine between two classes", () => {
    const [first, second] = weightsOf(linearSvm(EXACT), TWO);
    expectRounded(
      second.map((weight) => 2 * weight),
      [-0.77769, 0.17031, 0.51545, 0.29842, -0.26225],
    );
    expect(first).toEqual(second.map((weight) => -weight));
  });
});

const problems = fc
  .record({
    cells: fc.array(listOf(fc.option(fc.nat(3)), 3), { minLength: 6, maxLength: 9 }),
    weights: fc.option(listOf(fc.integer({ min: 1, max: 3 }), 9)),
    classes: fc.integer({ min: 2, max: 3 }),
    cost: fc.constantFrom(0.1, 1, 10),
    alpha: fc.constantFrom(undefined, 0.1, 1),
  })
  .map(({ cells, weights, classes, cost, alpha }) => ({
    cost,
    alpha,
    data: {
      x: matrixOf(cells, 3),
      y: cells.map((_, i) => i % classes),
      labels: ["a", "b", "c"].slice(0, classes),
      weights: weights?.slice(0, cells.length),
    } satisfies Dataset,
  }));

const machine = (alpha: number | undefined, options: object) =>
  alpha === undefined ? linearSvm(options) : nbSvm({ alpha, ...options });

describe("both kinds of machines", () => {
  it("are at the minimum of their objective: no small change of a weight is better", () => {
    forAll(100, [problems], ({ data, cost }) => {
      for (const [c, own] of weightsOf(linearSvm({ ...EXACT, cost }), data).entries()) {
        const w = data.labels.length === 2 ? own.map((v) => 2 * v) : own;
        expectLeast((moved) => objective(data, cost, c, moved), w, 0.05);
      }
    });
  });

  it("take a document of weight n for n documents", () => {
    forAll(slowRuns(30), [problems], ({ data, cost, alpha }) => {
      const weigh = (d: Dataset) => weightsOf(machine(alpha, { ...EXACT, cost }), d).flat();
      const [once, often] = [data, repeatedRows(data)].map(weigh);
      for (const [i, weight] of once.entries())
        expect(Math.abs(weight - often[i])).toBeLessThan(2 * ROUNDED * Math.max(1, Math.abs(weight)));
    });
  });

  it("give the model of all documents, and scores of each part that do not depend on its labels", () => {
    forAll(slowRuns(30), [problems], ({ data, cost, alpha }) => {
      const classifier = machine(alpha, { cost });
      const parts = { partOf: data.y.map((_, row) => Math.floor(row / 3) % 2), count: 2, scored: 2 };
      const { length: classes } = data.labels;
      const fitted = (y: readonly number[]) => {
        const scores = new Float64Array(data.x.rows * classes).fill(Number.NaN);
        const model = classifier.fitOutOfParts?.({ ...data, y }, parts, scores);
        return { scores, arrays: model?.arrays() };
      };
      const { scores, arrays } = fitted(data.y);
      expect(arrays).toEqual(classifier.fit(data).arrays());
      expect(scores.some(Number.isNaN)).toBe(false);
      const other = fitted(data.y.map((c, row) => (parts.partOf[row] === 0 ? (c + 1) % classes : c)));
      expect(other.scores.subarray(0, 3 * classes)).toEqual(scores.subarray(0, 3 * classes));
    });
  });
});

const quarter = fc.integer({ min: -8, max: 8 }).map((n) => n / 4);
/** Multiples of 1/4, which are exact in single precision. */
const quarters = (size: number) => listOf(quarter, size);

const loops = fc
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
    forAll(100, [loops], ({ machines, rows, steps, squares }) => {
      const x = matrixFromRows(rows);
      const results = [plainRows, fastRows].map((make) => {
        const tested = make(x, machines, squares !== null) as SvmLoops;
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
    expect(fastRows({ ...matrix("1"), columns: 2 ** 26 }, 17, false)).toBeUndefined();
  });
});
