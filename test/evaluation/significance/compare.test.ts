import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Comparison, compare, type TestResults } from "../../../src/evaluation/significance/compare.js";
import { correctedTTest } from "../../../src/evaluation/significance/intervals.js";
import type { Pair } from "../../../src/evaluation/significance/pairing.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** Two results from what both said. */
function resultsOf(pairs: readonly Pair[], documents = { train: 60, test: 20 }): [TestResults, TestResults] {
  const side = (which: "a" | "b"): TestResults => ({
    documents,
    predictions: pairs.map((pair) => ({ ...pair, predicted: pair[which] })),
  });
  return [side("a"), side("b")];
}

const comparisonOf = (pairs: readonly Pair[]): Comparison => compare(...resultsOf(pairs));

/** Runs of so many tests each that both, only A, only B and neither got right; every test is of a document of its own. */
function runsOf(...runs: readonly (readonly [both: number, onlyA: number, onlyB: number, neither: number])[]): Pair[] {
  const [right, wrong] = ["ham", "spam"];
  return runs.flatMap((counts, run) =>
    counts.flatMap((count, who) => {
      const said = { run, actual: right, a: who < 2 ? right : wrong, b: who % 2 === 0 ? right : wrong };
      return Array.from({ length: count }, (_, i) => ({ id: `${run}/${who}/${i}`, ...said }));
    }),
  );
}

/** Tests of one document in the runs from 0, such as `ham:spam,ham` if A said spam and B said ham. */
function said(id: string, ...tests: readonly string[]): Pair[] {
  return tests.map((test, run) => {
    const [actual, a, b] = test.split(/[:,]/);
    return { id, run, actual, a, b };
  });
}

/** A and B change places. */
const swapped = (pairs: readonly Pair[]): Pair[] => pairs.map((pair) => ({ ...pair, a: pair.b, b: pair.a }));

const label = fc.constantFrom("ham", "spam", "__proto__");
const oneRun = fc
  .array(fc.record({ actual: label, a: label, b: label }), { minLength: 1, maxLength: 40 })
  .map((list) => list.map((said, i): Pair => ({ id: `${i}`, run: 0, ...said })));

