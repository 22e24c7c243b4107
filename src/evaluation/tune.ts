import type { Dataset } from "../classifiers/classifier.js";
import { CLASSIFIER_NAMES, classifierFor } from "../classifiers/table.js";
import { UsageError } from "../errors.js";
import { ngramColumns } from "../features/ngram-columns.js";
import { selectColumns } from "../features/sparse-matrix.js";
import { kindsOf } from "../features/term-kinds.js";
import type { Vocabulary } from "../features/vocabulary.js";
import { NO_WEIGHTING } from "../features/weighting.js";
import { halfWidth, type Interval, resampledInterval } from "./intervals.js";
import { mean, sampleVariance } from "./mean.js";
import { isLoss, type Measure, measured, requireMeasure } from "./measure.js";
import type { Split } from "./splits.js";
import { splitParts, Trial } from "./trial.js";
import { type Candidate, selectionOf } from "./tuning-grid.js";

/** Documents whose terms are known: which columns are n-grams of which length. */
export interface TuningData extends Dataset {
  readonly vocabulary: Vocabulary;
}

/** How candidates are compared. */
export interface TuneOptions {
  /** Default `"accuracy"`. */
  readonly by?: Measure;
  /** Called with the number of models trained and tested: candidates × splits in all. */
  readonly onRun?: ((done: number) => void) | undefined;
}

/** A mean, and how far it may be from what more splits would give. */
export interface Estimate {
  readonly mean: number;
  /** Standard deviation over the splits (n - 1) by the root of their number. */
  readonly standardError: number;
}

/** What came of one candidate. */
export interface TunedCandidate extends Estimate {
  readonly candidate: Candidate;
  /** The measure, one a split. */
  readonly scores: readonly number[];
  /** 95 % interval of the mean, corrected for resampling (Nadeau and Bengio 2003). */
  readonly interval: Interval;
  /** Mean number of terms over the splits. */
  readonly terms: number;
  /** By how much it is worse than the best, split by split. */
  readonly shortfall: Estimate;
}

/** What came of all candidates. */
export interface Tuning {
  readonly by: Measure;
  readonly splits: number;
  /** Of the first split. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Best first; of equals, the simpler first. */
  readonly candidates: readonly TunedCandidate[];
  readonly best: TunedCandidate;
  /** What the one-standard-error rule takes. */
  readonly chosen: TunedCandidate;
  /** How many candidates are within one standard error of the best, the best among them. */
  readonly within: number;
}

/**
 * Tries settings on the same splits of one data set, and chooses by the one-standard-error
 * rule (Breiman, Friedman, Olshen and Stone 1984, section 3.4.3): the simplest candidate
 * that is within one standard error of the best.
 *
 * The standard error is that of the differences to the best, split by split. Every
 * candidate is tested on the same documents: a hard fold is hard for all of them, and no
 * reason to take a worse one for as good. The standard error of the best mean itself, as in
 * the book, where trees were tested on a set of their own, has that in it and is wider; by
 * it a candidate that is a little worse in every fold could be chosen. As in the book it is
 * not corrected for the training documents that folds share, which would widen it too.
 *
 * Of two candidates that one is simpler which has shorter n-grams (the longest first, then
 * how many lengths); then the one with fewer terms; then the one with fewer weightings of
 * terms; then the one that fits the training documents less closely (see `CLOSER`); then the
 * one whose classifier comes first in `CLASSIFIER_NAMES`; then the one given first.
 *
 * Each split's terms and counts are made once for all candidates that share them. Exact: a
 * candidate's scores are those of `evaluate` on a corpus read with its settings.
 *
 * @param data read with the n-grams that `widestNgrams` says: narrower ranges are columns of it
 * @param splits at least two, of `data` alone: no other document has a part in the choice
 * @param candidates at least one, as `candidatesOf` makes them
 * @throws UsageError if there are too few candidates or splits, or a value is not allowed; DataError if a test part is empty.
 */
