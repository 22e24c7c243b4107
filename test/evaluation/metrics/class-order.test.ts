import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOrder } from "../../../src/evaluation/metrics/class-order.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { matrix } from "../small-corpora.js";

/** A confusion matrix in which all is right but for so many of 100 documents of some classes. */
function confusionOf(classes: number, wrong: readonly (readonly [actual: number, predicted: number, count: number])[]) {
  const confusion: number[][] = Array.from({ length: classes }, (_, c) =>
    Array.from({ length: classes }, (_, other) => (c === other ? 100 : 0)),
  );
  for (const [actual, predicted, count] of wrong) confusion[actual][predicted] = count;
  return confusion;
}

const matrices = fc.integer({ min: 1, max: 8 }).chain((classes) => {
  const size = { minLength: classes, maxLength: classes };
  return fc.array(fc.array(fc.nat(5), size), size);
});

describe("an order of classes", () => {
  it("puts confused classes together, whatever the direction", () => {
    const order = classOrder(confusionOf(6, matrix([0, 4, 30], [5, 1, 20], [1, 5, 20])));
    expect(order).toEqual([0, 4, 1, 5, 2, 3]);
  });

  it("flips clusters so that the most similar ends meet", () => {
    // 0-1 and 2-3 are close; of the four pairs across, 0 and 3 are confused most.
    const order = classOrder(confusionOf(4, matrix([0, 1, 40], [2, 3, 40], [0, 3, 10], [1, 2, 2])));
    expect(order).toEqual([1, 0, 3, 2]);
  });

  it("keeps the numbering where nothing is confused, and for ties", () => {
    expect(classOrder(confusionOf(4, []))).toEqual([0, 1, 2, 3]);
    const all = confusionOf(
      3,
      [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => a !== b).map((b) => [a, b, 5] as const)),
    );
    expect(classOrder(all)).toEqual([0, 1, 2]);
  });

  it("compares shares of the classes, not numbers of documents", () => {
    const confusion = matrix([1000, 20, 0], [0, 980, 0], [5, 0, 5]);
    // Half of the small class goes to the first; of the large ones 2 %.
    expect(classOrder(confusion)).toEqual([1, 0, 2]);
  });

  it("names every class once, whatever the matrix, classes without documents among them", () => {
    fc.assert(
      fc.property(matrices, (confusion) => {
        const order = classOrder(confusion);
        expect([...order].sort((a, b) => a - b)).toEqual(confusion.map((_, c) => c));
        expect(classOrder(confusion)).toEqual(order);
      }),
      EXAMPLES,
    );
  });
});