describe("compare, with one run", () => {
  it("finds B better if the bootstrap's interval excludes 0 and McNemar's p is below .05", () => {
    const pairs = runsOf([60, 5, 25, 10]);
    const comparison = comparisonOf(pairs);
    expect(comparison).toMatchObject({
      ...{ verdict: "B", decidedBy: "bootstrap", difference: 0.2, accuracy: { a: 0.65, b: 0.85 } },
      ...{ runs: 1, documents: 100, tests: { both: 60, onlyA: 5, onlyB: 25, neither: 10 }, tTest: undefined },
      mcNemar: { onlyA: 5, onlyB: 25 },
    });
    expect(comparison.interval).toBe(comparison.bootstrap.interval);
    expect(comparison.interval[0]).toBeGreaterThan(0);
    expect(comparisonOf(swapped(pairs))).toMatchObject({ verdict: "A", difference: -0.2 });
    // Runs of one document each are one test of all documents.
    const { runs: _, accuracy, ...rest } = comparison;
    const each = comparisonOf(pairs.map((pair, run) => ({ ...pair, run })));
    expect(each).toMatchObject({ ...rest, runs: 100 });
    expect(each.accuracy.b).toBeCloseTo(accuracy.b, 12);
  });

  it("shows no difference if one of them fails", () => {
    const within = comparisonOf(runsOf([60, 12, 18, 10]));
    expect(within.verdict).toBe("none");
    expect(within.interval[0]).toBeLessThanOrEqual(0);
    // Of four documents in a thousand nobody should conclude anything, but the percentiles would.
    const few = comparisonOf(runsOf([900, 0, 4, 96]));
    expect(few.interval[0]).toBeGreaterThan(0);
    expect(few).toMatchObject({ verdict: "none", mcNemar: { p: 0.125 } });
  });

  it("agrees with counting, and mirrors when A and B are exchanged", () => {
    fc.assert(
      fc.property(oneRun, (pairs) => {
        const comparison = compare(...resultsOf(pairs), { resamples: 100 });
        const count = (right: (pair: Pair) => boolean) => pairs.filter(right).length;
        expect(comparison.accuracy.a).toBeCloseTo(count(({ a, actual }) => a === actual) / pairs.length, 12);
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
  it("lets the corrected t-test decide, over the runs' differences and their sizes", () => {
    const runs = runsOf([12, 1, 2, 5], [12, 1, 3, 4], [12, 1, 4, 3], [12, 1, 3, 4]);
    const comparison = comparisonOf(runs);
    expect(comparison.tTest).toEqual(correctedTTest([1 / 20, 2 / 20, 3 / 20, 2 / 20], 20, 60));
    expect(comparison).toMatchObject({ decidedBy: "t-test", runs: 4, documents: 80, verdict: "B" });
    expect(comparison.interval).toBe(comparison.tTest?.interval);
    expect(comparison.difference).toBeCloseTo(0.1, 12);
    expect(comparison.accuracy.a).toBeCloseTo(0.65, 12);
    expect(comparisonOf(swapped(runs)).verdict).toBe("A");
  });

  it("decides by the bootstrap over documents if the runs do not resample one corpus", () => {
    const pairs = runsOf([60, 5, 25, 10], [1, 0, 0, 9], [300, 10, 40, 50]);
    const [a, b] = resultsOf(pairs).map((results) => ({ ...results, resampled: false }));
    const comparison = compare(a, b);
    expect(comparison).toMatchObject({ verdict: "B", decidedBy: "bootstrap", tTest: undefined, runs: 3 });
    expect(comparison.accuracy.a).toBeCloseTo(376 / 510, 14);
    expect(comparison.accuracy.b).toBeCloseTo(426 / 510, 14);
    expect(comparison.difference).toBeCloseTo(50 / 510, 14);
    expect(comparisonOf(pairs).decidedBy).toBe("t-test");
  });

  it("decides by the bootstrap if all runs have the same difference", () => {
    const comparison = comparisonOf(runsOf([10, 0, 10, 0], [5, 0, 5, 0]));
    expect(comparison).toMatchObject({ decidedBy: "bootstrap", tTest: undefined, verdict: "B", difference: 0.5 });
    expect(comparisonOf(runsOf([5, 0, 0, 2], [6, 0, 0, 1])).verdict).toBe("none");
  });

  it("counts a document once in McNemar's test and with all its tests in the bootstrap", () => {
    const onlyA = "1:1,0";
    const onlyB = "1:0,1";
    const pairs = [
      ...said("x", onlyA, onlyA, onlyB),
      ...said("y", onlyB, onlyA, "1:1,1"),
      ...said("z", onlyB, onlyB, onlyB),
    ];
    expect(comparisonOf(pairs)).toMatchObject({
      mcNemar: { onlyA: 1, onlyB: 1 },
      tests: { both: 1, onlyA: 3, onlyB: 5, neither: 0 },
      documents: 3,
      // Three times x, and three times z.
      bootstrap: { mean: 2 / 9, interval: [-1 / 3, 1] },
    });
  });
});

it("the documents on which A and B disagree are sorted by who is right: the better one, the other one, neither", () => {
  const pairs = [
    ...said("neither", "ham:spam,junk", "ham:spam,junk"),
    ...said("same", "ham:ham,ham", "ham:ham,ham"),
    ...said("of A", "ham:ham,spam", "ham:ham,ham"),
    ...said("once", "ham:spam,ham", "ham:ham,ham"),
    ...said("twice", "spam:ham,spam", "spam:ham,spam"),
  ];
  expect(comparisonOf(pairs).disagreements).toEqual([
    { id: "twice", actual: "spam", a: "ham", b: "spam", times: 2 },
    { id: "once", actual: "ham", a: "spam", b: "ham", times: 1 },
    { id: "of A", actual: "ham", a: "ham", b: "spam", times: 1 },
    { id: "neither", actual: "ham", a: "spam", b: "junk", times: 2 },
  ]);
  const ids = comparisonOf(swapped(pairs)).disagreements.map(({ id }) => id);
  expect(ids).toEqual(["twice", "once", "of A", "neither"]);
});

it("the classes are sorted by effect on accuracy, then by name", () => {
  const tests = ["spam:spam,spam", "ham:ham,ham", "junk:ham,junk", "junk:junk,junk"];
  expect(comparisonOf(tests.flatMap((test, i) => said(`${i}`, test))).perClass).toEqual([
    { label: "junk", tests: 2, a: 0.5, b: 1, difference: 0.5, onlyA: 0, onlyB: 1 },
    { label: "ham", tests: 1, a: 1, b: 1, difference: 0, onlyA: 0, onlyB: 0 },
    { label: "spam", tests: 1, a: 1, b: 1, difference: 0, onlyA: 0, onlyB: 0 },
  ]);
});
