import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { estimateAccuracy, type Judged } from "../../../src/labelling/questions/accuracy-estimate.js";
import { randomOrder } from "../../../src/labelling/questions/next-questions.js";

type Labels = Judged["labels"];

/** Makes all forecasts of an estimate. */
function made(judged: Judged) {
  const estimate = estimateAccuracy(judged);
  let step = estimate.next();
  while (!step.done) step = estimate.next();
  return step.value;
}

/** Predicts class 0 for these items, and class 1 for the others. */
const rightAbout = (isRight: (item: number) => boolean, items: number) => () =>
  Uint8Array.from({ length: items }, (_, item) => (isRight(item) ? 0 : 1));

/** An estimate in which the items at these places of the order have an answer, all of class 0. */
function judgedOf(items: number, answered: (place: number) => boolean, isRight: (item: number) => boolean): Judged {
  const order = randomOrder(items, 1);
  const labels = [...order].filter((_, place) => answered(place)).map((item) => [item, 0] as const);
  const closed = new Set(labels.map(([item]) => item));
  return { labels, order, isOpen: (item) => !closed.has(item), predict: rightAbout(isRight, items) };
}

describe("the estimate of accuracy", () => {
  it("is the share of right forecasts among the answers before the first open item", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 60 }), (places) => {
        const right = new Set([...randomOrder(places.length, 1)].filter((_, place) => places[place][1]));
        const accuracy = made(
          judgedOf(
            places.length,
            (place) => places[place][0],
            (item) => right.has(item),
          ),
        );
        const end = places.findIndex(([answered]) => !answered);
        const sample = places.slice(0, end < 0 ? places.length : end);
        const answers = places.filter(([answered]) => answered);
        const share = (some: typeof places) => some.filter(([, isRight]) => isRight).length / some.length;
        if (sample.length === 0) {
          expect(accuracy).toBeUndefined();
          return;
        }
        const left = places.length - answers.length;
        const easier = (share(sample) - share(answers)) * Math.min(1, answers.length / left);
        expect(accuracy?.answers).toBe(sample.length);
        expect(accuracy?.value).toBeCloseTo(Math.min(1, Math.max(0, share(sample) + easier)), 12);
        expect(accuracy?.from).toBeLessThanOrEqual(accuracy?.value as number);
        expect(accuracy?.to).toBeGreaterThanOrEqual(accuracy?.value as number);
      }),
    );
  });

  it("hides each random answer while it is judged, and few others", () => {
    const seen: Labels[] = [];
    const judged = judgedOf(
      40,
      (place) => place < 12 || place % 3 === 0,
      () => true,
    );
    const predict = (labels: Labels) => {
      seen.push(labels);
      return judged.predict(labels);
    };
    made({ ...judged, predict });
    const hidden = seen.map((labels) => judged.labels.filter((label) => !labels.includes(label)).map(([item]) => item));
    const sample = [...judged.order.subarray(0, 13)];
    expect(hidden).toHaveLength(10);
    expect(hidden.slice(0, 8).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 1, 1, 1]);
    expect(hidden.slice(0, 8).flat().sort()).toEqual(sample.sort());
    expect(hidden.slice(8).flat().sort()).toEqual(judged.labels.map(([item]) => item).sort());
  });

  it("does not jump when few items are left, because one random answer more was predicted rightly or wrongly", () => {
    // The sample is the first half; of both halves, nearly nine tenths are right.
    const order = [...randomOrder(120, 1)];
    const wrong = new Set(order.filter((_, place) => place % 10 === 9 || place === 3));
    for (const left of [60, 20, 5, 2, 1, 0]) {
      const isAnswered = (place: number) => place !== 50 && place < 120 - left;
      expect(made(judgedOf(120, isAnswered, (item) => !wrong.has(item)))?.value).toBeCloseTo(0.88, 1);
    }
  });

  it("does not judge items that were in a folder before", () => {
    const order = randomOrder(20, 1);
    const labels = [...order].map((item) => [item, 0] as const);
    const asked = order.slice(5);
    const predict = rightAbout((item) => asked.includes(item), 20);
    expect(made({ labels, order: asked, isOpen: () => false, predict })).toMatchObject({
      value: 1,
      answers: 15,
      to: 1,
    });
  });

  it("holds the truth in at least 18 of 20 sessions, whatever the accuracy", () => {
    for (const accuracy of [0.55, 0.8, 0.95, 0.99]) {
      for (const answered of [10, 40, 150]) {
        let held = 0;
        const sessions = 100;
        for (let seed = 0; seed < sessions; seed++) {
          const random = seededRandom(seed, answered);
          const isRight = Array.from({ length: 400 }, () => random(1000) < 1000 * accuracy);
          const judged = judgedOf(
            1000,
            (place) => place < answered,
            (item) => isRight[item],
          );
          const shown = made(judged);
          const left = [...judged.order.subarray(answered)];
          const truth = left.filter((item) => isRight[item]).length / left.length;
          if (shown !== undefined && shown.from <= truth && truth <= shown.to) held++;
        }
        expect(held / sessions).toBeGreaterThanOrEqual(0.9);
      }
    }
  });
});
