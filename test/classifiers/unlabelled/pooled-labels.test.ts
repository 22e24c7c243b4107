import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { partlyLabelled } from "../../../src/classifiers/unlabelled/opinions.js";
import { pooledLabels } from "../../../src/classifiers/unlabelled/pooled-labels.js";
import { matrixFromRows, UNLABELLED } from "../../../src/features/sparse-matrix.js";

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

function pooledOf(rows: readonly number[][], y: Uint32Array, labels: readonly string[] = LABELS) {
  return pooledLabels(partlyLabelled({ x: matrixFromRows(rows), labels }), y);
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

  it("leaves the rows without labels out if they make the labelled ones harder to tell apart", () => {
    // The topics of the pile cut across the labels, which a single word tells.
    const rows = topics(240).map((cells, row) => [...cells, row < 60 && Math.floor(row / 2) % 2 === 0 ? 9 : 0]);
    const y = Uint32Array.from(rows, (_, row) => (row < 60 ? Math.floor(row / 2) % 2 : UNLABELLED));
    const { choice, weights } = pooledOf(rows, y);
    expect(choice.opinions[0].accuracy).toBeGreaterThan(0.9);
    expect(choice.isUsed).toBe(false);
    expect([...weights]).toEqual([...Array(60).fill(1), ...Array(180).fill(0)]);
  });

  it("weighs all opinions the same if there are too few labels for folds", () => {
    const { choice } = pooledOf(topics(20), firstLabels(20, 2));
    expect(choice).toMatchObject({ isUsed: true, judged: 0, accuracy: Number.NaN });
    for (const { weight } of choice.opinions) expect(weight).toBeCloseTo(1 / 3, 12);
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
