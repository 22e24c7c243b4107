import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TopRows } from "../../../src/features/neighbours/top-rows.js";
import { forAll } from "../../helpers/arbitraries.js";

describe("TopRows", () => {
  it("keeps the highest values, among equals the lowest rows, in any order of offers", () => {
    const offers = fc
      .array(fc.constantFrom(0, 0.25, 0.5, 1, -1), { maxLength: 30 })
      .chain((values) =>
        fc.tuple(fc.constant(values), fc.shuffledSubarray([...values.keys()], { minLength: values.length })),
      );
    forAll(100, [offers, fc.integer({ min: 1, max: 12 })], ([values, order], room) => {
      const top = new TopRows(room);
      for (const row of order) expect(top.offer(row, values[row])).toBe(top.least);
      const expected = [...values.keys()].sort((a, b) => values[b] - values[a] || a - b).slice(0, room);
      expect([...top.rows]).toEqual(expected);
      expect([...top.values]).toEqual(expected.map((row) => values[row]));
      const worst = expected.at(-1);
      expect(top.least).toBe(values.length < room || worst === undefined ? -Infinity : values[worst]);
    });
  });

  it("starts afresh after clear", () => {
    const top = new TopRows(2);
    for (const row of [0, 1, 2]) top.offer(row, row);
    top.clear();
    expect(top.least).toBe(Number.NEGATIVE_INFINITY);
    top.offer(5, -3);
    expect([...top.rows]).toEqual([5]);
  });
});
