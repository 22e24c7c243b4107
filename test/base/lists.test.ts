import { describe, expect, it } from "vitest";
import { append, firstWhere, largest, smallest } from "../../src/base/lists.js";

/** More than a call can take as arguments. */
const MANY = 300_000;

describe("lists of any length", () => {
  it("take more items than a call can have arguments", () => {
    const list = [1, 2];
    append(list, new Uint8Array(MANY));
    expect([list.length, list[2]]).toEqual([MANY + 2, 0]);
    const numbers = Float64Array.from({ length: MANY }, (_, i) => Math.abs(i - 1000) + 5);
    expect([largest(numbers), smallest(numbers)]).toEqual([MANY - 1 - 1000 + 5, 5]);
  });

  it("gives the bound if no number is beyond it, and NaN if one of them is, as Math.max does", () => {
    expect([largest([]), smallest([])]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([largest([], 0), largest([-3, -2], 0), largest([3], 0)]).toEqual([0, 0, 3]);
    expect([smallest([], 0), smallest([3, 2], 0), smallest([-3], 0)]).toEqual([0, 0, -3]);
    expect([largest([1, Number.NaN, 2]), smallest([1, Number.NaN, 2])]).toEqual([Number.NaN, Number.NaN]);
  });
});

it("finds the first number from which on something holds", () => {
  for (let end = 2; end < 20; end++) {
    for (let first = 2; first <= end; first++) expect(firstWhere(2, end, (n) => n >= first)).toBe(first);
  }
});
