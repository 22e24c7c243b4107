import type { Split } from "../../model/fitting/splits.js";
import type { Contender } from "./contender.js";
import type { roundsOf } from "./samples.js";
import type { TimedTests } from "./timed-tests.js";

/** The result of one round of the search. */
export interface RoundResult {
  /** Number of documents from which each model learned. */
  readonly documents: number;
  /** Number of candidates tested, and number left out for lack of time. */
  readonly tested: number;
  readonly dropped: number;
}

/** The result of all rounds on samples. */
export interface Halved {
  readonly rounds: readonly RoundResult[];
  /** The finalists, best first. */
  readonly left: readonly Contender[];
  /** Candidates that a round left out for lack of time. Those of the last round are first. */
  readonly postponed: readonly Contender[];
  /** The candidates tested in the last round, best first; undefined if there was no time for any. */
  readonly last: { readonly tested: readonly Contender[]; readonly splits: readonly Split[] } | undefined;
}

/**
 * Maximum share of the time for rounds on samples; the rest is for all folds. The first round tests all candidates, so
 * it gets more of this time than the others.
 */
const TIME_FOR_ROUNDS = 0.6;
const FIRST_ROUNDS_FIRST = 0.6;

/** A candidate is dropped if testing it on all folds would take a larger share of the time. */
const TIME_FOR_ONE = 0.4;

/**
 * Runs successive halving: tests all candidates on the first sample, the best of them on a larger one, and so on.
 *
 * @param finalists number of candidates left at the end
 * @param isRough whether to measure probabilities as if they were calibrated
 */
export async function halved(
  all: readonly Contender[],
  samples: ReturnType<typeof roundsOf>,
  folds: readonly Split[],
  tests: TimedTests,
  { now, until, finalists, isRough }: { now: () => number; until: number; finalists: number; isRough: boolean },
): Promise<Halved> {
  const start = now();
  const isAffordable = (one: Contender) =>
    tests.timeFor(one, folds, folds[0].train.length) < TIME_FOR_ONE * (until - start);
  const rounds: RoundResult[] = [];
  let left = all;
  let postponed: readonly Contender[] = [];
  let last: Halved["last"];
  for (const [r, { documents, splits }] of samples.entries()) {
    const share = (r + 1) / samples.length;
    const end = start + share ** FIRST_ROUNDS_FIRST * TIME_FOR_ROUNDS * (until - start);
    const tested: Contender[] = [];
    await inLanes(left, tests.jobs, async (one) => {
      if (now() >= end && tested.length > 0) return;
      if (!(await tests.test(one, splits, isRough))) return;
      tested.push(one);
      tests.tellBest(tested, splits);
    });
    postponed = left.filter((one) => one.rate !== undefined && !tested.includes(one)).concat(postponed);
    rounds.push({ documents, tested: tested.length, dropped: left.length - tested.length });
    if (tested.length === 0) break;
    // Keeps the order of the candidates, so that ties do not depend on which trial ended first.
    const standing = tests.ranked(
      left.filter((one) => tested.includes(one)),
      splits,
    );
    last = { tested: standing, splits };
    const kept = Math.ceil(all.length * Math.min(1, finalists / all.length) ** share);
    const size = Math.max(finalists, kept);
    const affordable = standing.filter(isAffordable);
    left = (affordable.length > 0 ? affordable : standing).slice(0, size);
    const isLeft = new Set(left);
    postponed = standing
      .slice(0, size)
      .filter((one) => !isLeft.has(one))
      .concat(postponed);
  }
  return { rounds, left, postponed, last };
}

/** Works on items in order, with `lanes` of them at the same time. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
