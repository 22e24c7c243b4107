import { CLASSIFIER_NAMES } from "../../classifiers/table.js";
import { NO_WEIGHTING } from "../../features/weighting.js";
import { isLoss, type Measure } from "../metrics/measure.js";
import { halfWidth, type Interval, mean, resampledInterval, sampleVariance } from "../significance/intervals.js";
import type { Candidate } from "./tuning-grid.js";

/** A mean over splits with its standard error. */
export interface Estimate {
  readonly mean: number;
  /** Sample standard deviation over the splits, divided by the square root of the number of splits. */
  readonly standardError: number;
}

/** The result of one candidate. */
export interface TunedCandidate extends Estimate {
  readonly candidate: Candidate;
  /** The value of the measure in each split. */
  readonly scores: readonly number[];
  /** 95 % interval of the mean, corrected for resampling (Nadeau and Bengio 2003). */
  readonly interval: Interval;
  /** Mean number of terms over the splits. */
  readonly terms: number;
  /** How much worse the candidate is than the best one, over the splits. */
  readonly shortfall: Estimate;
}

/** The result of comparing candidates. */
export interface Tuning {
  readonly by: Measure;
  readonly splits: number;
  /** Numbers of documents in the first split. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Best first; of equal scores, the simplest first. */
  readonly candidates: readonly TunedCandidate[];
  readonly best: TunedCandidate;
  /** The candidate chosen by the one-standard-error rule. */
  readonly chosen: TunedCandidate;
  /** Number of candidates within one standard error of the best, including the best. */
  readonly within: number;
}

/** The scores of a candidate. */
export type CandidateScores = Pick<TunedCandidate, "candidate" | "scores" | "terms">;

/**
 * Ranks candidates by their mean scores and chooses one.
 *
 * @param results at least one, each with a score for every split
 * @param takeBest whether to choose the best candidate instead of the simplest one that is as good. Default false
 */
export function tuningOf(
  by: Measure,
  documents: Tuning["documents"],
  results: readonly CandidateScores[],
  takeBest = false,
): Tuning {
  const sign = isLoss(by) ? -1 : 1;
  /** Sorts the best first. */
  const byMean = (a: Estimate, b: Estimate) => sign * (b.mean - a.mean);
  // Both sorts are stable: of equal means, the simplest is first; of equally simple candidates, the first given.
  const simplestFirst = results.map((result) => ({ ...result, ...estimate(result.scores) })).sort(bySimplicity);
  const [first] = simplestFirst.toSorted(byMean);
  const tuned = simplestFirst.map(
    (result): TunedCandidate => ({
      ...result,
      interval: intervalOf(by, result, documents),
      shortfall: estimate(result.scores.map((score, s) => sign * (first.scores[s] - score))),
    }),
  );
  const candidates = tuned.toSorted(byMean);
  const [best] = candidates;
  const within = tuned.filter(({ shortfall }) => shortfall.mean <= shortfall.standardError);
  const [simplest = best] = within;
  const chosen = takeBest ? best : simplest;
  return { by, splits: first.scores.length, documents, candidates, best, chosen, within: within.length };
}

/** Sorts the simplest candidate first: see `tune` for the order of what is simple. */
function bySimplicity(a: CandidateScores, b: CandidateScores): number {
  const [x, y] = [a.candidate, b.candidate];
  return (
    x.ngrams[1] - y.ngrams[1] ||
    y.ngrams[0] - x.ngrams[0] ||
    a.terms - b.terms ||
    weightings(x) - weightings(y) ||
    byCloseness(x, y) ||
    CLASSIFIER_NAMES.indexOf(x.classifier) - CLASSIFIER_NAMES.indexOf(y.classifier)
  );
}

/** Returns how many of the settings for weighting terms differ from those without weighting. */
function weightings(candidate: Candidate): number {
  return Object.entries(NO_WEIGHTING).filter(([choice, none]) => candidate[choice as "tf"] !== none).length;
}

/**
 * Options for which a smaller value (-1) or a larger one (1) makes a model fit its training documents more closely,
 * most important first. A missing option counts as 0, so naive Bayes comes before methods without smoothing.
 */
const CLOSER: Readonly<Record<string, 1 | -1>> = { alpha: -1, mEstimate: -1, dirichlet: -1, k: -1, cost: 1 };

/** Sorts the candidate with the looser fit first. */
function byCloseness(a: Candidate, b: Candidate): number {
  return Object.entries(CLOSER).reduce((order, [option, sign]) => {
    const [x, y] = [a, b].map((candidate) => Number(candidate[option as keyof Candidate] ?? 0));
    return order || sign * (x - y);
  }, 0);
}

function estimate(values: readonly number[]): Estimate {
  return { mean: mean(values), standardError: Math.sqrt(sampleVariance(values) / values.length) };
}

/** Returns the interval of a mean score. That of a loss is cut at 0 only, because a loss may be above 1. */
function intervalOf(
  by: Measure,
  { scores, mean: centre }: Pick<TunedCandidate, "scores" | "mean">,
  { train, test }: Tuning["documents"],
): Interval {
  if (!isLoss(by)) return resampledInterval(scores, test, train);
  const half = halfWidth(scores, test / train);
  return [Math.max(0, centre - half), centre + half];
}
