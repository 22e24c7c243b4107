import { describe, expect, it } from "vitest";
import { NONE } from "../../src/labelling/answers/step.js";
import { sharesBySample } from "../../src/labelling/session-end.js";

describe("sharesBySample", () => {
  it("counts the answers to random questions, those before the first open item, and one for each class", () => {
    // Items 7 and 8 were answered, but not at random; item 2 is none of the classes, item 3 was skipped.
    const labels = new Map([
      ...[0, 1, 4, 5].map((item) => [item, "ham"] as const),
      ...[6, 7, 8].map((item) => [item, "spam"] as const),
      [2, NONE],
    ]);
    const order = Uint32Array.from([4, 2, 0, 3, 6, 9, 1, 5, 7, 8]);
    expect(sharesBySample(order, labels, (item) => item === 9)).toEqual({ ham: 3 / 5, spam: 2 / 5 });
    expect(sharesBySample(order, labels, () => false)).toEqual({ ham: 5 / 9, spam: 4 / 9 });
  });

  it("says nothing if no random question was answered", () => {
    expect(sharesBySample(Uint32Array.from([1, 0]), new Map([[0, "ham"]]), (item) => item === 1)).toBeUndefined();
  });
});
