import { ascending, sumOf } from "../../base/lists.js";
import { type ClassCounts, classCounts, combinedCounts, countsOf } from "../../classifiers/bayes/class-counts.js";
import type { CountingClassifier } from "../../classifiers/bayes/counting-classifier.js";
import type { DocumentSums, WantedSums } from "../../features/document-sums.js";
import {
  canDropTerms,
  looksAtClasses,
  type SelectionRules,
  selectTerms,
  type TermStatistics,
  termStatistics,
} from "../../features/selection.js";
import { type Dataset, rowView, type SparseRows } from "../../features/sparse-matrix.js";
import { codesOf } from "../../features/term-kinds.js";
import type { Vocabulary } from "../../features/vocabulary.js";

/**
 * Some documents of a data set and their counts, over all its terms. If a subset was made of another one, its counts are
 * the counts of the other plus or minus the difference: whole numbers add and subtract exactly.
 */
export class TrainingSubset {
  readonly data: Dataset;
  /** Row numbers, ascending. */
  readonly rows: Uint32Array;
  readonly #sums: SubsetSums | undefined;
  readonly #counts = new Map<boolean, ClassCounts>();
  #statistics: TermStatistics | undefined;

  /**
   * @param rows ascending. Default: all
   * @param sums the other subsets to make the counts from. Default: the rows are counted
   */
  constructor(data: Dataset, rows: Uint32Array = ascending(data.x.rows), sums?: SubsetSums) {
    this.data = data;
    this.rows = rows;
    this.#sums = sums;
  }

  /**
   * Makes a subset from sums over the documents. It has no rows: it can be counted, but not divided.
   *
   * @param sums the sums that its use needs: see `wantedSums`
   */
  static ofSums({ vocabulary, labels, documents, occurrences, presences }: DocumentSums): TrainingSubset {
    // Only the numbers of documents matter, so the documents are listed class by class.
    const y = new Uint32Array(sumOf(documents));
    for (let c = 0, row = 0; c < labels.length; row += documents[c], c++) y.fill(c, row, row + documents[c]);
    const x = { rows: 0, columns: vocabulary.size, ...NO_ENTRIES };
    const kinds = codesOf(vocabulary);
    const kindOf = (term: number) => kinds[term];
    const subset = new TrainingSubset({ x, y, labels, kinds }, Uint32Array.from(y.keys()));
    if (occurrences !== undefined) subset.#counts.set(false, countsOf(labels, documents, occurrences, kindOf));
    if (presences !== undefined) subset.#counts.set(true, countsOf(labels, documents, presences, kindOf));
    if (occurrences !== undefined && presences !== undefined) {
      subset.#statistics = {
        counts: Float64Array.from(rowSums(occurrences)),
        documents: Uint32Array.from(rowSums(presences)),
        total: sumOf(documents),
      };
    }
    return subset;
  }

  /** Returns the subset without some rows. @param rows ascending, each in this subset */
  without(rows: Uint32Array): TrainingSubset {
    const removed = new Set(rows);
    const kept = this.rows.filter((row) => !removed.has(row));
    return this.#derived(kept, { base: this, sign: -1, change: new TrainingSubset(this.data, rows) });
  }

  /** Returns the subset with more rows. @param rows ascending, none in this subset */
  with(rows: Uint32Array): TrainingSubset {
    const all = new Uint32Array(this.rows.length + rows.length);
    all.set(this.rows);
    all.set(rows, this.rows.length);
    return this.#derived(all.sort(), { base: this, sign: 1, change: new TrainingSubset(this.data, rows) });
  }

  /** Makes a subset whose counts come from others, if they are exact. */
  #derived(rows: Uint32Array, sums: SubsetSums): TrainingSubset {
    return new TrainingSubset(this.data, rows, countsExactly(this.data) ? sums : undefined);
  }

  /** Returns the counts of the subset, with a row for every term of the data set, even if the subset does not have it. */
  counts(binary: boolean): ClassCounts {
    const counts = this.#counts.get(binary) ?? this.#madeCounts(binary);
    this.#counts.set(binary, counts);
    return counts;
  }

  /** Counts the rows, or adds or subtracts the counts of other subsets. */
  #madeCounts(binary: boolean): ClassCounts {
    if (this.#sums === undefined) return classCounts(this.data, binary, this.rows);
    const { base, sign, change } = this.#sums;
    return combinedCounts(base.counts(binary), change.counts(binary), sign);
  }

  /** The terms that occur in this subset, ascending; from counts if there are any, because statistics take another pass. */
  get terms(): Uint32Array {
    const counts = this.#counts.get(false) ?? this.#counts.get(true);
    if (counts === undefined || !countsExactly(this.data)) return selectTerms(this.statistics);
    const { starts } = counts.terms;
    const present = new Uint32Array(this.data.x.columns);
    let size = 0;
    for (let term = 0; term < present.length; term++) if (starts[term + 1] > starts[term]) present[size++] = term;
    return present.subarray(0, size);
  }

  /** The facts for the rules that select terms: in how many documents each term occurs, and how often. */
  get statistics(): TermStatistics {
    this.#statistics ??=
      this.#sums === undefined ? termStatistics(this.data.x, this.rows) : summedStatistics(this.#sums);
    return this.#statistics;
  }

  /** Returns the statistics that rules need; undefined if they drop no term that occurs. */
  statisticsFor(rules: SelectionRules): TermStatistics | undefined {
    if (!canDropTerms(rules)) return undefined;
    return looksAtClasses(rules) ? { ...this.statistics, presence: this.counts(true) } : this.statistics;
  }
}