export function tune(
  data: TuningData,
  splits: readonly Split[],
  candidates: readonly Candidate[],
  { by = "accuracy", onRun }: TuneOptions = {},
): Tuning {
  requireMeasure(by);
  if (candidates.length === 0) throw new UsageError("tune: required at least one candidate, got none");
  if (splits.length < 2) {
    throw new UsageError(
      `tune: required at least two splits, without which there is no standard error, got ${splits.length}`,
    );
  }
  const tried = candidates.map((candidate, place) => ({
    candidate,
    place,
    classifier: classifierFor(candidate),
    scores: [] as number[],
    terms: 0,
  }));
  let done = 0;
  for (const sameNgrams of grouped(tried, ({ candidate }) => candidate.ngrams.join("-"))) {
    const part = withNgrams(data, sameNgrams[0].candidate.ngrams);
    const groups = grouped(sameNgrams, ({ candidate }) => JSON.stringify(selectionOf(candidate)));
    for (const { train, test } of splitParts(part, splits)) {
      for (const sameTerms of groups) {
        const trial = new Trial(train, test, selectionOf(sameTerms[0].candidate));
        for (const one of sameTerms) {
          one.scores.push(measured(by, trial, one.classifier, data.labels));
          one.terms += trial.vocabulary;
          onRun?.(++done);
        }
      }
    }
  }

  const sign = isLoss(by) ? -1 : 1;
  const documents = { train: splits[0].train.length, test: splits[0].test.length };
  const ranked = tried
    .map(({ candidate, place, scores, terms }) => ({
      candidate,
      place,
      ...estimate(scores),
      scores,
      terms: terms / splits.length,
    }))
    .sort((a, b) => sign * (b.mean - a.mean) || bySimplicity(a, b));
  const [first] = ranked;
  const placed = ranked.map(({ place, ...result }) => ({
    place,
    ...result,
    interval: intervalOf(by, result, documents),
    shortfall: estimate(result.scores.map((score, s) => sign * (first.scores[s] - score))),
  }));
  const within = placed.filter(({ shortfall }) => shortfall.mean <= shortfall.standardError);
  const simplest = within.reduce((a, b) => (bySimplicity(a, b) <= 0 ? a : b));
  const results: TunedCandidate[] = placed.map(({ place: _, ...result }) => result);
  return {
    by,
    splits: splits.length,
    documents,
    candidates: results,
    best: results[0],
    chosen: results[placed.indexOf(simplest)],
    within: within.length,
  };
}

/** The data as if they had been read with a narrower range of n-grams. */
export function withNgrams<T extends TuningData>(data: T, [from, to]: Candidate["ngrams"]): T {
  const { kept, map } = ngramColumns(data.vocabulary, from, to);
  if (kept.length === data.vocabulary.size) return data;
  const vocabulary = data.vocabulary.subset(kept);
  return { ...data, x: selectColumns(data.x, map), vocabulary, kinds: kindsOf(vocabulary) };
}

function grouped<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type Ranked = Pick<TunedCandidate, "candidate" | "terms"> & { readonly place: number };

function bySimplicity(a: Ranked, b: Ranked): number {
  const [x, y] = [a.candidate, b.candidate];
  return (
    x.ngrams[1] - y.ngrams[1] ||
    y.ngrams[0] - x.ngrams[0] ||
    a.terms - b.terms ||
    weightings(x) - weightings(y) ||
    byCloseness(x, y) ||
    CLASSIFIER_NAMES.indexOf(x.classifier) - CLASSIFIER_NAMES.indexOf(y.classifier) ||
    a.place - b.place
  );
}

function weightings(candidate: Candidate): number {
  return Object.entries(NO_WEIGHTING).filter(([choice, none]) => candidate[choice as "tf"] !== none).length;
}

/**
 * Options by which a model fits its training documents the closer, the less of them there
 * is (-1) or the more (1), in the order in which they decide. What a method does not have
 * counts as 0, so that naive Bayes comes before what has no smoothing.
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
