import type { ClassCounts } from "../classifiers/bayes/class-counts.js";
import type { CountingClassifier } from "../classifiers/bayes/counting-classifier.js";
import type { WantedSums } from "../features/runs/document-sums.js";
import { canDropTerms, looksAtClasses, type SelectionRules, type TermStatistics } from "../features/selection.js";
import type { Vocabulary } from "../features/vocabulary.js";
import type { TrainingSubset } from "./fitting/training-subset.js";

/** Sums over the training documents: of all terms for a classifier on counts, otherwise of the selected terms. */
export interface TrainingCounts {
  readonly vocabulary: Vocabulary;
  readonly classes: ClassCounts;
  /** For the selection rules; undefined without rules, or if the classifier needs rows. */
  readonly statistics: TermStatistics | undefined;
}

/** Returns the sums that a model of a classifier on counts stores. */
export function trainingCounts(
  documents: TrainingSubset,
  vocabulary: Vocabulary,
  rules: SelectionRules,
  { binary }: CountingClassifier,
): TrainingCounts {
  const statistics = canDropTerms(rules) ? documents.statistics : undefined;
  return {
    vocabulary,
    // A model finds the kinds from its vocabulary.
    classes: { ...documents.counts(binary), kinds: undefined },
    statistics: statistics && looksAtClasses(rules) ? { ...statistics, presence: documents.counts(true) } : statistics,
  };
}

/** Returns the sums over documents that a classifier on counts and the rules need. */
export function wantedSums(rules: SelectionRules, { binary }: CountingClassifier): WantedSums {
  const hasRules = canDropTerms(rules);
  return { occurrences: !binary || hasRules, presences: binary || hasRules };
}
