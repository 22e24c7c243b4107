import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { mcNemar } from "../../../src/evaluation/significance/mcnemar.js";

/** By scipy 1.10.1: two counts, p. See `test/vectors/significance.py`. */
const { binomial } = JSON.parse(readFileSync(new URL("../../vectors/significance.json", import.meta.url), "utf8")) as {
  binomial: [onlyA: number, onlyB: number, p: number][];
};

describe("mcNemar", () => {
  it("agrees with published examples", () => {
    // Bentur et al. 2009 in Fagerland, Lydersen and Laake 2013, table 1: 1 and 7; exact .070, mid-p .039.
    const { p, midP } = mcNemar(1, 7);
    expect([p.toFixed(3), midP.toFixed(3)]).toEqual(["0.070", "0.039"]);
    // Fay, "Exact McNemar's test and matching confidence intervals", of the R package exact2x2: 2 and 9; p = 0.06543.
    expect(mcNemar(2, 9).p).toBeCloseTo(0.06543, 5);
  });

  it("equals scipy's exact binomial test, even for thousands", () => {
    for (const [onlyA, onlyB, p] of binomial) {
      expect(Math.abs(mcNemar(onlyA, onlyB).p / p - 1), `${onlyA} and ${onlyB}`).toBeLessThan(1e-10);
      expect(mcNemar(onlyB, onlyA).p).toBe(mcNemar(onlyA, onlyB).p);
    }
  });

  it("is never 0, and 1 if nothing differs", () => {
    expect(mcNemar(0, 100_000).p).toBeGreaterThan(0);
    expect(mcNemar(0, 100_000).midP).toBeGreaterThan(0);
    expect(mcNemar(0, 0)).toEqual({ onlyA: 0, onlyB: 0, p: 1, midP: 1 });
    expect(mcNemar(7, 7).p).toBe(1);
  });

  it.each([-1, 0.5, Number.NaN])("refuses a count of %d", (count) => {
    expect(() => mcNemar(count, 1)).toThrow(UsageError);
    expect(() => mcNemar(1, count)).toThrow(`mcNemar: onlyB must be a whole number of at least 0, not ${count}`);
  });
});
