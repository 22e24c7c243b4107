import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Comparison, compare, type TestResults } from "../../../src/evaluation/significance/compare.js";
import { correctedTTest } from "../../../src/evaluation/significance/intervals.js";
import type { Pair } from "../../../src/evaluation/significance/pairing.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** Two results from what both said. */
function resultsOf(pairs: readonly Pair[], documents = { train: 90, test: 10 }): [TestResults, TestResults] {
  const side = (which: "a" | "b"): TestResults => ({
    documents,
    predictions: pairs.map((pair) => ({ id: pair.id, run: pair.run, actual: pair.actual, predicted: pair[which] })),
  });
  return [side("a"), side("b")];
}

function comparisonOf(pairs: readonly Pair[], documents?: { train: number; test: number }): Comparison {
  return compare(...resultsOf(pairs, documents));
}

/** Runs of so many tests each that both, only A, only B and neither got right; every test is of a document of its own. */
function runsOf(...runs: readonly (readonly [both: number, onlyA: number, onlyB: number, neither: number])[]): Pair[] {
  const said = [
    ["ham", "ham"],
    ["ham", "spam"],
    ["spam", "ham"],
    ["spam", "spam"],
  ];
  return runs.flatMap((counts, run) =>
    counts.flatMap((count, who) => {
      const [a, b] = said[who];
      return Array.from({ length: count }, (_, i) => ({ id: `${run}/${who}/${i}`, run, actual: "ham", a, b }));
    }),
  );
}

/** A and B change places. */
function swapped(pairs: readonly Pair[]): Pair[] {
  return pairs.map((pair) => ({ ...pair, a: pair.b, b: pair.a }));
}

const CLASSES = ["ham", "spam", "__proto__"];
const label = fc.constantFrom(...CLASSES);
const oneRun = fc
  .array(fc.record({ actual: label, a: label, b: label }), { minLength: 1, maxLength: 40 })
  .map((list) => list.map((said, i): Pair => ({ id: `${i}`, run: 0, ...said })));

it("compare, with runs that do not resample one corpus decides by the bootstrap over documents, with equal weights", () => {
  const pairs = runsOf([60, 5, 25, 10], [1, 0, 0, 9], [300, 10, 40, 50]);
  const [a, b] = resultsOf(pairs).map((results) => ({ ...results, resampled: false }));
  const comparison = compare(a, b);
  expect(comparison).toMatchObject({ verdict: "B", decidedBy: "bootstrap", tTest: undefined, runs: 3 });
  expect(comparison.accuracy.a).toBeCloseTo(376 / 510, 14);
  expect(comparison.accuracy.b).toBeCloseTo(426 / 510, 14);
  expect(comparison.difference).toBeCloseTo(50 / 510, 14);
  expect(compare(...resultsOf(pairs)).decidedBy).toBe("t-test");
});

describe("compare, with one run", () => {
  it("finds B better if the bootstrap's interval excludes 0 and McNemar's p is below .05", () => {
    const comparison = comparisonOf(runsOf([60, 5, 25, 10]));
    expect(comparison).toMatchObject({
      ...{ verdict: "B", decidedBy: "bootstrap", difference: 0.2, accuracy: { a: 0.65, b: 0.85 } },
      ...{ runs: 1, documents: 100, tests: { both: 60, onlyA: 5, onlyB: 25, neither: 10 }, tTest: undefined },
    });
    expect(comparison.interval).toBe(comparison.bootstrap.interval);
    expect(comparison.interval[0]).toBeGreaterThan(0);
    expect(comparison.mcNemar).toMatchObject({ onlyA: 5, onlyB: 25 });
    expect(comparisonOf(swapped(runsOf([60, 5, 25, 10])))).toMatchObject({ verdict: "A", difference: -0.2 });
  });

  it("shows no difference if one of them fails", () => {
    const within = comparisonOf(runsOf([60, 12, 18, 10]));
    expect(within.verdict).toBe("none");
    expect(within.interval[0]).toBeLessThanOrEqual(0);
    // Of four documents in a thousand nobody should conclude anything, but the percentiles would.
    const few = comparisonOf(runsOf([900, 0, 4, 96]));
    expect(few.interval[0]).toBeGreaterThan(0);
    expect(few.mcNemar.p).toBe(0.125);
    expect(few.verdict).toBe("none");
  });

  it("agrees with counting, and mirrors when A and B are exchanged", () => {
    fc.assert(
      fc.property(oneRun, (pairs) => {
        const comparison = compare(...resultsOf(pairs), { resamples: 100 });
        const count = (right: (pair: Pair) => boolean) => pairs.filter(right).length;
        expect(comparison.accuracy.a).toBeCloseTo(count(({ a, actual }) => a === actual) / pairs.length, 12);
        expect(comparison.accuracy.b).toBeCloseTo(count(({ b, actual }) => b === actual) / pairs.length, 12);
        expect(comparison.difference).toBeCloseTo(comparison.accuracy.b - comparison.accuracy.a, 12);
        expect(comparison.tests.both).toBe(count(({ a, b, actual }) => a === actual && b === actual));
        expect(comparison.tests.neither).toBe(count(({ a, b, actual }) => a !== actual && b !== actual));
        expect(comparison.disagreements).toHaveLength(count(({ a, b }) => a !== b));
        for (const { label, tests, a, b } of comparison.perClass) {
          expect(tests).toBe(count(({ actual }) => actual === label));
          const rightOf = (who: "a" | "b") => count((pair) => pair.actual === label && pair[who] === label);
          expect(a * tests).toBeCloseTo(rightOf("a"), 9);
          expect(b * tests).toBeCloseTo(rightOf("b"), 9);
        }
        expect(comparison.perClass.reduce((sum, { tests }) => sum + tests, 0)).toBe(pairs.length);

        const mirror = compare(...resultsOf(swapped(pairs)), { resamples: 100 });
        expect(mirror.accuracy).toEqual({ a: comparison.accuracy.b, b: comparison.accuracy.a });
        expect(mirror.difference).toBeCloseTo(-comparison.difference, 12);
        expect(mirror.mcNemar.p).toBe(comparison.mcNemar.p);
      }),
      EXAMPLES,
    );
  });
});

