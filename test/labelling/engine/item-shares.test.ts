import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { NeighbourGraph, neighbourGraph } from "../../../src/classifiers/unlabelled/neighbour-graph.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import type { EngineAnswers } from "../../../src/labelling/engine/forecast.js";
import { itemShares } from "../../../src/labelling/engine/item-shares.js";

const ITEMS = 60;
const random = seededRandom(7);

/** Items of two subjects in turn: each has four of the eight terms of its subject, and one term of any. */
const x = matrixFromRows(
  Array.from({ length: ITEMS }, (_, item) => {
    const row = new Array(16).fill(0);
    for (let i = 0; i < 4; i++) row[8 * (item % 2) + random(8)] = 1;
    row[random(16)] = 1;
    return row;
  }),
);
const graph = neighbourGraph(x, 5);

const answersOf = (labels: EngineAnswers["labels"], more: Partial<EngineAnswers> = {}): EngineAnswers => {
  return { number: 1, classes: ["even", "odd"], labels, hints: [], skipped: [], given: [], isGrouping: false, ...more };
};
const evenAndOdd = (items: readonly number[]) => items.map((item) => [item, item % 2] as const);
const FOUR = answersOf(evenAndOdd([0, 1, 2, 3]));

describe("the shares of items", () => {
  it("are 0 while there is no answer", () => {
    const { shares, probabilities } = itemShares(x, graph, answersOf([]));
    expect(shares).toEqual(new Float64Array(2 * ITEMS));
    expect(Math.max(...probabilities)).toBe(0);
  });

  it("are 1 for the class of an answer, and sum to 1 for others", () => {
    const { shares, best, probabilities } = itemShares(x, graph, FOUR);
    for (const [item, c] of FOUR.labels) expect([best[item], probabilities[item]]).toEqual([c, 1]);
    for (let item = 0; item < ITEMS; item++) expect(shares[2 * item] + shares[2 * item + 1]).toBeCloseTo(1, 12);
  });

  it.each([
    ["from four answers", graph, 0.95],
    ["without a graph that has grown, but fewer", new NeighbourGraph(x).matrix(), 0.8],
  ])("find the classes of nearly all items %s", (_, graph, share) => {
    const { best } = itemShares(x, graph, FOUR);
    expect(best.filter((c, item) => c === item % 2).length).toBeGreaterThan(share * ITEMS);
  });

  it("are with two classes as sure on the whole as the middle of the interval of the accuracy", () => {
    for (const [from, to] of [
      [0.6, 0.8],
      [0.7, 0.95],
      [0.9, 1],
    ]) {
      const { probabilities, best } = itemShares(x, graph, FOUR, { value: to, from, to, answers: 9 });
      const open = probabilities.subarray(FOUR.labels.length);
      expect(open.reduce((sum, p) => sum + p, 0) / open.length).toBeCloseTo((from + to) / 2, 2);
      expect(best).toEqual(itemShares(x, graph, FOUR).best);
    }
  });

  it("use the examples of a named group until its class has five answers", () => {
    const hints = [[4, 1]] as const;
    expect(itemShares(x, graph, answersOf(FOUR.labels, { hints })).probabilities[4]).toBe(1);
    const many = answersOf(evenAndOdd([0, 1, 3, 5, 7, 9]), { hints });
    expect(itemShares(x, graph, many).best[4]).toBe(0);
  });
});
