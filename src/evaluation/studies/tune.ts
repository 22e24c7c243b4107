import { requireOneOf } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { groupedBy } from "../../base/lists.js";
import { makeClassifier } from "../../classifiers/table.js";
import { type TermDataset, withColumns } from "../../features/dataset.js";
import { ngramColumns } from "../../features/ngram-columns.js";
import { requireFewClasses } from "../../model/fitting/class-limit.js";
import { Fold } from "../../model/fitting/fold.js";
import { splitSubsets } from "../../model/fitting/split-folds.js";
import type { Split } from "../../model/fitting/splits.js";
import { MEASURES, type Measure, requireMeasurable } from "../metrics/measure.js";
import { type MeasureOptions, measured } from "../metrics/measured.js";
import { type Tuning, tuningOf } from "./tuning.js";
import { type Candidate, selectionOf } from "./tuning-grid.js";

/** The options of `tune`. */
export interface TuneOptions extends Following {
  /** The measure to optimize. Default `"accuracy"`. */
  readonly by?: Measure;
  /** How the measure is computed. */
  readonly measure?: MeasureOptions;
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
    return { candidate, classifier: makeClassifier(candidate), scores: [] as number[], terms: 0 };
  });
  const tellDone = followed(following, "testing", candidates.length * splits.length);
  let done = 0;
  const measuring = { ...measure, onProgress: (share: number) => tellDone(done + share) };
  // Candidates with the same n-grams share the splits of the data, and those with the same terms share the folds.
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

/** Narrows data to a range of n-gram lengths. The result is the same as after reading with this range. */
export function withNgrams<T extends TermDataset>(data: T, [from, to]: Candidate["ngrams"]): T {
  return withColumns(data, ngramColumns(data.vocabulary, from, to));
}