describe("compare, with several runs", () => {
  /** Differences of .05, .1, .15 and .1. */
  const runs = runsOf([12, 1, 2, 5], [12, 1, 3, 4], [12, 1, 4, 3], [12, 1, 3, 4]);

  it("lets the corrected t-test decide, over the runs' differences and their sizes", () => {
    const comparison = comparisonOf(runs, { train: 60, test: 20 });
    expect(comparison.tTest).toEqual(correctedTTest([1 / 20, 2 / 20, 3 / 20, 2 / 20], 20, 60));
    expect(comparison).toMatchObject({ decidedBy: "t-test", runs: 4, documents: 80, verdict: "B" });
    expect(comparison.interval).toBe(comparison.tTest?.interval);
    expect(comparison.difference).toBeCloseTo(0.1, 12);
    expect(comparison.accuracy.a).toBeCloseTo(0.65, 12);
    expect(comparisonOf(swapped(runs), { train: 60, test: 20 }).verdict).toBe("A");
  });

  it("counts a document once in McNemar's test and with all its tests in the bootstrap", () => {
    const said = (id: string, ...words: readonly string[]): Pair[] =>
      words.map((word, run) => ({ id, run, actual: "1", a: word[0], b: word[1] }));
    const pairs = [...said("x", "10", "10", "01"), ...said("y", "01", "10", "11"), ...said("z", "01", "01", "01")];
    const { mcNemar, bootstrap, documents, tests } = comparisonOf(pairs);
    expect(mcNemar).toMatchObject({ onlyA: 1, onlyB: 1 });
    expect(tests).toEqual({ both: 1, onlyA: 3, onlyB: 5, neither: 0 });
    expect(documents).toBe(3);
    expect(bootstrap.mean).toBeCloseTo(2 / 9, 12);
    // Three times x, and three times z.
    expect(bootstrap.interval).toEqual([-1 / 3, 1]);
  });

  it("uses the bootstrap if all runs have the same difference", () => {
    const comparison = comparisonOf(runsOf([10, 0, 10, 0], [5, 0, 5, 0]));
    expect(comparison).toMatchObject({ decidedBy: "bootstrap", tTest: undefined, verdict: "B", difference: 0.5 });
    expect(comparisonOf(runsOf([5, 0, 0, 2], [6, 0, 0, 1])).verdict).toBe("none");
  });

  it("treats runs of one document each as one test of all documents", () => {
    const one = runsOf([60, 5, 25, 10]);
    const comparison = comparisonOf(one.map((pair, run) => ({ ...pair, run })));
    const { runs: _, accuracy, ...rest } = comparisonOf(one);
    expect(comparison).toMatchObject({ ...rest, runs: 100 });
    expect(comparison.accuracy.b).toBeCloseTo(accuracy.b, 12);
  });
});

describe("the documents on which A and B disagree", () => {
  const said = (id: string, run: number, actual: string, a: string, b: string): Pair => ({ id, run, actual, a, b });

  it("are sorted by who is right: the better one, the other one, neither", () => {
    const pairs = [
      ...[0, 1].map((run) => said("neither", run, "ham", "spam", "junk")),
      ...[0, 1].map((run) => said("same", run, "ham", "ham", "ham")),
      said("of A", 0, "ham", "ham", "spam"),
      said("of A", 1, "ham", "ham", "ham"),
      said("once", 0, "ham", "spam", "ham"),
      said("once", 1, "ham", "ham", "ham"),
      ...[0, 1].map((run) => said("twice", run, "spam", "ham", "spam")),
    ];
    const expected = [
      { id: "twice", actual: "spam", a: "ham", b: "spam", times: 2 },
      { id: "once", actual: "ham", a: "spam", b: "ham", times: 1 },
      { id: "of A", actual: "ham", a: "ham", b: "spam", times: 1 },
      { id: "neither", actual: "ham", a: "spam", b: "junk", times: 2 },
    ];
    expect(comparisonOf(pairs).disagreements).toEqual(expected);
    const ids = comparisonOf(swapped(pairs)).disagreements.map(({ id }) => id);
    expect(ids).toEqual(["twice", "once", "of A", "neither"]);
  });
});

it("the classes are sorted by effect on accuracy, then by name", () => {
  const pairs = ["spam spam spam", "ham ham ham", "junk ham junk", "junk junk junk"].map((id): Pair => {
    const [actual, a, b] = id.split(" ");
    return { id, run: 0, actual, a, b };
  });
  expect(comparisonOf(pairs).perClass).toEqual([
    { label: "junk", tests: 2, a: 0.5, b: 1, difference: 0.5, onlyA: 0, onlyB: 1 },
    { label: "ham", tests: 1, a: 1, b: 1, difference: 0, onlyA: 0, onlyB: 0 },
    { label: "spam", tests: 1, a: 1, b: 1, difference: 0, onlyA: 0, onlyB: 0 },
  ]);
});
