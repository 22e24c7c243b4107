import { DataError } from "../../base/errors.js";
import type { Split } from "../../model/fitting/splits.js";
import { isLoss, isOfProbabilities, type Measure } from "../metrics/measure.js";
import { mean } from "../significance/intervals.js";
import { type Tuning, tuningOf } from "../studies/tune.js";
import type { Candidate } from "../studies/tuning-grid.js";
import { neighboursOf } from "./candidates.js";
import { Contender, calibrated, type Entry } from "./contender.js";
import type { Runner } from "./runner.js";
import { roundsOf } from "./samples.js";

/** How a search goes about it. */
export interface SearchOptions {
  readonly by: Measure;
  readonly seed: number;
  /** How many documents the first round learns from. */
  readonly firstSample: number;
  /** The clock in milliseconds, and when the answer is due. */
  readonly now: () => number;
  readonly until: number;
  /** The number of candidates that are tested on all folds, before those next to the best. Default 6. */
  readonly finalists?: number | undefined;
  /**
   * Gives a candidate that takes long, when all others are done: it is tested on all folds if there is time. It gives
   * undefined if there is none, or no such candidate.
   */
  readonly late?: (() => Entry | undefined) | undefined;
  /** Called after each candidate of a round with the best up to now. */
  readonly onBest?: ((best: Standing) => void) | undefined;
}

/** A candidate with its score up to now. */
export interface Standing {
  readonly candidate: Candidate;
  /** The mean of the measure. */
  readonly score: number;
  /** The number of documents that its models learned from. */
  readonly documents: number;
}

/** A round of the search, as it was. */
export interface RoundResult {
  /** The number of documents that each model learned from. */
  readonly documents: number;
  /** How many candidates were tested, and how many were not for want of time. */
  readonly tested: number;
  readonly dropped: number;
}

/** The result of a search. */
export interface Search {
  /** The candidates tested on all folds; without time for that, those of the last round on its splits. */
  readonly tuning: Tuning;
  readonly isWhole: boolean;
  readonly rounds: readonly RoundResult[];
  /** The number of candidates at first, and of those next to the best that were tested on all folds. */
  readonly candidates: number;
  readonly refinements: number;
  /** Candidates that were never tested for want of time. */
  readonly untried: readonly Candidate[];
  /** Candidates that earned a test on all folds, but there was no time. */
  readonly unfinished: readonly Candidate[];
}

const FINALISTS = 6;

/** The most candidates next to the best that are tested. */
const MAX_REFINEMENTS = 16;

/**
 * The rounds on samples take at most this share of the time; the rest is for all folds. The first round, which has all
 * candidates, takes more of it than the others.
 */
const TIME_FOR_ROUNDS = 0.6;
const FIRST_ROUNDS_FIRST = 0.6;

/** A candidate that would need a larger share of the time for all folds is dropped. */
const TIME_FOR_ONE = 0.4;

/** What a trial takes grows with the documents, and a little faster: its vocabulary grows too. */
const SLACK = 1.25;

/**
 * Searches candidates by successive halving (Jamieson and Talwalkar 2016): all of them learn from a sample of the
 * documents, the best from one twice as large, and so on up to all documents. The finalists are tested on all folds,
 * then candidates next to the best, as long as they are better.
 *
 * A candidate that would take longer than there is time is not started, by what it took on a smaller sample. With
 * time to spare, the result depends on the data and the seed alone, not on the clock or the number of jobs.
 *
 * @param y one class index a document
 * @param folds at least two splits of all documents
 * @returns undefined if there was no time to test any candidate
 */
