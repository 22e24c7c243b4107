import { describe, expect, it } from "vitest";
import { comparison, kept, median, ratios, summary } from "../../scripts/bench/measurement.js";
import { agreement, sameEveryRound } from "../../scripts/bench/outcome.js";
import { DataError } from "../../src/base/errors.js";

describe("statistics", () => {
  it("takes the middle value, or the mean of the two in the middle, and leaves the values in their order", () => {
    expect([[10, 9, 2], [4, 1, 3, 10], [7]].map(median)).toEqual([9, 3.5, 7]);
    const values = [3, 1, 2];
    expect(summary(values)).toEqual({ median: 2, min: 1, max: 3 });
    expect(values).toEqual([3, 1, 2]);
  });

  it("compares round by round, so that a slow spell that hits both sides does not count", () => {
    expect(ratios([1, 30, 1], [2, 60, 2])).toEqual([0.5, 0.5, 0.5]);
    expect(comparison([1, 30, 2], "peer", [2, 60, 2], 0.4)).toEqual({
      to: "peer",
      ratio: { median: 0.5, min: 0.5, max: 1 },
      target: 0.4,
    });
  });

  it("keeps a target that is met exactly", () => {
    expect([kept(2.49, 2.5), kept(2.5, 2.5), kept(2.51, 2.5)]).toEqual([true, true, false]);
  });
});

describe("outcomes", () => {
  const outcome = { correct: 5821, total: 7532, vocabulary: 130107 };

  it("says that contestants did the same work, or that they did not", () => {
    expect(agreement("A", outcome, "B", { ...outcome })).toBe(
      "A and B did the same work: both got 5,821 of 7,532 right with a vocabulary of 130,107",
    );
    expect(agreement("A", outcome, "B", { ...outcome, vocabulary: 130106 })).toMatch(
      /^A and B did NOT do the same work/,
    );
    expect(agreement("A", outcome, "B", { ...outcome, correct: 5820 })).toContain("B 5,820 of 7,532");
  });

  it("refuses a contestant whose result changes from round to round", () => {
    expect(sameEveryRound("A", [outcome, { ...outcome }])).toEqual(outcome);
    expect(() => sameEveryRound("A", [outcome, { ...outcome, correct: 1 }])).toThrow(DataError);
  });
});
