import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { studentQuantile975 } from "../../src/evaluation/intervals.js";
import { studentTail } from "../../src/evaluation/student.js";

/** By scipy 1.10.1: t, degrees of freedom, two-sided p. See `test/vectors/significance.py`. */
const { student } = JSON.parse(readFileSync(new URL("../vectors/significance.json", import.meta.url), "utf8")) as {
  student: [t: number, freedom: number, p: number][];
};

describe("studentTail", () => {
  it("is scipy's p value to ten digits, in thin tails too", () => {
    expect(student.some(([, , p]) => p < 1e-100)).toBe(true);
    for (const [t, freedom, p] of student) {
      expect(Math.abs(studentTail(t, freedom) / p - 1), `t ${t}, ${freedom} degrees`).toBeLessThan(1e-10);
      expect(studentTail(-t, freedom)).toBe(studentTail(t, freedom));
    }
  });

  it("is .05 at the quantile that intervals are made of", () => {
    for (const freedom of [1, 2, 9, 99, 4999]) {
      expect(studentTail(studentQuantile975(freedom), freedom)).toBeCloseTo(0.05, 10);
    }
  });
});
