import { UsageError } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import { ascending } from "../../base/lists.js";
import { type ClassCounts, countsOf } from "../../classifiers/bayes/class-counts.js";
import { type CountingClassifier, isCounting } from "../../classifiers/bayes/counting-classifier.js";
import type { Classifier, FitProgress, Model } from "../../classifiers/classifier.js";
import type { LinearModel } from "../../classifiers/linear-model.js";
import { someRows } from "../../features/dataset.js";
import { columnMap, requireRules, type SelectionRules, selectTerms } from "../../features/selection.js";
import { type ColumnMap, type Dataset, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { chosenRows } from "../../features/viewed-rows.js";
import { classSizes, type Split } from "./splits.js";
import { countsExactly, TrainingSubset } from "./training-subset.js";

/** Test documents, with the terms of the training data set. */
export interface TestSubset {
  readonly x: SparseMatrix;
  /** The class index of each row of `x`. */
  readonly y: ArrayLike<number>;
  /** The rows of `x` to test on, ascending, each once. */
  readonly rows: Uint32Array;
}

/**
 * A training set and a test set, to fit a model and test it. Terms and classes are those of the training set. Matrices
 * and counts are made when they are first needed.
 */
export class Fold {
  /** The row of each test document in the data set, as in `Prediction.row`. */
  readonly rows: Uint32Array;
  /** The class of each test row, numbered as in the data set. */
  readonly actual: ArrayLike<number>;
  readonly #subset: TrainingSubset;
  readonly #testSubset: TestSubset;
  readonly #rules: SelectionRules;
  /** The terms that the rules keep, by their numbers in the data set. `map` renumbers them; undefined if all are kept. */
  readonly #chosen = lazily(() => {
    const { columns } = this.#subset.data.x;
    const statistics = this.#subset.statisticsFor(this.#rules);
    const kept = statistics === undefined ? this.#subset.terms : selectTerms(statistics, this.#rules);
    return { kept, map: kept.length === columns ? undefined : columnMap(kept, columns) };
  });
  readonly #classes = lazily(() => {
    const { labels } = this.#subset.data;
    const present = new Set(this.trainClasses);
    return Uint32Array.from(labels.keys()).filter((c) => present.has(c));
  });
  readonly #train = lazily(() => this.#trainRows(this.#subset.rows));
  readonly #test = lazily(() => {
    const { x, rows } = this.#testSubset;
    const { map } = this.#chosen();
    return map === undefined && rows.length === x.rows ? x : chosenRows(x, rows, map);
  });
  readonly #counts = new Map<boolean, ClassCounts>();

  /** @param test default: no documents. @param rules the rules that select terms. Default: all terms are kept */
  constructor(train: TrainingSubset, test: TestSubset = testSubset(train.data, NO_ROWS), rules: SelectionRules = {}) {
    this.rows = test.rows;
    this.actual = Uint32Array.from(test.rows, (row) => test.y[row]);
    this.#subset = train;
    this.#testSubset = test;
    requireRules(rules);
    this.#rules = rules;
  }

  /** The classes of the training set, by their numbers in the data set. A model of this fold has the same classes. */
  get classes(): Uint32Array {
    return this.#classes();
  }

  /** The number of training documents. */
  get trainDocuments(): number {
    return this.#subset.rows.length;
  }

  /** The class of each training document, numbered as in the data set. */
  get trainClasses(): Uint32Array {
    const { data, rows } = this.#subset;
    return rows.map((row) => data.y[row]);
  }

  /** The group of each training document, if there are groups: see `Dataset.groups`. */
  get trainGroups(): Uint32Array | undefined {
    const { data, rows } = this.#subset;
    const { groups } = data;
    return groups && rows.map((row) => groups[row]);
  }

  /** The share of each class of the data set among the training documents. */
  get trainShares(): Float64Array {
    const sizes = classSizes(this.trainClasses, this.#subset.data.labels.length);
    return Float64Array.from(sizes, (size) => size / this.trainDocuments);
  }

  /** The number of terms that the rules keep. */
  get termCount(): number {
    return this.#chosen().kept.length;
  }

  /** The terms that the rules keep, by their numbers in the data set, ascending. */
  get terms(): Uint32Array {
    return this.#chosen().kept;
  }

  /** The training set as rows, for a classifier that needs them. */
  get train(): Dataset {
    return this.#train();
  }

  /** The test rows. */
  get test(): SparseMatrix {
    return this.#test();
  }

  /** Fits a model to the training set. Its classes are `classes`. */
  fit(classifier: CountingClassifier): LinearModel;
  fit(classifier: Classifier, onProgress?: FitProgress, jobs?: number): Model;
  fit(classifier: Classifier, onProgress?: FitProgress, jobs?: number): Model {
    if (!isCounting(classifier)) return classifier.fit(this.train, onProgress, jobs);
    return classifier.fitCounts(this.counts(classifier));
  }

  /** Returns the training set as the counts that a classifier takes. */
  counts({ binary }: CountingClassifier): ClassCounts {
    const counts = this.#counts.get(binary) ?? this.#makeCounts(binary);
    this.#counts.set(binary, counts);
    return counts;
  }

  /** Returns some rows of `train`. @param numbers ascending, each at most once */
  trainSample(numbers: Uint32Array): Dataset {
    const { rows } = this.#subset;
    return this.#trainRows(numbers.map((n) => rows[n]));
  }

  /** Yields folds inside the training set. `splits` numbers its documents from 0. */
  *inner(splits: Iterable<Split>): Generator<Fold> {
    const { data, rows } = this.#subset;
    for (const { test } of splits) {
      const tested = test.map((i) => rows[i]);
      yield new Fold(this.#subset.without(tested), testSubset(data, tested), this.#rules);
    }
  }

  /** Renumbers the classes of the data set; undefined if the training set has all of them. */
  get #classMap(): ColumnMap | undefined {
    const { length } = this.#subset.data.labels;
    return this.classes.length === length ? undefined : columnMap(this.classes, length);
  }

  /** Returns the counts of the kept terms in the classes of the training set. */
  #makeCounts(binary: boolean): ClassCounts {
    const all = this.#subset.counts(binary);
    const { kept, map } = this.#chosen();
    const classMap = this.#classMap;
    if (map === undefined && classMap === undefined) return all;
    const labels = Array.from(this.classes, (c) => all.labels[c]);
    const documents = Float64Array.from(this.classes, (c) => all.documents[c]);
    const kinds = all.kinds && ((term: number) => all.kinds?.(kept[term]) ?? 0);
    return countsOf(labels, documents, selectRows(all.terms, kept, classMap), kinds);
  }

  /** Returns rows of the data set with the kept terms and the classes of the training set. */
  #trainRows(rows: Uint32Array): Dataset {
    const { data } = this.#subset;
    const { kept, map } = this.#chosen();
    const classMap = this.#classMap;
    if (map === undefined && classMap === undefined && rows.length === data.x.rows) return data;
    const some = someRows(data, rows, map && { kept, map });
    if (classMap === undefined) return some;
    const y = Uint32Array.from(some.y, (c) => classMap.to[c]);
    return { ...some, y, labels: Array.from(this.classes, (c) => data.labels[c]) };
  }
}

