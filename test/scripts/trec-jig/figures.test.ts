import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jigFigures } from "../../../scripts/trec-jig/figures.js";
import type { JigResult, Judgement } from "../../../scripts/trec-jig/jig-lines.js";

const judgement = fc.constantFrom<Judgement>("ham", "spam");
const score = fc.integer({ min: -4, max: 4 });
const result = fc.record<JigResult>({ file: fc.constant("1"), judge: judgement, class: judgement, score });
/** With a message of each class at the least. */
const stream = fc
  .array(result, { maxLength: 30 })
  .map((results): JigResult[] => [
    { file: "1", judge: "ham", class: "ham", score: 0 },
    { file: "1", judge: "spam", class: "ham", score: 0 },
    ...results,
  ]);

/** The percentage of pairs of a ham and a spam in which the ham has the higher score. A tie counts half. */
function naiveRoca(results: readonly JigResult[]): number {
  const of = (judge: Judgement) => results.filter((each) => each.judge === judge);
  const pairs = of("ham").flatMap((ham) => of("spam").map((spam) => ham.score - spam.score));
  return (100 * pairs.reduce((sum, lead) => sum + (lead > 0 ? 1 : lead === 0 ? 0.5 : 0), 0)) / pairs.length;
}

describe("figures of the track", () => {
  it("are those of counting every pair and every mistake", () => {
    fc.assert(
      fc.property(stream, (results) => {
        const { oneMinusRoca, hamMisclassified, spamMisclassified, logisticAverage } = jigFigures(results, 1);
        expect(oneMinusRoca.percent).toBeCloseTo(naiveRoca(results), 9);
        const rate = (judge: Judgement) => {
          const all = results.filter((each) => each.judge === judge);
          return all.filter((each) => each.class !== judge).length / all.length;
        };
        const [hm, sm] = [rate("ham"), rate("spam")];
        expect(hamMisclassified.percent).toBeCloseTo(100 * hm, 9);
        expect(spamMisclassified.percent).toBeCloseTo(100 * sm, 9);
        // By odds in place of log odds: their geometric mean.
        const odds = Math.sqrt((hm / (1 - hm)) * (sm / (1 - sm)));
        if (hm > 0 && sm > 0 && hm < 1 && sm < 1) {
          expect(logisticAverage.percent).toBeCloseTo((100 * odds) / (1 + odds), 6);
        }
        for (const { percent, interval } of [hamMisclassified, spamMisclassified]) {
          expect(interval[0]).toBeLessThanOrEqual(percent + 1e-9);
          expect(interval[1]).toBeGreaterThanOrEqual(percent - 1e-9);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("are the same for the same seed, and drawn again for another", () => {
    const results = Array.from({ length: 60 }, (_, i): JigResult => {
      const judge = i % 2 === 0 ? "ham" : "spam";
      return { file: String(i), judge, class: i % 7 === 0 ? "spam" : judge, score: (i * 17) % 23 };
    });
    expect(jigFigures(results, 1)).toEqual(jigFigures(results, 1));
    expect(jigFigures(results, 2).oneMinusRoca.interval).not.toEqual(jigFigures(results, 1).oneMinusRoca.interval);
    expect(jigFigures(results, 2).oneMinusRoca.percent).toBe(jigFigures(results, 1).oneMinusRoca.percent);
  });

  it("have an average of 0 where a filter makes no mistake of one kind, and of 100 where it makes all of one", () => {
    const of = (...classes: Judgement[]) =>
      classes.map((said, i): JigResult => ({ file: "1", judge: i < 2 ? "ham" : "spam", class: said, score: i }));
    expect(jigFigures(of("ham", "ham", "ham", "spam"), 1).logisticAverage.percent).toBe(0);
    expect(jigFigures(of("spam", "spam", "ham", "spam"), 1).logisticAverage.percent).toBe(100);
  });
});
