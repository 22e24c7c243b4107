import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { mcNemar } from "../../../src/evaluation/significance/mcnemar.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** By scipy 1.10.1: two counts, p. See `test/vectors/significance.py`. */
const { binomial } = JSON.parse(readFileSync(new URL("../../vectors/significance.json", import.meta.url), "utf8")) as {
  binomial: [onlyA: number, onlyB: number, p: number][];
};

/** The binomial sum in whole numbers. */
function naive(onlyA: number, onlyB: number): { p: number; midP: number } {
  const n = onlyA + onlyB;
  const least = Math.min(onlyA, onlyB);
  let [choose, tail] = [1n, 1n];
  for (let i = 1; i <= least; i++) {
    choose = (choose * BigInt(n - i + 1)) / BigInt(i);
    tail += choose;
  }
  const share = (count: bigint) => Number((count * 10n ** 30n) >> BigInt(n)) / 1e30;
  if (onlyA === onlyB) return { p: 1, midP: n === 0 ? 1 : 1 - share(choose) / 2 };
  return { p: share(2n * tail), midP: share(2n * tail - choose) };
}

describe("mcNemar", () => {
  it("agrees with published examples", () => {
    // Bentur et al. 2009 in Fagerland, Lydersen and Laake 2013, table 1: 1 and 7; exact .070, mid-p .039.
    expect(mcNemar(1, 7).p).toBeCloseTo(0.07, 3);
    expect(mcNemar(1, 7).midP).toBeCloseTo(0.039, 3);
    // Fay, "Exact McNemar's test and matching confidence intervals", of the R package exact2x2: 2 and 9; p = 0.06543.
    expect(mcNemar(2, 9).p).toBeCloseTo(0.06543, 5);
  });

  it("equals scipy's exact binomial test, even for thousands", () => {
    for (const [onlyA, onlyB, p] of binomial) {
      expect(Math.abs(mcNemar(onlyA, onlyB).p / p - 1), `${onlyA} and ${onlyB}`).toBeLessThan(1e-10);
    }
  });

  it("is the binomial sum, whichever of the two is larger", () => {
    const counts = fc.nat(60);
    fc.assert(
      fc.property(counts, counts, (onlyA, onlyB) => {
        const { p, midP } = mcNemar(onlyA, onlyB);
        const expected = naive(onlyA, onlyB);
        expect(p).toBeCloseTo(expected.p, 12);
        expect(midP).toBeCloseTo(expected.midP, 12);
        expect(mcNemar(onlyB, onlyA)).toMatchObject({ onlyA: onlyB, onlyB: onlyA, p, midP });
      }),
      EXAMPLES,
    );
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