export async function search(
  entries: readonly Entry[],
  y: ArrayLike<number>,
  folds: readonly Split[],
  runner: Runner,
  options: SearchOptions,
): Promise<Search | undefined> {
  const { by, seed, now, until, finalists = FINALISTS, late, onBest } = options;
  const sign = isLoss(by) ? -1 : 1;
  const all = entries.map((entry) => new Contender(entry));
  const rounds = roundsOf(y, folds, options.firstSample, seed);
  const ranked = (contenders: readonly Contender[], splits: readonly Split[]) =>
    [...contenders].sort((a, b) => sign * (b.scoreOn(splits) - a.scoreOn(splits)));

  const start = now();
  const wholeTime = ({ rate = 0 }: Contender) =>
    SLACK * rate * folds[0].train.length * Math.ceil(folds.length / runner.jobs);

  /** Probabilities are measured as if they were calibrated until the finals, where they are. */
  const isRough = isOfProbabilities(by);

  /** Tests a candidate on splits if there is time. */
  const test = async (one: Contender, splits: readonly Split[], atBestTemperature = false): Promise<boolean> => {
    const missing = splits.filter((split) => !one.results.has(split));
    const documents = splits[0].train.length;
    const milliseconds = SLACK * (one.rate ?? 0) * documents * Math.ceil(missing.length / runner.jobs);
    if (now() + milliseconds >= until) return false;
    const { candidate, reading } = one;
    await Promise.all(
      missing.map(async (split) => {
        const result = await runner.run({ reading, candidate, split, atBestTemperature });
        one.refusal ??= result?.refusal;
        if (result === undefined || Number.isNaN(result.score)) return;
        one.results.set(split, result);
        one.rate = result.milliseconds / split.train.length;
      }),
    );
    return splits.every((split) => one.results.has(split));
  };

  const told: RoundResult[] = [];
  let left: readonly Contender[] = all;
  /** Candidates for which there was no time in a round, those of the last round first. */
  let postponed: readonly Contender[] = [];
  let last: { readonly tested: readonly Contender[]; readonly splits: readonly Split[] } | undefined;
  for (const [r, { documents, splits }] of rounds.entries()) {
    const share = (r + 1) / rounds.length;
    const end = start + share ** FIRST_ROUNDS_FIRST * TIME_FOR_ROUNDS * (until - start);
    const tested: Contender[] = [];
    await inLanes(left, runner.jobs, async (one) => {
      if (now() >= end && tested.length > 0) return;
      if (!(await test(one, splits, isRough))) return;
      tested.push(one);
      const [best] = ranked(tested, splits);
      onBest?.({ candidate: best.candidate, score: best.scoreOn(splits), documents });
    });
    postponed = left.filter((one) => one.rate !== undefined && !tested.includes(one)).concat(postponed);
    told.push({ documents, tested: tested.length, dropped: left.length - tested.length });
    if (tested.length === 0) break;
    // In the order of the candidates first, so that ties do not depend on the lanes.
    const standing = ranked(
      left.filter((one) => tested.includes(one)),
      splits,
    );
    last = { tested: standing, splits };
    const kept = Math.ceil(all.length * Math.min(1, finalists / all.length) ** share);
    const size = Math.max(finalists, kept);
    const isAffordable = (one: Contender) => wholeTime(one) < TIME_FOR_ONE * (until - start);
    const affordable = standing.filter(isAffordable);
    left = (affordable.length > 0 ? affordable : standing).slice(0, size);
    const isLeft = new Set(left);
    postponed = standing
      .slice(0, size)
      .filter((one) => !isLeft.has(one))
      .concat(postponed);
  }
  const [refused] = all.filter(({ refusal }) => refusal !== undefined);
  if (last === undefined && refused?.refusal !== undefined) throw new DataError(refused.refusal);
  if (last === undefined) return undefined;

  const done: Contender[] = [];
  const unfinished: Contender[] = [];
  const finish = async (one: Contender) => {
    const isDone = await test(one, folds);
    (isDone ? done : unfinished).push(one);
    if (!isDone) return;
    const [best] = ranked(done, folds);
    onBest?.({ candidate: best.candidate, score: best.scoreOn(folds), documents: folds[0].train.length });
  };
  const finals = isRough ? left.map(calibrated) : left;
  for (const one of finals) await finish(one);
  const seen = new Set(finals.map(({ candidate }) => JSON.stringify(candidate)));
  let refinements = 0;
  const isOpen = (candidate: Candidate) => !seen.has(JSON.stringify(candidate));
  for (;;) {
    const [best] = ranked(done, folds);
    const [candidate] = best === undefined ? [] : neighboursOf(best.candidate).filter(isOpen);
    if (candidate === undefined || refinements === MAX_REFINEMENTS) break;
    seen.add(JSON.stringify(candidate));
    refinements++;
    await finish(new Contender({ candidate, reading: best.reading }, best.rate));
  }
  for (const one of postponed) {
    if (!seen.has(JSON.stringify(one.candidate))) await finish(isRough ? calibrated(one) : one);
  }
  const latest = done.length === 0 ? undefined : late?.();
  if (latest !== undefined) {
    const one = new Contender(latest);
    // The first sample tells how long it takes.
    if (await test(one, rounds[0].splits)) await finish(one);
    else unfinished.push(one);
  }

  const isWhole = done.length > 0;
  const { splits, tested } = isWhole ? { splits: folds, tested: done } : last;
  const results = tested.map((one) => {
    const { candidate } = one;
    const own = one.resultsOn(splits);
    return { candidate, scores: own.map(({ score }) => score), terms: mean(own.map(({ terms }) => terms)) };
  });
  const documents = { train: splits[0].train.length, test: splits[0].test.length };
  return {
    tuning: tuningOf(by, documents, results, true),
    isWhole,
    rounds: told,
    candidates: all.length,
    refinements,
    untried: all
      .filter(({ results, refusal }) => results.size === 0 && refusal === undefined)
      .map(({ candidate }) => candidate),
    unfinished: unfinished.map(({ candidate }) => candidate),
  };
}

/** Works on items in order, several at the same time. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
