import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Asking, nextQuestions, randomOrder } from "../../../src/labelling/questions/next-questions.js";

/** Two classes: each item has the given difference of shares. */
const sharesOf = (leads: readonly number[]) =>
  Float64Array.from(leads.flatMap((lead) => [(1 + lead) / 2, (1 - lead) / 2]));

const asking = (leads: readonly number[], more: Partial<Asking> = {}): Asking => ({
  order: randomOrder(leads.length, 1),
  isOpen: () => true,
  shares: sharesOf(leads),
  classes: 2,
  answers: 0,
  seed: 1,
  ...more,
});

const leads = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });

describe("the next questions", () => {
  it("are all open items, each once, if there is room for all", () => {
    fc.assert(
      fc.property(leads, fc.nat(), fc.nat(50), (leads, bits, answers) => {
        const isOpen = (item: number) => ((bits >> (item % 20)) & 1) === 1;
        const items = nextQuestions(asking(leads, { isOpen, answers }), 100).map(({ item }) => item);
        expect(items.sort((a, b) => a - b)).toEqual([...leads.keys()].filter(isOpen));
      }),
    );
  });

  it("are every third time the first open item of the random order", () => {
    fc.assert(
      fc.property(leads, fc.nat(50), (leads, answers) => {
        const order = randomOrder(leads.length, 1);
        const isOpen = (item: number) => item % 3 > 0;
        const questions = nextQuestions(asking(leads, { isOpen, answers }), 30);
        const before = new Set<number>();
        for (const [i, { item, isRandom }] of questions.entries()) {
          expect(isRandom).toBe((answers + i) % 3 === 0);
          if (isRandom) expect(item).toBe(order.find((other) => isOpen(other) && !before.has(other)));
          before.add(item);
        }
      }),
    );
  });

  it("are all random while nothing is known", () => {
    const questions = nextQuestions(asking([0, 0, 0, 0], { shares: new Float64Array(), classes: 0 }), 9);
    expect(questions.map(({ item }) => item)).toEqual([...randomOrder(4, 1)]);
    expect(questions.every(({ isRandom }) => isRandom)).toBe(true);
  });

  it("are drawn with a chance in proportion to the square of how unsure an item is", () => {
    const [unsure, doubtful, clear] = [0, 0.5, 0.8];
    const first = [0, 0, 0];
    const draws = 4000;
    for (let seed = 0; seed < draws; seed++) {
      first[nextQuestions(asking([unsure, doubtful, clear], { answers: 1, seed }), 1)[0].item]++;
    }
    const weights = [unsure, doubtful, clear].map((lead) => (1 - lead) ** 2);
    const all = weights.reduce((sum, weight) => sum + weight);
    for (const [item, weight] of weights.entries()) expect(first[item] / draws).toBeCloseTo(weight / all, 1.5);
  });

  it("come to items that are sure only after all others", () => {
    const questions = nextQuestions(asking([1, 0.9, 1, 0.5, 1], { answers: 1 }), 2);
    expect(questions.map(({ item }) => item).sort()).toEqual([1, 3]);
  });

  it("are the same for the same seed, and others for other answers", () => {
    const many = Array.from({ length: 200 }, (_, i) => (i % 10) / 10);
    const at = (answers: number) => nextQuestions(asking(many, { answers }), 20).map(({ item }) => item);
    expect(at(1)).toEqual(at(1));
    expect(at(1)).not.toEqual(at(4));
  });
});

it("the random order has each item once, and depends on the seed", () => {
  expect([...randomOrder(100, 1)].sort((a, b) => a - b)).toEqual([...Array(100).keys()]);
  expect(randomOrder(100, 1)).toEqual(randomOrder(100, 1));
  expect(randomOrder(100, 1)).not.toEqual(randomOrder(100, 2));
});
