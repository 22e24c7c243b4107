import { describe, expect, it } from "vitest";
import { ascending, concatenated } from "../../../src/base/lists.js";
import { seededRandom } from "../../../src/base/random.js";
import { jointLogLikelihoods } from "../../../src/classifiers/classifier.js";
import { linearSvm } from "../../../src/classifiers/linear/linear-svm.js";
import { partlyLabelled } from "../../../src/classifiers/unlabelled/opinions.js";
import { pooledLabels } from "../../../src/classifiers/unlabelled/pooled-labels.js";
import { matrixFromRows, selectRows, UNLABELLED } from "../../../src/features/sparse-matrix.js";

const LABELS = ["sport", "money"];

/** Rows of two topics with words of their own, and some words in common: the topic of a row is the rest by 2. */
function topics(count: number, seed = 1) {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, row) => {
    const cells = new Array<number>(60).fill(0);
    for (let i = 0; i < 6; i++) cells[(row % 2) * 25 + random(25)]++;
    for (let i = 0; i < 4; i++) cells[50 + random(10)]++;
    return cells;
  });
}

/** Labels of the first rows only. */
function firstLabels(count: number, labelled: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => (row < labelled ? row % 2 : UNLABELLED));
}

/** Pools with a support vector machine as the model alone. */
function pooledOf(
  rows: readonly number[][],
  y: Uint32Array,
  labels: readonly string[] = LABELS,
  shares?: readonly number[],
) {
  const x = matrixFromRows(rows);
  const alone = (visible: Uint32Array) => {
    const known = ascending(visible.length).filter((row) => visible[row] !== UNLABELLED);
    const model = linearSvm().fit({ x: selectRows(x, known), y: known.map((row) => visible[row]), labels });
    return concatenated(jointLogLikelihoods(model, x));
  };
  return pooledLabels(partlyLabelled({ x, labels }), y, alone, undefined, shares);
}

/** Rows of which one in six is of the second topic, and equally many labels of both. */
function unequal(random: number) {
  const both = topics(400, random);
  const truth = both.map((_, row) => (row < 20 ? row % 2 : row % 6 === 0 ? 1 : 0));
  const rows = truth.map((topic, row) => both[2 * (row % 180) + topic]);
  return { rows, truth, y: Uint32Array.from(truth, (topic, row) => (row < 20 ? topic : UNLABELLED)) };
}

describe("pooledLabels", () => {
  it("finds the classes of rows without labels from a few that have one", () => {
    const rows = topics(200);
    const pooled = pooledOf(rows, firstLabels(200, 8));
    const right = pooled.y.filter((c, row) => c === row % 2).length;
    expect(right / 200).toBeGreaterThan(0.95);
    expect(pooled.choice.isUsed).toBe(true);
    expect(pooled.choice.judged).toBe(8);
    const weights = pooled.choice.opinions.map(({ weight }) => weight);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect([...pooled.weights.subarray(0, 8)]).toEqual(Array(8).fill(1));
  });

  it.each([60, 120])("leaves rows out that make %d labelled ones harder to tell apart", (labelled) => {
    // The topics of the pile cut across the labels, which a single word tells.
    const rows = topics(300).map((cells, row) => [...cells, row < labelled && Math.floor(row / 2) % 2 === 0 ? 9 : 0]);
    const y = Uint32Array.from(rows, (_, row) => (row < labelled ? Math.floor(row / 2) % 2 : UNLABELLED));
    const { choice, weights } = pooledOf(rows, y);
    expect(choice.alone).toBeGreaterThan(0.9);
    expect(choice.isUsed).toBe(false);
    // The other opinions make clearly more errors, which counts from 100 labels on.
    expect(choice.opinions.map(({ weight }) => weight > 0)).toEqual([true, labelled < 100, labelled < 100]);
    expect([...weights]).toEqual([...Array(labelled).fill(1), ...Array(300 - labelled).fill(0)]);
  });

  it("weighs all opinions the same if there are too few labels for folds", () => {
    const { choice } = pooledOf(topics(20), firstLabels(20, 2));
    expect(choice).toMatchObject({ isUsed: true, judged: 0, accuracy: Number.NaN });
    for (const { weight } of choice.opinions) expect(weight).toBeCloseTo(1 / 3, 12);
  });

  it("estimates the shares of the classes if the labels are equally many of each, and takes given ones", () => {
    const { rows, truth, y } = unequal(3);
    const estimated = pooledOf(rows, y);
    const count = (classes: ArrayLike<number>) => Array.from(classes).filter((c) => c === 1).length / rows.length;
    expect(estimated.choice.sharesFrom).toBe("estimate");
    expect(estimated.choice.shares?.[1]).toBeLessThan(0.35);
    expect(Math.abs(count(estimated.y) - count(truth))).toBeLessThan(0.05);
    const given = pooledOf(rows, y, LABELS, [0.5, 0.5]);
    expect(given.choice).toMatchObject({ sharesFrom: "option", shares: [0.5, 0.5] });
    // Wrong shares are believed.
    expect(count(given.y)).toBeGreaterThan(count(estimated.y));
    // One more label of a class, and the labels show the shares.
    y[20] = truth[20];
    expect(pooledOf(rows, y).choice).toMatchObject({ sharesFrom: "labels" });
  });

  it("takes a pile of copies, of rows without terms, and of terms that no labelled row has", () => {
    const [a, b] = topics(2);
    const pile = { copies: a, empty: a.map(() => 0), foreign: [...a.map(() => 0).slice(0, 59), 3] };
    for (const other of Object.values(pile)) {
      const { y, weights } = pooledOf([a, b, a, b, ...Array<number[]>(10).fill(other)], firstLabels(14, 4));
      expect([...y.subarray(0, 4)]).toEqual([0, 1, 0, 1]);
      expect(weights.every(Number.isFinite)).toBe(true);
    }
  });

  it("takes rows that all have a label, and a class without any", () => {
    expect(pooledOf(topics(10), firstLabels(10, 10)).y).toEqual(firstLabels(10, 10));
    const { y, weights } = pooledOf(topics(10), firstLabels(10, 4), [...LABELS, "none"]);
    expect(y.every((c) => c < 2)).toBe(true);
    expect(weights.every(Number.isFinite)).toBe(true);
  });
});
