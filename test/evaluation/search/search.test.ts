import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { neighboursOf, searchCandidates } from "../../../src/evaluation/search/candidates.js";
import { Contender } from "../../../src/evaluation/search/contender.js";
import { type Search, search } from "../../../src/evaluation/search/search.js";
import { type Runner, type Trial, TrialBench, type TrialResult } from "../../../src/evaluation/search/trial.js";
import { type Candidate, candidatesOf } from "../../../src/evaluation/studies/tuning-grid.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import type { TermDataset } from "../../../src/features/dataset.js";
import { folds } from "../../../src/model/fitting/splits.js";
import { settingsFrom } from "../../../src/model/settings.js";

/** Runs trials in this thread. */
function ownThread(data: TermDataset): Runner {
  const bench = new TrialBench({ by: "log-loss", measure: {} });
  bench.readings.push(data);
  return { jobs: 1, run: async (trial) => bench.run(trial) };
}

const Y = Uint32Array.from({ length: 3000 }, (_, row) => row % 2);
const FOLDS = folds(Y, 5, 1);

/** Costs off the ladder of refinements, so that each candidate has its own. */
const CANDIDATES = candidatesOf({
  classifier: ["linear-svm"],
  cost: Array.from({ length: 40 }, (_, i) => 1 + i / 100),
  minDocuments: [1],
});

/** Accuracy grows with the documents and with the cost up to a best one, and varies from split to split. */
function pretended({ candidate, split }: Trial): TrialResult {
  const { cost = 1, alpha = 0 } = candidate;
  const noise = (((split.test[0] * 31 + Math.round(cost * 100) * 17) % 11) - 5) / 5000;
  const score = 0.9 - 20 / split.train.length - Math.abs(cost - 1.27) / 4 - alpha + noise;
  return { score, terms: 10, milliseconds: split.train.length / 10 };
}

/** A runner and a clock of its own. */
function fake(jobs = 1, trialOf = pretended) {
  const clock = { time: 0, trials: 0 };
  const run: Runner["run"] = async (trial) => {
    const result = trialOf(trial);
    clock.time += result.milliseconds / jobs;
    clock.trials++;
    await new Promise((resolve) => setTimeout(resolve, (clock.trials * 7) % 3));
    return result;
  };
  return { clock, runner: { jobs, run } };
}

async function found(until: number, { jobs = 1, trialOf = pretended, late }: Options = {}) {
  const { clock, runner } = fake(jobs, trialOf);
  const contenders = CANDIDATES.map((candidate) => new Contender(candidate));
  const options = { by: "accuracy" as const, seed: 1, firstSample: 300, now: () => clock.time, until, late };
  return { clock, result: await search(contenders, Y, FOLDS, runner, options) };
}

interface Options {
  readonly jobs?: number;
  readonly trialOf?: typeof pretended;
  readonly late?: () => Contender;
}

const chosen = (result: Search | undefined) => result?.tuning.chosen.candidate;

