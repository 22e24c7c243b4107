import { type ClassCounts, classCounts, countsOf, sumOf } from "../classifiers/bayes/class-counts.js";
import type { CountingClassifier } from "../classifiers/bayes/counting-classifier.js";
import type { DocumentSums, WantedSums } from "../features/runs/document-sums.js";
import {
  canDropTerms,
  looksAtClasses,
  type SelectionRules,
  type TermStatistics,
  termStatistics,
} from "../features/selection.js";
import type { Dataset, SparseRows } from "../features/sparse-matrix.js";
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
    // A model tells the kinds from the vocabulary.
    classes: { ...classCounts(data, binary), kinds: undefined },
    statistics: statistics && looksAtClasses(rules) ? { ...statistics, presence: classCounts(data, true) } : statistics,
  };
}

/** The sums over documents that a classifier on counts and the rules need. */
export function wantedSums(rules: SelectionRules, { binary }: CountingClassifier): WantedSums {
  const hasRules = canDropTerms(rules);
  return { occurrences: !binary || hasRules, presences: binary || hasRules };
}

/** As `trainingCounts`, of a corpus as sums. @param counts with the sums of `wantedSums` */
export function countedTraining(
  { vocabulary, labels, documents, occurrences, presences }: DocumentSums,
  rules: SelectionRules,
  { binary }: CountingClassifier,
): TrainingCounts {
  const classesOf = (terms: SparseRows | undefined) => countsOf(labels, documents, terms as SparseRows);
  const statistics =
    canDropTerms(rules) && occurrences && presences ? summedStatistics(occurrences, presences, documents) : undefined;
  return {
    vocabulary,
    classes: classesOf(binary ? presences : occurrences),
    statistics: statistics && looksAtClasses(rules) ? { ...statistics, presence: classesOf(presences) } : statistics,
  };
}

/** The statistics of terms, of sums over the documents. */
export function summedStatistics(
  occurrences: SparseRows,
  presences: SparseRows,
  documents: Float64Array,
): TermStatistics {
  return {
    counts: Float64Array.from(rowSums(occurrences)),
    documents: Uint32Array.from(rowSums(presences)),
    total: sumOf(documents),
  };
}

function* rowSums({ rows, starts, values }: SparseRows): Generator<number> {
  for (let row = 0; row < rows; row++) yield sumOf(values, starts[row], starts[row + 1]);
}
