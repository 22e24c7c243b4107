import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { estimateAccuracy, type Judged } from "../../../src/labelling/questions/accuracy-estimate.js";
import { randomOrder } from "../../../src/labelling/questions/next-questions.js";

/** Makes all forecasts of an estimate. */
function made(judged: Judged) {
  const estimate = estimateAccuracy(judged);
  let step = estimate.next();
  while (!step.done) step = estimate.next();
  return step.value;
}

/** An item at a place of the random order. All answers are class 0, and so are the right forecasts. */
type Place = { readonly isAnswered: boolean; readonly isRight: boolean };

function judgedOf(places: readonly Place[]): Judged {
  const order = randomOrder(places.length, 1);
  const placeOf = new Map([...order].map((item, place) => [item, places[place]]));
  return {
    order,
    labels: [...order].filter((item) => placeOf.get(item)?.isAnswered).map((item) => [item, 0] as const),
    isOpen: (item) => placeOf.get(item)?.isAnswered === false,
    predict: () => Uint8Array.from(places, (_, item) => (placeOf.get(item)?.isRight ? 0 : 1)),
  };
}

const placesOf = (length: number, placeAt: (n: number) => Place) => Array.from({ length }, (_, n) => placeAt(n));
const shareOf = (places: readonly Place[]) => places.filter(({ isRight }) => isRight).length / places.length;

describe("the estimate of accuracy", () => {
  it("is the share of right forecasts among the answers before the first open item", () => {
    const place = fc.record({ isAnswered: fc.boolean(), isRight: fc.boolean() });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (places) => {
        const accuracy = made(judgedOf(places));
        const end = places.findIndex(({ isAnswered }) => !isAnswered);
        const sample = places.slice(0, end < 0 ? places.length : end);
        const answers = places.filter(({ isAnswered }) => isAnswered);
        const left = places.length - answers.length;
        const easier = (shareOf(sample) - shareOf(answers)) * Math.min(1, answers.length / left);
        const value = Math.min(1, Math.max(0, shareOf(sample) + easier));
        expect(accuracy === undefined).toBe(sample.length === 0);
        if (accuracy === undefined) return;
        expect(accuracy).toMatchObject({ answers: sample.length, value: expect.closeTo(value, 12) });
        expect(accuracy.from).toBeLessThanOrEqual(accuracy.value);
        expect(accuracy.to).toBeGreaterThanOrEqual(accuracy.value);
      }),
    );
  });

  it("hides each random answer while it is judged, and few others", () => {
    const judged = judgedOf(placesOf(40, (n) => ({ isAnswered: n < 12 || n % 3 === 0, isRight: true })));
    const hidden: number[][] = [];
    const predict: Judged["predict"] = (labels) => {
      hidden.push(judged.labels.filter((label) => !labels.includes(label)).map(([item]) => item));
      return judged.predict(labels);
    };
    made({ ...judged, predict });
    const sorted = (items: Iterable<number>) => [...items].sort();
    expect(hidden.slice(0, 8).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 1, 1, 1]);
    expect(sorted(hidden.slice(0, 8).flat())).toEqual(sorted(judged.order.subarray(0, 13)));
    expect(hidden).toHaveLength(10);
    expect(sorted(hidden.slice(8).flat())).toEqual(sorted(judged.labels.map(([item]) => item)));
  });

  it("does not jump when few items are left, because one random answer more was predicted rightly or wrongly", () => {
    // The sample is the first half; of both halves, nearly nine tenths are right.
    for (const left of [60, 20, 5, 2, 1, 0]) {
      const placeAt = (n: number) => ({ isAnswered: n !== 50 && n < 120 - left, isRight: n % 10 !== 9 && n !== 3 });
      expect(made(judgedOf(placesOf(120, placeAt)))?.value).toBeCloseTo(0.88, 1);
    }
  });

  it("does not judge items that were in a folder before", () => {
    const all = judgedOf(placesOf(20, (n) => ({ isAnswered: true, isRight: n >= 5 })));
    expect(made({ ...all, order: all.order.slice(5) })).toMatchObject({ value: 1, answers: 15, to: 1 });
  });

  it("holds the truth in at least 18 of 20 sessions, whatever the accuracy", () => {
    for (const [accuracy, answered] of [0.55, 0.8, 0.95, 0.99].flatMap((a) => [10, 40, 150].map((n) => [a, n]))) {
      const held = Array.from({ length: 100 }, (_, seed) => {
        const random = seededRandom(seed, answered);
        const places = placesOf(1000, (n) => ({ isAnswered: n < answered, isRight: random(1000) < 1000 * accuracy }));
        const { from = 1, to = 0 } = made(judgedOf(places)) ?? {};
        const truth = shareOf(places.slice(answered));
        return from <= truth && truth <= to;
      });
      expect(held.filter((isHeld) => isHeld).length).toBeGreaterThanOrEqual(90);
    }
  });
});
