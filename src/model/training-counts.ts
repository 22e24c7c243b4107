import { type ClassCounts, classCounts } from "../classifiers/bayes/class-counts.js";
import type { CountingClassifier } from "../classifiers/bayes/counting-classifier.js";
import {
  canDropTerms,
  looksAtClasses,
  type SelectionRules,
  type TermStatistics,
  termStatistics,
} from "../features/selection.js";
import type { Dataset } from "../features/sparse-matrix.js";
import type { Vocabulary } from "../features/vocabulary.js";

/** Sums over the training documents: of all terms for a classifier on counts, otherwise of the selected terms. */
export interface TrainingCounts {
  readonly vocabulary: Vocabulary;
  readonly classes: ClassCounts;
  /** For the selection rules; undefined without rules, or if the classifier needs rows. */
  readonly statistics: TermStatistics | undefined;
}

/** Documents as rows over a vocabulary. */
export interface CountedDocuments extends Dataset {
  readonly vocabulary: Vocabulary;
}

/** Counts all documents, for a classifier on counts. */
export function trainingCounts(
  data: CountedDocuments,
  rules: SelectionRules,
  { binary }: CountingClassifier,
): TrainingCounts {
  const statistics = canDropTerms(rules) ? termStatistics(data.x) : undefined;
  return {
    vocabulary: data.vocabulary,
    classes: classCounts(data, binary),
    statistics: statistics && looksAtClasses(rules) ? { ...statistics, presence: classCounts(data, true) } : statistics,
  };
}
