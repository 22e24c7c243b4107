import { describe, expect, it } from "vitest";
import { drawnTo, estimatedShares, hasEqualLabels } from "../../../src/classifiers/unlabelled/unknown-shares.js";
import { UNLABELLED } from "../../../src/features/sparse-matrix.js";

const labels = (...sizes: number[]) => [...sizes.flatMap((size, c) => Array<number>(size).fill(c)), UNLABELLED];

describe("hasEqualLabels", () => {
  it("holds for as many labels of each class, or of each class that has so many", () => {
    expect(hasEqualLabels(labels(5, 5))).toBe(true);
    expect(hasEqualLabels(labels(20, 20, 7, 20, 3))).toBe(true);
  });

  it("does not hold for draws at random, nor for one label a class", () => {
    for (const sizes of [
      [6, 5],
      [1, 1, 1, 1],
      [9, 9, 4],
      [3, 3, 3, 1],
    ])
      expect(hasEqualLabels(labels(...sizes))).toBe(false);
  });
});

describe("drawnTo", () => {
  it("gives rows without labels about the wanted shares, and keeps the order of the rows", () => {
    const spam = Array.from({ length: 100 }, (_, row) => (row + 0.5) / 100);
    const shares = Float64Array.from(spam.flatMap((share) => [1 - share, share]));
    const drawn = drawnTo([0.8, 0.2], shares, Array<number>(100).fill(UNLABELLED));
    const ofSpam = spam.map((_, row) => drawn[2 * row + 1]);
    expect(ofSpam.filter((share) => share > 0.5).length).toBeGreaterThan(10);
    expect(ofSpam.filter((share) => share > 0.5).length).toBeLessThan(30);
    expect(ofSpam).toEqual([...ofSpam].sort((a, b) => a - b));
  });

  it("takes a class that no row can have", () => {
    const drawn = drawnTo([0.5, 0.4, 0.1], Float64Array.of(0.9, 0.1, 0, 0.2, 0.8, 0), [UNLABELLED, UNLABELLED]);
    expect(drawn.every(Number.isFinite)).toBe(true);
  });
});

describe("estimatedShares", () => {
  /** A model that is sure of its answers for 100 rows without labels, and labels of both classes. */
  const said = (ofSpam: number) => {
    const answers = Array.from({ length: 110 }, (_, row) => (row < 10 ? row % 2 : Number(row < 10 + ofSpam)));
    const alone = Float64Array.from(answers.flatMap((c) => (c === 1 ? [0.1, 0.9] : [0.9, 0.1])));
    return { alone, y: answers.map((c, row) => (row < 10 ? c : UNLABELLED)) };
  };
  const hidden = Array.from({ length: 10 }, (_, i) => {
    return { actual: i % 2, alone: i % 2 === 1 ? Float64Array.of(0.1, 0.9) : Float64Array.of(0.9, 0.1) };
  });

  it("follows answers that do not depend on which labels the model knows", () => {
    const [, spam] = estimatedShares(said(20), [said(19), said(20), said(21)], 2, hidden);
    expect(spam).toBeGreaterThan(0.12);
    expect(spam).toBeLessThan(0.23);
  });

  it("keeps to the labels if the answers depend much on them, or there are no folds", () => {
    for (const parts of [[said(5), said(40), said(80)], []]) {
      expect([...estimatedShares(said(20), parts, 2, hidden)]).toEqual([0.5, 0.5]);
    }
  });
});
