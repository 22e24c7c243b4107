import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods } from "../../src/classifiers/classifier.js";
import { type EmphasisOptions, emphasize, MAX_EMPHASIS, MAX_TEMPER } from "../../src/classifiers/emphasis.js";
import { settingsFrom } from "../../src/model/settings.js";
import { forAll } from "../helpers/arbitraries.js";
import { datasetOf, expectScores, matrix, queriesOf, type Sample, samples } from "./samples.js";
import { countsOf, sum } from "./textbook.js";

/** The kind of each term, as numbers of `codesOf`, and the source that it has. */
const kindOfTerm = (t: number) => t % 5;
const sourceOfTerm = (t: number) => [0, 0, 0, 1, 2][kindOfTerm(t)];

function withKinds(sample: Sample) {
  return { ...datasetOf(sample), kinds: Uint8Array.from({ length: sample.columns }, (_, t) => kindOfTerm(t)) };
}

const WEIGHTS = [undefined, [2, 1, 1], [0.5, 100, 3]] as const;

/** Scores by the formulas, from the counts of the documents themselves. */
function naive(sample: Sample, query: readonly number[], options: EmphasisOptions): number[] {
  const { emphasis = 0, temper = 0, sourceWeights } = options;
  const { y, columns } = sample;
  const terms = Array.from({ length: columns }, (_, t) => t);
  const p = countsOf(sample, undefined).terms.map((own) => own.map((n) => (n + ALPHA) / (sum(own) + ALPHA * columns)));
  const says = terms.map((t) => {
    const all = p.map((own) => own[t]);
    return ((Math.max(...all) - Math.min(...all)) / (Math.max(...all) + Math.min(...all))) ** emphasis;
  });
  const said = 1 + sum(terms.map((t) => query[t] * says[t]));
  const saidBy = [0, 1, 2].map((s) => sum(terms.filter((t) => sourceOfTerm(t) === s).map((t) => query[t] * says[t])));
  const shares = saidBy.map((by, s) => (sourceWeights?.[s] ?? 1) / (1 + by));
  const shared = sum(shares.map((share, s) => share * saidBy[s]));
  const factor = (t: number) =>
    sourceWeights === undefined || sample.labels.length !== 2 || shared === 0
      ? 1
      : (shares[sourceOfTerm(t)] * (said - 1)) / shared;
  return p.map((own, c) => {
    const prior = Math.log(y.filter((of) => of === c).length / y.length);
    return (prior + sum(terms.map((t) => factor(t) * query[t] * says[t] * Math.log(own[t])))) / said ** temper;
  });
}

const ALPHA = 0.3;

describe("emphasis and temper", () => {
  it("follow their formulas for any number of classes", () => {
    const options = fc.record({
      // A power below 1 would make rounding errors of a tie large.
      emphasis: fc.oneof(fc.constantFrom(0, 1, 8, MAX_EMPHASIS), fc.double({ min: 1, max: 10, noNaN: true })),
      temper: fc.oneof(fc.constantFrom(0, 1, MAX_TEMPER), fc.double({ min: 0, max: MAX_TEMPER, noNaN: true })),
      sourceWeights: fc.constantFrom(...WEIGHTS),
    });
    forAll(100, [samples({ minClasses: 2 }), options], (sample, chosen) => {
      const model = multinomial({ alpha: ALPHA, ...chosen }).fit(withKinds(sample));
      const scores = jointLogLikelihoods(model, queriesOf(sample));
      const expected = sample.queries.map((query) => naive(sample, query.map(Number), chosen));
      expectScores(scores, expected);
    });
  });

  it("keeps impossible terms impossible, and ignores a term that all classes have alike", () => {
    const weights = Float64Array.of(-1, Number.NEGATIVE_INFINITY, -2, -2);
    expect([emphasize(weights, 0, 2, 8), emphasize(weights, 2, 2, 8)]).toEqual([1, 0]);
    expect([...weights]).toEqual([-1, Number.NEGATIVE_INFINITY, 0, 0]);
    const data = { x: matrix("3 0 1", "0 2 1"), y: [0, 1], labels: ["ham", "spam"] };
    const model = multinomial({ alpha: 0, emphasis: 2, temper: 1 }).fit(data);
    const [[ham, spam]] = jointLogLikelihoods(model, matrix("1 0 1"));
    expect([Number.isFinite(ham), spam]).toEqual([true, Number.NEGATIVE_INFINITY]);
  });

  it.each([
    [2, "3 numbers, for texts, header, made, not 2"],
    [[1, 1], "3 numbers, for texts, header, made, not [1,1]"],
    [[1, 1, 101], "a number above 0 and at most 100, not 101"],
    [[1, 1, null], "a number above 0 and at most 100, not null"],
  ])("refuse the source weights %j", (sourceWeights, message) => {
    const make = () => settingsFrom({ sourceWeights: sourceWeights as unknown as [number, number, number] });
    expect(make).toThrow(new UsageError(`multinomial: sourceWeights must be ${message}`));
  });
});
