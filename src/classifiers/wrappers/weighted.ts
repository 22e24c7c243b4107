import { type Dataset, rowCopy, rowView, type SparseMatrix, type SparseRows } from "../../features/sparse-matrix.js";
import { isCode } from "../../features/term-kinds.js";
import {
  documentFactors,
  NO_WEIGHTING,
  normalize,
  requireWeighting,
  rowWeigher,
  type WeightingOptions,
  weightedRows,
} from "../../features/weighting.js";
import { type ClassCounts, classCounts, countsOf, lookupIn } from "../bayes/class-counts.js";
import { type CountingClassifier, growsWithLength, isCounting } from "../bayes/counting-classifier.js";
import type { ClassPair, Model } from "../classifier.js";
import { isCount, requireCounts, requireDataset } from "../require-dataset.js";
import {
  type Arrays,
  inconsistent,
  prefixed,
  requireCountedRows,
  requiredArray,
  withPrefix,
} from "../stored-arrays.js";
import {
  fitOutOfParts,
  type Parts,
  type StoredClassifier,
  type StoredModel,
  scoreOutOfParts,
  WrappedModel,
} from "../stored-classifier.js";

/**
 * Makes a classifier that learns from weights instead of counts. Document frequencies are those of its training
 * documents. Rows to be scored contain counts, as for every model.
 */
export function weighted(
  classifier: CountingClassifier | StoredClassifier,
  options: WeightingOptions,
): StoredClassifier {
  requireWeighting(options);
  return {
    name: classifier.name,
    growsWithLength: growsWithLength(classifier) && (options.norm ?? "none") === "none",
    fit(data, onProgress) {
      const { weighted, factors } = weigh(data, options);
      if (isCounting(classifier)) {
        return weightedModel(classifier, classCounts(weighted, classifier.binary), options, factors);
      }
      return modelOfWeights(classifier.fit(weighted, onProgress), options, factors);
    },
    fitOutOfParts(data, parts, scores, onProgress) {
      const { weighted, factors } = weigh(data, options);
      const seen = { ...parts, seenInto: seenFromOtherParts(weighted.x, parts, options) };
      if (isCounting(classifier)) {
        const learn = (rows?: Uint32Array) => classCounts(weighted, classifier.binary, rows);
        scoreOutOfParts(weighted, seen, scores, (rows) => classifier.fitCounts(learn(rows)));
        return weightedModel(classifier, learn(), options, factors);
      }
      return modelOfWeights(fitOutOfParts(classifier, weighted, seen, scores, onProgress), options, factors);
    },
    restore(labels, columns, arrays) {
      const hasFactors = (options.idf ?? "none") !== "none";
      const factors = hasFactors ? requiredArray(arrays, FACTORS, Float64Array, columns, isFactor) : undefined;
      return isCounting(classifier)
        ? weightedModel(classifier, countsOfArrays(labels, columns, arrays, classifier), options, factors)
        : modelOfWeights(classifier.restore(labels, columns, withPrefix(MODEL, arrays)), options, factors);
    },
  };
}

/** Returns a classifier whose models are stored as arrays: a counting classifier learns from counts as weights. */
export function asStored(classifier: CountingClassifier | StoredClassifier): StoredClassifier {
  return isCounting(classifier) ? weighted(classifier, NO_WEIGHTING) : classifier;
}

/**
 * Writes the weights of a row as a model of the other parts sees it: 0 for terms that no row of another part has. The
 * norm of a new document ignores terms that the model does not know, so the norm of these rows must too.
 */
function seenFromOtherParts(x: SparseMatrix, { of }: Parts, { norm = "none" }: WeightingOptions): Parts["seenInto"] {
  const onlyIn = onlyParts(x, of);
  return (row, values) => {
    const { ids, values: weights, start } = rowView(x, row);
    let left = 0;
    for (let i = 0; i < values.length; i++) {
      const isUnknown = onlyIn[ids[start + i]] === of[row];
      if (isUnknown && weights[start + i] !== 0) left++;
      values[i] = isUnknown ? 0 : weights[start + i];
    }
    if (left > 0) normalize(values, norm);
  };
}

/** Returns, for each column, the only part whose rows have it, or `SEVERAL_PARTS` or `NO_PART`. */
function onlyParts(x: SparseMatrix, of: ArrayLike<number>): Int32Array {
  const parts = new Int32Array(x.columns).fill(NO_PART);
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      if (values[i] === 0) continue;
      if (parts[ids[i]] === NO_PART) parts[ids[i]] = of[row];
      else if (parts[ids[i]] !== of[row]) parts[ids[i]] = SEVERAL_PARTS;
    }
  }
  return parts;
}

/** Stands for a column that rows of several parts have. */
const SEVERAL_PARTS = -1;

/** Stands for a column that no row has. */
const NO_PART = -2;

