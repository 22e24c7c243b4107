import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Asking, nextQuestions, randomOrder } from "../../../src/labelling/questions/next-questions.js";

/** The next questions about items of two classes, each with the given difference of shares. */
const ask = (leads: readonly number[], most: number, more: Partial<Asking> = {}) =>
  nextQuestions(
    {
      order: randomOrder(leads.length, 1),
      isOpen: () => true,
      shares: Float64Array.from(leads.flatMap((lead) => [(1 + lead) / 2, (1 - lead) / 2])),
      ...{ classes: 2, answers: 0, seed: 1, ...more },
    },
    most,
  );
const itemsOf = (questions: ReturnType<typeof ask>) => questions.map(({ item }) => item);

const leads = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });

describe("the next questions", () => {
  it("are all open items, each once; every third time the first of the random order", () => {
    fc.assert(
      fc.property(leads, fc.nat(), fc.nat(50), (leads, bits, answers) => {
        const order = randomOrder(leads.length, 1);
        const isOpen = (item: number) => ((bits >> (item % 20)) & 1) === 1;
        const questions = ask(leads, 100, { isOpen, answers });
        const before = new Set<number>();
        for (const [i, { item, isRandom }] of questions.entries()) {
          expect(isRandom).toBe((answers + i) % 3 === 0);
          if (isRandom) expect(item).toBe(order.find((other) => isOpen(other) && !before.has(other)));
          before.add(item);
        }
        expect(itemsOf(questions).sort((a, b) => a - b)).toEqual([...leads.keys()].filter(isOpen));
      }),
    );
  });

  it("are all random while nothing is known", () => {
    const questions = ask([0, 0, 0, 0], 9, { shares: new Float64Array(), classes: 0 });
    expect(questions).toEqual(Array.from(randomOrder(4, 1), (item) => ({ item, isRandom: true })));
  });

  it("are drawn with a chance in proportion to the square of how unsure an item is", () => {
    const leads = [0, 0.5, 0.8];
    const first = [0, 0, 0];
    const draws = 4000;
    for (let seed = 0; seed < draws; seed++) first[ask(leads, 1, { answers: 1, seed })[0].item]++;
    const weights = leads.map((lead) => (1 - lead) ** 2);
    const all = weights.reduce((sum, weight) => sum + weight);
    for (const [item, weight] of weights.entries()) expect(first[item] / draws).toBeCloseTo(weight / all, 1.5);
  });

  it("come to items that are sure only after all others", () => {
    expect(itemsOf(ask([1, 0.9, 1, 0.5, 1], 2, { answers: 1 })).sort()).toEqual([1, 3]);
  });

  it("are the same for the same seed, and others for other answers", () => {
    const many = Array.from({ length: 200 }, (_, i) => (i % 10) / 10);
    const at = (answers: number) => itemsOf(ask(many, 20, { answers }));
    expect(at(1)).toEqual(at(1));
    expect(at(1)).not.toEqual(at(4));
  });
});

it("the random order has each item once, and depends on the seed", () => {
  expect([...randomOrder(100, 1)].sort((a, b) => a - b)).toEqual([...Array(100).keys()]);
  expect(randomOrder(100, 1)).toEqual(randomOrder(100, 1));
  expect(randomOrder(100, 1)).not.toEqual(randomOrder(100, 2));
});
