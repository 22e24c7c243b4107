import type { Contender } from "./contender.js";
import type { Round, RoundOptions } from "./round.js";

/** The result of one round of the search. */
export interface RoundResult {
  /** Number of documents from which each model learned. */
  readonly documents: number;
  /** Number of candidates tested, and number left out for lack of time. */
  readonly tested: number;
  readonly dropped: number;
}

/** Maximum share of the time for rounds on samples; the rest is for all folds. */
const TIME_FOR_ROUNDS = 0.6;

/**
 * After r of n rounds, (r / n) to this power of their time may be spent. It is below 1, because the first round tests
 * all candidates and needs more time than the others.
 */
const FIRST_ROUNDS_FIRST = 0.6;

/** A candidate is dropped if testing it on all folds would take a larger share of the time. */
const TIME_FOR_ONE = 0.4;

/** Number of candidates left at the end, for a test on all folds. */
const FINALISTS = 6;

/**
 * Runs successive halving: tests all candidates on the first sample, the best of them on a larger one, and so on.
 *
 * @param finals the round on all folds, which estimates how long a candidate would take there
 * @param jobs number of candidates to test at the same time
 */
export async function halved(
  all: readonly Contender[],
  rounds: readonly Round[],
  finals: Round,
  { now, until }: RoundOptions,
  jobs: number,
) {
  const start = now();
  const isAffordable = (contender: Contender) => finals.timeFor(contender) < TIME_FOR_ONE * (until - start);
  const results: RoundResult[] = [];
  let remaining = all;
  let postponed: readonly Contender[] = [];
  let last: Round | undefined;
  for (const [r, round] of rounds.entries()) {
    const share = (r + 1) / rounds.length;
    const end = start + share ** FIRST_ROUNDS_FIRST * TIME_FOR_ROUNDS * (until - start);
    await testAll(round, remaining, jobs, () => now() < end);
    const { documents, tested } = round;
    results.push({ documents, tested: tested.length, dropped: remaining.length - tested.length });
    // A candidate with a rate had a trial in an earlier round. The others were never tried.
    const late = remaining.filter((contender) => contender.rate !== undefined && !tested.includes(contender));
    postponed = [...late, ...postponed];
    if (tested.length === 0) break;
    last = round;
    // The number of candidates shrinks by an equal factor in each round.
    const size = Math.max(FINALISTS, Math.ceil(all.length * Math.min(1, FINALISTS / all.length) ** share));
    const best = round.ranked();
    const affordable = best.filter(isAffordable);
    remaining = (affordable.length > 0 ? affordable : best).slice(0, size);
    postponed = [...best.slice(0, size).filter((contender) => !remaining.includes(contender)), ...postponed];
  }
  return {
    results,
    /** The finalists, best first. */
    chosen: remaining,
    /** Candidates that a round left out for lack of time. Those of the last round are first. */
    postponed,
    /** The last round with a tested candidate; undefined if there was no time for any. */
    last,
  };
}

/** Tests candidates, `jobs` of them at the same time, until there is no time left. The first is always tested. */
async function testAll(round: Round, all: readonly Contender[], jobs: number, hasTime: () => boolean): Promise<void> {
  await inLanes(all, jobs, async (contender) => {
    if (hasTime() || round.tested.length === 0) await round.test(contender);
  });
  // Restores the order of the candidates, so that ties do not depend on which trial ended first.
  const places = new Map(all.map((contender, place) => [contender, place]));
  round.tested.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** Works on items in order, with `lanes` of them at the same time. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