/** Replaces the counts of a data set by weights. Also returns the inverse document frequencies, if any (`factors`). */
function weigh(data: Dataset, options: WeightingOptions) {
  requireDataset("fit", data);
  requireCounts("fit", data.x);
  const factors = documentFactors(data.x, options, data.weights);
  return { weighted: { ...data, x: weightedRows(data.x, options, factors) }, factors };
}

/** Makes the weighted model of any classifier. A closure in its place would keep the training data in memory. */
function modelOfWeights(model: StoredModel, options: WeightingOptions, factors: Float64Array | undefined) {
  return new WeightedModel(model, options, factors, () => prefixed(MODEL, model.arrays()));
}

/**
 * Makes the model of weighted counts.
 *
 * @param factors the inverse document frequencies, if any
 */
export function weightedModel(
  classifier: CountingClassifier,
  counts: ClassCounts,
  options: WeightingOptions,
  factors?: Float64Array | undefined,
): WeightedModel {
  return new WeightedModel(classifier.fitCounts(counts), options, factors, () => arraysOfCounts(counts, classifier));
}

/** The name of the array of inverse document frequencies, and the beginning of the names of the arrays of the model. */
const FACTORS = "weighting.factors";
const MODEL = "weighted.";

/**
 * Whether a number can be an inverse document frequency: at most that for 2^40 documents to the highest power. Sums of
 * its squares stay finite.
 */
function isFactor(value: number): boolean {
  return isCount(value) && value <= 1e150;
}

/** A model of weights that takes counts and weights them. */
export class WeightedModel extends WrappedModel<Model> {
  readonly #weigh: ReturnType<typeof rowWeigher>;
  readonly #factors: Float64Array | undefined;
  readonly #arrays: () => Arrays;

  /** @param arrays returns the arrays of the model without the factors; called only when a model is saved */
  constructor(inner: Model, options: WeightingOptions, factors: Float64Array | undefined, arrays: () => Arrays) {
    // With a norm, removing a term increases the weights of all others.
    const additive = inner.additive === true && (options.norm ?? "none") === "none";
    super(inner, { columns: inner.columns, binary: false, additive });
    this.#weigh = rowWeigher(options, factors);
    this.#factors = factors;
    this.#arrays = arrays;
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    this.inner.scoreInto(this.weightedRow(x, row), 0, scores);
  }

  /** Each entry of counts is one entry of weights, so the parts need not be moved. */
  override marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    return this.inner.marginInto(this.weightedRow(x, row), 0, pair, parts);
  }

  arrays(): Arrays {
    return { ...this.#arrays(), ...(this.#factors && { [FACTORS]: this.#factors }) };
  }

  /** Returns one row in the form that the inner model takes. */
  weightedRow(x: SparseMatrix, row: number): SparseMatrix {
    const { ids, values } = rowCopy(this.#weigh(rowView(x, row)));
    return {
      rows: 1,
      columns: x.columns,
      starts: Uint32Array.of(0, ids.length),
      ids,
      values: this.inner.binary ? values.map((value) => (value === 0 ? 0 : 1)) : values,
    };
  }
}

const CLASSES = "weighted.classes";
const KINDS = "weighted.kinds";

/** Returns counts that are sums of weights, such as tf-idf, as arrays for a model file. */
function arraysOfCounts({ documents, terms, kinds }: ClassCounts, { looksAtKinds }: CountingClassifier): Arrays {
  return {
    "weighted.documents": documents,
    "weighted.starts": terms.starts,
    [CLASSES]: terms.columns <= 0x100 ? new Uint8Array(terms.ids) : new Uint32Array(terms.ids),
    "weighted.values": new Float64Array(terms.values),
    ...(looksAtKinds && { [KINDS]: Uint8Array.from({ length: terms.rows }, (_, term) => kinds?.(term) ?? 0) }),
  };
}

/**
 * Reads the counts that `arraysOfCounts` wrote.
 *
 * @param size the number of terms: in `ClassCounts.terms`, a term is a row and a class is a column
 * @throws DataError if an array is missing or does not fit.
 */
function countsOfArrays(
  labels: readonly string[],
  size: number,
  arrays: Arrays,
  { looksAtKinds }: CountingClassifier,
): ClassCounts {
  const documents = requiredArray(arrays, "weighted.documents", Float64Array, labels.length, isCount);
  const starts = requiredArray(arrays, "weighted.starts", Uint32Array, size + 1);
  const ids = requiredArray(arrays, CLASSES, undefined, starts[size]);
  // Files of older versions have four bytes for each class number.
  if (!(ids instanceof Uint8Array || ids instanceof Uint32Array)) throw inconsistent(CLASSES);
  const values = requiredArray(arrays, "weighted.values", Float64Array, starts[size]);
  const terms: SparseRows = { rows: size, columns: labels.length, starts, ids, values };
  requireCountedRows("weighted", terms);
  const kinds = looksAtKinds ? requiredArray(arrays, KINDS, Uint8Array, size, isCode) : undefined;
  return countsOf(labels, documents, terms, kinds && lookupIn(kinds));
}
