import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { nearestNeighbours } from "../../../src/classifiers/neighbours/nearest-neighbours.js";
import { isCopy, voteWeights } from "../../../src/classifiers/neighbours/neighbourhood.js";

describe("voteWeights", () => {
  const similarities = Float64Array.of(0.9, 0.5, 0.1);
  const distance = (s: number) => Math.sqrt(2 - 2 * s);

  it("gives every neighbour the same vote, or its similarity", () => {
    expect(voteWeights("uniform", similarities, true)).toEqual(Float64Array.of(1, 1, 1));
    expect(voteWeights("similarity", similarities, true)).toEqual(similarities);
  });

  it("gives one over the squared distance; if there are copies, only they vote", () => {
    const votes = voteWeights("inverse-square", similarities, true);
    for (const [i, s] of similarities.entries()) expect(votes[i] * distance(s) ** 2).toBeCloseTo(1, 12);
    expect(voteWeights("inverse-square", Float64Array.of(1 + 2e-16, 1 - 2e-16, 0.9), true)).toEqual(
      Float64Array.of(1, 1, 0),
    );
  });

  it("falls linearly from 1 for the nearest to 0 for the k-th", () => {
    const votes = voteWeights("linear", similarities, true);
    const [first, second, last] = Array.from(similarities, distance);
    expect(votes[0]).toBe(1);
    expect(votes[1]).toBeCloseTo((last - second) / (last - first), 12);
    expect(votes[2]).toBe(0);
  });

  it("falls to 0 at documents without a common term, if the k-th is one", () => {
    const votes = voteWeights("linear", similarities, false);
    const [first, , last] = Array.from(similarities, distance);
    expect(votes[2]).toBeCloseTo((Math.SQRT2 - last) / (Math.SQRT2 - first), 12);
  });

  it("gives neighbours at the same distance the same vote, copies too", () => {
    expect(voteWeights("linear", Float64Array.of(0.5, 0.5), true)).toEqual(Float64Array.of(1, 1));
    expect(voteWeights("linear", Float64Array.of(1, 1 - 1e-16), true)).toEqual(Float64Array.of(1, 1));
  });

  it("is empty without neighbours", () => {
    for (const weighting of ["uniform", "similarity", "inverse-square", "linear"] as const) {
      expect(voteWeights(weighting, new Float64Array(0), false)).toEqual(new Float64Array(0));
    }
  });
});

describe("isCopy", () => {
  it("ignores the last digits, but nothing more", () => {
    expect([1, 1 - 1e-15, 1 + 1e-15].every(isCopy)).toBe(true);
    expect(isCopy(1 - 1e-9)).toBe(false);
  });
});

it("refuses a distance weighting that there is not", () => {
  const choose = () => nearestNeighbours({ distanceWeighting: "gauss" as "linear" });
  expect(choose).toThrow(UsageError);
  expect(choose).toThrow('distanceWeighting must be one of uniform, similarity, inverse-square, linear, not "gauss"');
});
