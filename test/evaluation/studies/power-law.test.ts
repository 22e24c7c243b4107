import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accuracyAt, fitPowerLaw, type PowerLaw } from "../../../src/evaluation/studies/power-law.js";

fc.configureGlobal({ seed: 70 });

const SIZES = [100, 200, 500, 1000, 4000];

describe("a fitted power law", () => {
  it("is the law that the points were made by", () => {
    const laws = fc.record({
      asymptote: fc.double({ min: 0.5, max: 1, noNaN: true }),
      scale: fc.double({ min: 0.2, max: 3, noNaN: true }),
      exponent: fc.double({ min: 0.1, max: 1.5, noNaN: true }),
    });
    fc.assert(
      fc.property(laws, (law) => {
        const points = SIZES.map((documents) => ({ documents, accuracy: accuracyAt(law, documents) }));
        const fitted = fitPowerLaw(points) as PowerLaw;
        for (const documents of [...SIZES, 8000, 20_000]) {
          expect(Math.abs(accuracyAt(fitted, documents) - accuracyAt(law, documents))).toBeLessThan(2e-4);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("never exceeds 1 and never falls with more documents", () => {
    const points = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: SIZES.length });
    fc.assert(
      fc.property(points, (accuracies) => {
        const law = fitPowerLaw(accuracies.map((accuracy, i) => ({ documents: SIZES[i], accuracy })));
        expect(law?.asymptote).toBeLessThanOrEqual(1);
        expect(law?.scale).toBeGreaterThanOrEqual(0);
        expect(law?.exponent).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it("needs three points", () => {
    expect(fitPowerLaw([100, 200].map((documents) => ({ documents, accuracy: 0.5 })))).toBe(undefined);
  });
});
