import { describe, expect, it } from "vitest";
import {
  resampledInterval,
  studentQuantile975,
  wilsonInterval,
} from "../../../src/evaluation/significance/intervals.js";

describe("studentQuantile975", () => {
  /** Published tables of Student's t, two-sided 5 %. */
  it.each([
    [1, 12.7062],
    [2, 4.3027],
    [5, 2.5706],
    [10, 2.2281],
    [19, 2.093],
    [30, 2.0423],
    [120, 1.9799],
  ])("has the published value for %d degrees of freedom: %d", (freedom, quantile) => {
    expect(studentQuantile975(freedom)).toBeCloseTo(quantile, 4);
  });
});

describe("wilsonInterval", () => {
  /** By the formula of Wilson (1927), to four places; 81 of 263 is the example of Newcombe (1998): .2553 to .3662. */
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [5, 10, 0.2366, 0.7634],
    [20, 20, 0.8389, 1],
  ])("is for %i of %i from %d to %d", (correct, total, low, high) => {
    const interval = wilsonInterval(correct, total);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it("is 0 to 1 without trials", () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });
});

describe("resampledInterval", () => {
  it("is the mean plus and minus t times the corrected standard error of Nadeau and Bengio", () => {
    const [low, high] = resampledInterval([0.8, 0.82, 0.84, 0.86], 50, 100);
    const half = 3.182446 * Math.sqrt((1 / 4 + 0.5) * (0.002 / 3));
    expect(low).toBeCloseTo(0.83 - half, 6);
    expect(high).toBeCloseTo(0.83 + half, 6);
  });

  it("is the interval of one run if all runs agree", () => {
    expect(resampledInterval([0.5, 0.5, 0.5], 10, 20)).toEqual(wilsonInterval(5, 10));
    expect(resampledInterval([1, 1], 2, 4)[0]).toBeLessThan(0.5);
    // Their sum is .30000000000000004, so that no accuracy is the mean.
    expect(resampledInterval([0.1, 0.1, 0.1], 10, 20)).toEqual(wilsonInterval(1, 10));
  });
});