describe("search", () => {
  it("finds what testing every candidate on all folds finds, with fewer trials on all folds", async () => {
    const { result, clock } = await found(Number.POSITIVE_INFINITY);
    const means = CANDIDATES.map((candidate) =>
      FOLDS.reduce((sum, split) => sum + pretended({ reading: 0, candidate, split }).score, 0),
    );
    const best = CANDIDATES[means.indexOf(Math.max(...means))];
    expect(chosen(result)).toEqual(best);
    expect(result).toMatchObject({ isWhole: true, candidates: 40, untried: [], unfinished: [] });
    expect(result?.rounds.map(({ documents }) => documents)).toEqual([300, 600, 1200, 2400]);
    expect(clock.time).toBeLessThan((CANDIDATES.length * FOLDS.length * 2400) / 10 / 2);
  });

  it("gives the scores of all folds of the finalists, and of candidates next to the best", async () => {
    const { result } = await found(Number.POSITIVE_INFINITY);
    for (const { candidate, scores } of result?.tuning.candidates ?? []) {
      expect(scores).toEqual(FOLDS.map((split) => pretended({ reading: 0, candidate, split }).score));
    }
    const tested = result?.tuning.candidates.map(({ candidate }) => candidate);
    for (const next of neighboursOf(chosen(result) as Candidate)) expect(tested).toContainEqual(next);
    expect(result?.refinements).toBe(3);
  });

  it("gives the same result whatever the number of jobs, and the order in which they end", async () => {
    const { result } = await found(Number.POSITIVE_INFINITY);
    for (const jobs of [2, 5]) expect((await found(Number.POSITIVE_INFINITY, { jobs })).result).toEqual(result);
  });

  it("is never later than the limit where trials take as long as before, and says what it left out", async () => {
    for (const until of [400, 2000, 5000, 10_000, 20_000]) {
      const { result, clock } = await found(until);
      expect(clock.time).toBeLessThanOrEqual(until);
      expect(result?.tuning.candidates.length).toBeGreaterThan(0);
      const [first] = result?.rounds ?? [];
      expect(first.tested + (result?.untried.length ?? 0)).toBe(CANDIDATES.length);
    }
    const { result } = await found(400);
    expect(result).toMatchObject({ isWhole: false, candidates: 40 });
    expect(result?.tuning.splits).toBe(1);
    expect((await found(0)).result).toBeUndefined();
  });

  it("leaves out candidates that cannot learn from the documents, and fails if there are no others", async () => {
    const refused = (trial: Trial): TrialResult => ({
      ...pretended(trial),
      score: Number.NaN,
      refusal: "k is too large",
    });
    const some = (trial: Trial) => (trial.candidate.cost === 1.27 ? refused(trial) : pretended(trial));
    const { result } = await found(Number.POSITIVE_INFINITY, { trialOf: some });
    expect(chosen(result)?.cost).toBeCloseTo(1.27, 1);
    expect(chosen(result)?.cost).not.toBe(1.27);
    expect(result?.untried).toEqual([]);
    await expect(found(Number.POSITIVE_INFINITY, { trialOf: refused })).rejects.toThrow(
      new DataError("k is too large"),
    );
  });

  it("tests a late candidate only if there is time for all folds", async () => {
    const candidate = { ...CANDIDATES[0], cost: 1.27, preset: "best" as const };
    const slow = (trial: Trial) => {
      const result = pretended(trial);
      return trial.candidate.preset === undefined
        ? result
        : { ...result, score: 0.99, milliseconds: 10 * result.milliseconds };
    };
    const late = () => new Contender(candidate);
    const all = await found(Number.POSITIVE_INFINITY, { trialOf: slow, late });
    expect(chosen(all.result)).toEqual(candidate);
    const { clock } = await found(Number.POSITIVE_INFINITY);
    const some = await found(clock.time + 5000, { trialOf: slow, late });
    expect(some.result?.unfinished).toContainEqual(candidate);
    expect(chosen(some.result)?.preset).toBeUndefined();
  });

  it("ranks by calibrated log loss", async () => {
    const words = ["cash", "prize", "letter", "meeting", "home", "offer"];
    const corpus = Array.from({ length: 60 }, (_, i) => {
      const label = i % 2 === 0 ? "ham" : "spam";
      const text = [1, 5, 7].map((step) => words[(i * step + (i % 2) * (i % 3)) % words.length]).join(" ");
      return { id: `${i}`, label, bytes: Buffer.from(text) };
    });
    const data = readCorpus(corpus, settingsFrom({ ngrams: [1, 2] }));
    const candidates = searchCandidates({ words: 2, size: data.vocabulary.size });
    const result = await search(
      candidates.map((candidate) => new Contender(candidate)),
      data.y,
      folds(data.y, 3, 1),
      ownThread(data),
      { by: "log-loss", seed: 1, firstSample: 300, now: () => 0, until: Number.POSITIVE_INFINITY },
    );
    const calibrations = result?.tuning.candidates.map(({ candidate }) => candidate.calibrate);
    expect(new Set(calibrations)).toEqual(new Set(["temperature", "isotonic"]));
    expect(result?.tuning.best.mean).toBeLessThan(Math.LN2);
  });
});
