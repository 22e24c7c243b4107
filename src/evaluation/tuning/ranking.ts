import { CLASSIFIER_NAMES } from "../../classifiers/table.js";
import { NO_WEIGHTING } from "../../features/weighting.js";
import { isLoss, type Measure } from "../metrics/measure.js";
import { halfWidth, type Interval, mean, resampledInterval, sampleVariance } from "../significance/intervals.js";
import type { Candidate } from "./candidates.js";

/** A mean over splits with its standard error. */
export interface Estimate {
  readonly mean: number;
  /** Sample standard deviation over the splits, divided by the square root of the number of splits. */
  readonly standardError: number;
}

/** The scores of a candidate. */
export interface CandidateScores {
  readonly candidate: Candidate;
  /** The value of the measure in each split. */
  readonly scores: readonly number[];
  /** Mean number of terms over the splits. */
  readonly terms: number;
}

/** The result of one candidate. */
export interface TunedCandidate extends CandidateScores, Estimate {
  /** 95 % interval of the mean, corrected for resampling (Nadeau and Bengio 2003). */
  readonly interval: Interval;
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
  readonly chosen: TunedCandidate;
  /** Number of candidates within one standard error of the best, including the best. */
  readonly within: number;
}

/**
 * Ranks candidates by their mean scores and chooses one: the best, or by the one-standard-error rule (Breiman, Friedman,
 * Olshen and Stone 1984, section 3.4.3) the simplest within one standard error of the best.
 *
 * Unlike in the book, the standard error is that of the differences from the best candidate, split by split, because a
 * split that is hard for one candidate is hard for all. As in the book, it is not corrected for shared training
 * documents.
 *
 * @param results at least one, each with a score for every split
 * @param takeBest whether to choose the best candidate
 */
export function tuningOf(
  by: Measure,
  documents: Tuning["documents"],
  results: readonly CandidateScores[],
  takeBest: boolean,
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
  const chosen = takeBest ? best : (within.at(0) ?? best);
  return { by, splits: first.scores.length, documents, candidates, best, chosen, within: within.length };
}

/** Sorts the simplest candidate first. */
function bySimplicity(a: CandidateScores, b: CandidateScores): number {
  const [x, y] = [complexity(a), complexity(b)];
  return x.map((value, i) => value - y[i]).find((difference) => difference !== 0) ?? 0;
}

/**
 * Options for which a smaller value (-1) or a larger one (1) makes a model fit its training documents more closely,
 * most important first. A missing option counts as 0, so naive Bayes comes before methods without smoothing.
 */
const CLOSER = { alpha: -1, mEstimate: -1, dirichlet: -1, k: -1, cost: 1 } as const;

/**
 * Returns numbers that are lower for simpler candidates, most important first: shorter n-grams (longest length, then
 * number of lengths), fewer terms, fewer weightings, a looser fit, and the place of the classifier in `CLASSIFIER_NAMES`.
 */
function complexity({ candidate: { settings }, terms }: CandidateScores): number[] {
  const [from, to] = settings.ngrams;
  const weightings = Object.entries(NO_WEIGHTING).filter(([choice, none]) => settings[choice as "tf"] !== none);
  const closeness = Object.entries(CLOSER).map(([option, sign]) => sign * Number(settings[option as "cost"] ?? 0));
  return [to, -from, terms, weightings.length, ...closeness, CLASSIFIER_NAMES.indexOf(settings.classifier)];
}

function estimate(values: readonly number[]): Estimate {
  return { mean: mean(values), standardError: Math.sqrt(sampleVariance(values) / values.length) };
}

/** Returns the interval of a mean score. For a loss, clips the interval only at 0: losses can exceed 1. */
function intervalOf(
  by: Measure,
  { scores, mean: centre }: Pick<TunedCandidate, "scores" | "mean">,
  { train, test }: Tuning["documents"],
): Interval {
  if (!isLoss(by)) return resampledInterval(scores, test, train);
  const half = halfWidth(scores, test / train);
  return [Math.max(0, centre - half), centre + half];
}
