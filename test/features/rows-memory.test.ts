import { describe, expect, it } from "vitest";
import { memoryGuard } from "../../src/features/rows-memory.js";

describe("the memory of rows", () => {
  /** Adds rows with ten entries each until the guard objects. Returns their number, and the error. */
  const refusedAfter = (expected: number, memory: number, termsAt: (rows: number) => number) => {
    const guard = memoryGuard(expected, memory);
    for (let rows = 1; rows <= expected; rows++) {
      try {
        guard(rows, 10 * rows, termsAt(rows));
      } catch (error) {
        return { rows, message: (error as Error).message };
      }
    }
    return undefined;
  };
  // 248 MB of rows and 80 MB of terms, which become rarer.
  const termsAt = (rows: number) => Math.round(2e4 * Math.log2(1 + rows / 1000));

  it("is estimated after 16,384 of a million rows, with terms that become rarer", () => {
    const { rows, message } = refusedAfter(1e6, 1e8, termsAt) ?? {};
    expect(rows).toBe(16_384);
    const [, need] =
      /^memory: the documents need about (\d+)\.\d MB \(.* of them fit\), not 100.0 MB:/.exec(message ?? "") ?? [];
    expect(Math.abs(Number(need) - 328)).toBeLessThan(0.15 * 328);
  });

  it("is not refused for a need that is nearly allowed, until it is taken", () => {
    expect(refusedAfter(1e6, 3.3e8, termsAt)).toBeUndefined();
    expect(refusedAfter(1e6, 3.1e8, termsAt)?.rows).toBeGreaterThan(9e5);
  });
});