/** Yields the sum of each row. */
function* rowSums({ rows, starts, values }: SparseRows): Generator<number> {
  for (let row = 0; row < rows; row++) yield sumOf(values, starts[row], starts[row + 1]);
}

/** The arrays of a matrix without rows. */
const NO_ENTRIES = { starts: new Uint32Array(1), ids: new Uint32Array(0), values: new Float64Array(0) };

/** The sums of a subset: those of `base`, plus or minus those of `change`. */
export interface SubsetSums {
  readonly base: TrainingSubset;
  readonly sign: 1 | -1;
  readonly change: TrainingSubset;
}

/** Adds or subtracts statistics. */
function summedStatistics({ base, sign, change }: SubsetSums): TermStatistics {
  const [a, b] = [base.statistics, change.statistics];
  const counts = a.counts.slice();
  const documents = a.documents.slice();
  for (let term = 0; term < counts.length; term++) {
    counts[term] += sign * b.counts[term];
    documents[term] += sign * b.documents[term];
  }
  return { counts, documents, total: a.total + sign * b.total };
}

/** Whether all values are whole numbers. */
function isWhole(x: SparseRows): boolean {
  for (let row = 0; row < x.rows; row++) {
    const { values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) if (!Number.isInteger(values[i])) return false;
  }
  return true;
}

/** The earlier results of `countsExactly`. */
const EXACT = new WeakMap<Dataset, boolean>();

/** Whether sums over documents are exact in any order: they are if all values are whole numbers. */
export function countsExactly(data: Dataset): boolean {
  const isExact = EXACT.get(data) ?? (data.weights === undefined && isWhole(data.x));
  EXACT.set(data, isExact);
  return isExact;
}

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
  // A model finds the kinds from its vocabulary.
  const classes = { ...documents.counts(binary), kinds: undefined };
  return { vocabulary, classes, statistics: documents.statisticsFor(rules) };
}

/** Returns the sums over documents that a classifier on counts and the rules need. */
export function wantedSums(rules: SelectionRules, { binary }: CountingClassifier): WantedSums {
  const hasRules = canDropTerms(rules);
  return { occurrences: !binary || hasRules, presences: binary || hasRules };
}
