import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { jointLogLikelihoods } from "../../src/classifiers/classifier.js";
import { type EmphasisOptions, emphasize, MAX_EMPHASIS, MAX_TEMPER } from "../../src/classifiers/emphasis.js";
import { matrixFromRows } from "../../src/features/sparse-matrix.js";
import { settingsFrom } from "../../src/model/settings.js";
import { forAll } from "../helpers/arbitraries.js";
import { datasetOf, expectClose, expectScores, matrix, queriesOf, type Sample, samples } from "./samples.js";

const data = { x: matrix("3 0 1", "0 2 1"), y: [0, 1], labels: ["ham", "spam"] };

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
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const { y, columns } = sample;
  const rows = sample.rows.map((row) => row.map(Number));
  const terms = Array.from({ length: columns }, (_, t) => t);
  const counts = sample.labels.map((_, c) => terms.map((t) => sum(rows.map((row, d) => (y[d] === c ? row[t] : 0)))));
  const p = counts.map((own) => own.map((n) => (n + ALPHA) / (sum(own) + ALPHA * columns)));
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
    const weights = Float64Array.of(-1, Number.NEGATIVE_INFINITY, -2, -2, -3, -1);
    expect(emphasize(weights, 0, 2, 8)).toBe(1);
    expect(emphasize(weights, 2, 2, 8)).toBe(0);
    expect(emphasize(weights, 4, 2, 1)).toBeCloseTo(Math.tanh(1), 15);
    expect([...weights]).toEqual([-1, Number.NEGATIVE_INFINITY, 0, 0, -3 * Math.tanh(1), -1 * Math.tanh(1)]);
    const model = multinomial({ alpha: 0, emphasis: 2, temper: 1 }).fit(data);
    const ruled = jointLogLikelihoods(model, matrix("1 0 1"));
    expect(ruled[0][1]).toBe(Number.NEGATIVE_INFINITY);
    expect(Number.isFinite(ruled[0][0])).toBe(true);
  });

  it("lets sources weigh alike, however many terms they have, and changes nothing if there is only one", () => {
    const x = matrix("1 0 1 0 1 0", "0 1 0 1 0 1");
    const scores = (kinds: readonly number[], query: number[], sourceWeights?: [number, number, number]) => {
      const all = { x, y: [0, 1], labels: ["ham", "spam"], kinds: Uint8Array.from(kinds) };
      return jointLogLikelihoods(multinomial({ sourceWeights }).fit(all), matrixFromRows([query]))[0];
    };
    // Two words for ham, one word of a header field for spam.
    const odds = (sourceWeights?: [number, number, number]) => {
      const [ham, spam] = scores([0, 0, 0, 0, 3, 3], [1, 0, 1, 0, 0, 1], sourceWeights);
      return spam - ham;
    };
    expect(odds()).toBeCloseTo(-Math.LN2, 12);
    // 2/(1+2) and 4/(1+1), brought to a mean of 1 over three terms.
    const [text, header] = [2 / 3, 2].map((share) => (3 * share) / (2 * (2 / 3) + 2));
    expect(odds([2, 4, 1])).toBeCloseTo((header - 2 * text) * Math.LN2, 12);
    expectClose(scores([0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 1], [2, 3, 1]), scores([], [1, 0, 1, 0, 0, 1]));
  });

  it.each([
    [2, "3 numbers, for texts, header, made, not 2"],
    [[1, 1], "3 numbers, for texts, header, made, not [1,1]"],
    [[1, 1, 101], "a number above 0 and at most 100, not 101"],
    [[1, 1, null], "a number above 0 and at most 100, not null"],
  ])("refuse the source weights %j", (sourceWeights, message) => {
    const make = () => settingsFrom({ sourceWeights: sourceWeights as unknown as [number, number, number] });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(`multinomial: sourceWeights must be ${message}`);
  });
});
