import { DataError } from "../../base/errors.js";
import type { Split } from "../../model/fitting/splits.js";
import { isLoss } from "../metrics/measure.js";
import { mean } from "../significance/intervals.js";
import { type Tuning, tuningOf } from "../studies/tuning.js";
import type { Candidate } from "../studies/tuning-grid.js";
import { type Contender, calibrated } from "./contender.js";
import { Finals } from "./finals.js";
import { halved, type RoundResult } from "./halving.js";
import { Round, type RoundOptions } from "./round.js";
import { samplesOf } from "./samples.js";
import type { Runner } from "./trial.js";

/** The options of a search. */
export interface SearchOptions extends RoundOptions {
  readonly seed: number;
  /** About how many documents the first round learns from. */
  readonly firstSample: number;
  /**
   * Returns a slow candidate, which is tested on all folds after all others if there is time. Returns undefined if
   * there is no slow candidate, or no time to read the corpus for it.
   */
  readonly late?: (() => Contender | undefined) | undefined;
}

/** The result of a search. */
export interface Search {
  /** The candidates tested on all folds. If there was no time, those of the last round, on its splits. */
  readonly tuning: Tuning;
  /** Whether there was time to test at least one candidate on all folds. */
  readonly isWhole: boolean;
  /** The rounds on samples, in their order. */
  readonly rounds: readonly RoundResult[];
  /** Number of candidates at the start, and number of neighbours of the best that were tested on all folds. */
  readonly candidates: number;
  readonly refinements: number;
  /** Candidates that were never tested for lack of time. */
  readonly untried: readonly Candidate[];
  /** Candidates chosen for a test on all folds that were not tested for lack of time. */
  readonly unfinished: readonly Candidate[];
}

/**
 * Searches candidates by successive halving (Jamieson and Talwalkar 2016). All of them learn from a sample of the
 * documents, the best from one twice as large, and so on up to all documents. The finalists are tested on all folds,
 * then neighbours of the best candidate, as long as they are better.
 *
 * A candidate is not started if its time on a smaller sample shows that it would not finish. If there is enough time,
 * the result depends only on the data and the seed, not on the clock or the number of jobs.
 *
 * @param all the candidates, in the order in which they are first tried
 * @param y class index by document
 * @param folds at least two splits of all documents
 * @returns undefined if there was no time to test any candidate
 * @throws DataError if no candidate was tested, and the reason is the documents, not the time.
 */
export async function search(
  all: readonly Contender[],
  y: ArrayLike<number>,
  folds: readonly Split[],
  runner: Runner,
  options: SearchOptions,
): Promise<Search | undefined> {
  const { by, seed } = options;
  const samples = samplesOf(y, folds, options.firstSample, seed);
  /** Before the finals, probabilities are measured as if they were calibrated. In the finals they are. */
  const isRough = isLoss(by);
  const rounds = samples.map((splits) => new Round(splits, runner, options, isRough));
  const finals = new Finals(folds, runner, options);
  const { results, chosen, postponed, last } = await halved(all, rounds, finals, options, runner.jobs);
  if (last === undefined) {
    const [refusal] = all.flatMap((contender) => contender.refusal ?? []);
    if (refusal !== undefined) throw new DataError(refusal);
    return undefined;
  }

  const inFinals = (contender: Contender) => (isRough ? calibrated(contender) : contender);
  for (const finalist of chosen) await finals.test(inFinals(finalist));
  await finals.refine();
  for (const contender of postponed) if (!finals.hasSeen(contender)) await finals.test(inFinals(contender));
  const isWhole = finals.tested.length > 0;
  const late = isWhole ? options.late?.() : undefined;
  if (late !== undefined) await finals.testLate(late, new Round(samples[0], runner, { ...options, onBest: undefined }));

  const { refinements, unfinished } = finals;
  return {
    tuning: tuningOn(isWhole ? finals : last, by),
    isWhole,
    rounds: results,
    candidates: all.length,
    refinements,
    untried: all.flatMap(({ results, refusal, candidate }) =>
      results.size > 0 || refusal !== undefined ? [] : candidate,
    ),
    unfinished: unfinished.map(({ candidate }) => candidate),
  };
}

/** Ranks the candidates of a round, and chooses the best. */
function tuningOn({ splits, tested }: Round, by: RoundOptions["by"]): Tuning {
  const scored = tested.map((contender) => {
    const results = contender.resultsOn(splits);
    const scores = results.map(({ score }) => score);
    return { candidate: contender.candidate, scores, terms: mean(results.map(({ terms }) => terms)) };
  });
  const documents = { train: splits[0].train.length, test: splits[0].test.length };
  const takeBest = true;
  return tuningOf(by, documents, scored, takeBest);
}
