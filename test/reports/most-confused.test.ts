import { describe, expect, it } from "vitest";
import { mostConfused } from "../../src/reports/most-confused.js";

describe("what is confused most often", () => {
  it("comes first, equals in the order of the matrix, and what is right never", () => {
    const confusion = [
      [90, 1, 2],
      [3, 50, 2],
      [0, 3, 7],
    ];
    expect(mostConfused(confusion, 4)).toEqual([
      { actual: 1, predicted: 0, count: 3 },
      { actual: 2, predicted: 1, count: 3 },
      { actual: 0, predicted: 2, count: 2 },
      { actual: 1, predicted: 2, count: 2 },
    ]);
    expect(mostConfused([[1]], 4)).toEqual([]);
  });
});