/** The test documents of a fold that tests none. */
const NO_ROWS = new Uint32Array();

/** Returns some rows of a data set as test documents. @param rows default: all */
export function testSubset({ x, y }: Dataset, rows: Uint32Array = ascending(x.rows)): TestSubset {
  return { x, y, rows };
}

/**
 * Yields a fold for each split of a data set. If a split has all documents, most are learned from, and counts are exact,
 * the others are subtracted from the counts of all.
 *
 * @throws UsageError if a split has rows that do not exist, do not ascend, or are on both sides.
 */
export function* splitFolds(data: Dataset, splits: Iterable<Split>, rules: SelectionRules = {}): Generator<Fold> {
  for (const { train, test } of splitSubsets(data, splits)) yield new Fold(train, test, rules);
}

/** Yields the two sides of the folds of `splitFolds` before terms are chosen, for folds that differ only in their rules. */
export function* splitSubsets(data: Dataset, splits: Iterable<Split>) {
  const whole = new TrainingSubset(data);
  for (const { train, test } of splits) {
    requireRows({ train, test }, data.x.rows);
    const rest = train.length + test.length === data.x.rows && test.length < train.length && countsExactly(data);
    const subset = rest ? whole.without(test) : new TrainingSubset(data, train);
    yield { train: subset, test: testSubset(data, test) };
  }
}

/** @throws UsageError if rows of a split do not exist, do not ascend, or are on both sides. */
function requireRows({ train, test }: Split, rows: number): void {
  const sides = new Uint8Array(rows);
  const refuse = (what: string) => {
    throw new UsageError(`splits: ${what}; rows must be from 0 to ${rows - 1}, ascending, and on one side only`);
  };
  for (const side of [train, test]) {
    for (const [i, row] of side.entries()) {
      if (row >= rows) refuse(`there is no row ${row}`);
      if (i > 0 && row <= side[i - 1]) refuse(`row ${row} comes after row ${side[i - 1]}`);
      if (sides[row]++ > 0) refuse(`row ${row} is on both sides`);
    }
  }
}

/** Returns the fold of two data sets. `test` has the vocabulary of `train`; its first classes are those of `train`. */
export function testFold(train: Dataset, test: Dataset, rules: SelectionRules = {}): Fold {
  return new Fold(new TrainingSubset(train), testSubset(test), rules);
}
