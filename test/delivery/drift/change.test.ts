import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { findChange, type Trait } from "../../../src/delivery/drift/change.js";

const random = seededRandom(1);
const draw = (share: number, count: number) => Array.from({ length: count }, () => Number(random(1000) < 1000 * share));
const trait = (has: readonly number[], usual: number, weight = 1): Trait => {
  return { has: Uint8Array.from(has), usual, documents: 500, weight };
};

describe("findChange", () => {
  it("raises no alarm in 100,000 decisions that are as usual", () => {
    const shares = [0.1, 0.01, 0.3, 0.59];
    const traits = shares.map((share) => trait(draw(share, 100_000), share, 1 / 4));
    expect(findChange(traits)).toMatchObject({ since: undefined });
  });

  it.each([
    [0.1, 0.5],
    [0.5, 0.1],
    [0.02, 0.3],
  ])("finds within 200 decisions that a share of %f has become %f, and when", (before, after) => {
    const quiet = trait(draw(0.4, 1200), 0.4, 1 / 2);
    const changing = trait([...draw(before, 1000), ...draw(after, 200)], before, 1 / 2);
    const { since, evidence } = findChange([quiet, changing]);
    expect(Math.abs(Number(since) - 1000)).toBeLessThanOrEqual(20);
    expect(evidence).toBeGreaterThanOrEqual(10_000);
  });

  it("raises no alarm for a burst of sixty messages", () => {
    const has = [...draw(0.1, 500), ...new Array(60).fill(1), ...draw(0.1, 500)];
    expect(findChange([trait(has, 0.1)]).since).toBeUndefined();
  });

  it("takes bursts for usual if there are many", () => {
    const bursts = Array.from({ length: 100 }, () => [...draw(0, 70), ...new Array(30).fill(1)]).flat();
    expect(findChange([trait(bursts, 0.2)]).since).toBeUndefined();
  });

  it("ends an alarm after the change has passed", () => {
    const has = [...draw(0.1, 300), ...draw(0.7, 300), ...draw(0.1, 300)];
    expect(findChange([trait(has.slice(0, 600), 0.1)]).since).toBeDefined();
    expect(findChange([trait(has, 0.1)])).toMatchObject({ since: undefined });
  });

  it("knows a usual share by few documents only roughly", () => {
    const has = draw(0.3, 1000);
    expect(findChange([trait(has, 0.1)]).since).toBeDefined();
    expect(findChange([{ ...trait(has, 0.1), documents: 20 }]).since).toBeUndefined();
  });

  it("finds nothing in fewer than ten decisions, or none", () => {
    expect(findChange([trait(draw(1, 9), 0.1)]).since).toBeUndefined();
    expect(findChange([])).toEqual({ since: undefined, evidence: 0 });
  });
});
