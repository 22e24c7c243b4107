import { describe, expect, it } from "vitest";
import { tuningSeries } from "../../src/reports/tuning-series.js";
import { tuned } from "./tuning-sample.js";

describe("the lines of a tuning's plot", () => {
  it("have at each alpha above 0 the best candidate of the classifier, with its interval", () => {
    const candidates = [
      tuned(0.9, [0, 0], { alpha: 1, dropTop: 5 }),
      tuned(0.8, [0.1, 0], { classifier: "bernoulli", alpha: 0.1 }),
      tuned(0.7, [0.2, 0], { alpha: 0.01 }),
      tuned(0.6, [0.3, 0], { alpha: 1 }),
      tuned(0.5, [0.4, 0], { alpha: 0 }),
    ];
    const point = (x: number, y: number) => ({ x, y, low: y - 0.02, high: y + 0.02 });
    expect(tuningSeries({ candidates })).toEqual([
      { name: "multinomial", points: [point(0.01, 0.7), point(1, 0.9)] },
      { name: "bernoulli", points: [point(0.1, 0.8)] },
    ]);
  });

  it("has no points of a classifier without an alpha above 0", () => {
    expect(tuningSeries({ candidates: [tuned(0.9, [0, 0], { alpha: 0 })] })).toEqual([
      { name: "multinomial", points: [] },
    ]);
  });
});
