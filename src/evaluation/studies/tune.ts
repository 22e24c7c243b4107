import { requireOneOf } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { groupedBy } from "../../base/lists.js";
import { CLASSIFIER_NAMES, classifierFor } from "../../classifiers/table.js";
import { type TermDataset, withColumns } from "../../features/dataset.js";
import { ngramColumns } from "../../features/ngram-columns.js";
import { NO_WEIGHTING } from "../../features/weighting.js";
import { requireFewClasses } from "../../model/fitting/class-limit.js";
import { Fold } from "../../model/fitting/fold.js";
import { splitSubsets } from "../../model/fitting/split-folds.js";
import type { Split } from "../../model/fitting/splits.js";
import {
  isLoss,
  MEASURES,
  type Measure,
  type MeasureOptions,
  measured,
  requireMeasurable,
} from "../metrics/measure.js";
import { halfWidth, type Interval, mean, resampledInterval, sampleVariance } from "../significance/intervals.js";
import { type Candidate, selectionOf } from "./tuning-grid.js";

/** The options of `tune`. */
export interface TuneOptions extends Following {
  /** The measure to optimize. Default `"accuracy"`. */
  readonly by?: Measure;
  /** How the measure is computed. */
  readonly measure?: MeasureOptions;
}

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

/** The result of `tune`. */
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

/**
 * Tests candidate settings on the same splits and chooses by the one-standard-error rule (Breiman,
 * Friedman, Olshen and Stone 1984, section 3.4.3): the simplest candidate within one standard error
 * of the best.
 *
 * Unlike in the book, the standard error is that of the differences from the best candidate, split by split, because a
 * split that is hard for one candidate is hard for all. As in the book, it is not corrected for shared training
 * documents.
 *
 * Simpler means, in this order: shorter n-grams (longest length first, then fewer lengths), fewer terms, fewer
 * weightings, a looser fit (see `CLOSER`), the classifier listed first in `CLASSIFIER_NAMES`, the candidate given
 * first. Scores are those of `evaluate` on a corpus read with the settings of the candidate.
 *
 * @param data read with `widestNgrams`; shorter ranges select its columns
 * @param splits at least two
 * @param candidates at least one, made by `candidatesOf`
 * @throws UsageError if there are too few candidates or splits, or a value is not allowed; DataError
 *   if a test set is empty or there are more classes than `MAX_TESTED_CLASSES`.
 */
export function tune(
  data: TermDataset,
  splits: readonly Split[],
  candidates: readonly Candidate[],
  { by = "accuracy", measure, ...following }: TuneOptions = {},
): Tuning {
  requireOneOf("measure", by, MEASURES);
  if (!measure?.multiLabel) requireFewClasses(data.labels.length);
  requireMeasurable(by, data.labels, measure?.binary, measure?.multiLabel);
  if (candidates.length === 0) throw new UsageError("tune: there is no candidate to try");
  if (splits.length < 2) throw new UsageError(`tune: a standard error needs at least two splits, not ${splits.length}`);
  const tried = candidates.map((candidate) => {
    return { candidate, classifier: classifierFor(candidate), scores: [] as number[], terms: 0 };
  });
  const tellDone = followed(following, "testing", candidates.length * splits.length);
  let done = 0;
  const measuring = { ...measure, onProgress: (share: number) => tellDone(done + share) };
  for (const sameNgrams of groupedBy(tried, ({ candidate }) => candidate.ngrams.join("-")).values()) {
    const part = withNgrams(data, sameNgrams[0].candidate.ngrams);
    const groups = groupedBy(sameNgrams, ({ candidate }) => JSON.stringify(selectionOf(candidate)));
    for (const { train, test } of splitSubsets(part, splits)) {
      for (const sameTerms of groups.values()) {
        const fold = new Fold(train, test, selectionOf(sameTerms[0].candidate));
        for (const trial of sameTerms) {
          trial.scores.push(measured(by, fold, trial.classifier, data.labels, measuring));
          trial.terms += fold.vocabulary;
          tellDone(++done);
        }
      }
    }
  }
  const documents = { train: splits[0].train.length, test: splits[0].test.length };
  const results = tried.map(({ candidate, scores, terms }) => ({ candidate, scores, terms: terms / splits.length }));
  return tuningOf(by, documents, results);
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

/** Narrows data to a range of n-gram lengths. The result is the same as after reading with this range. */
export function withNgrams<T extends TermDataset>(data: T, [from, to]: Candidate["ngrams"]): T {
  return withColumns(data, ngramColumns(data.vocabulary, from, to));
}

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

function weightings(candidate: Candidate): number {
  return Object.entries(NO_WEIGHTING).filter(([choice, none]) => candidate[choice as "tf"] !== none).length;
}

/**
 * Options for which a smaller value (-1) or a larger one (1) makes a model fit its training documents more closely,
 * most important first. A missing option counts as 0, so naive Bayes comes before methods without smoothing.
 */
const CLOSER: Readonly<Record<string, 1 | -1>> = { alpha: -1, mEstimate: -1, dirichlet: -1, k: -1, cost: 1 };

function byCloseness(a: Candidate, b: Candidate): number {
  return Object.entries(CLOSER).reduce((order, [option, sign]) => {
    const [x, y] = [a, b].map((candidate) => Number(candidate[option as keyof Candidate] ?? 0));
    return order || sign * (x - y);
  }, 0);
}

function estimate(values: readonly number[]): Estimate {
  return { mean: mean(values), standardError: Math.sqrt(sampleVariance(values) / values.length) };
}

function intervalOf(
  by: Measure,
  { scores, mean: centre }: Pick<TunedCandidate, "scores" | "mean">,
  { train, test }: Tuning["documents"],
): Interval {
  if (!isLoss(by)) return resampledInterval(scores, test, train);
  const half = halfWidth(scores, test / train);
  return [Math.max(0, centre - half), centre + half];
}
