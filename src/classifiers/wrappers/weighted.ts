import { termStatistics } from "../../features/selection.js";
import type { Dataset, SparseMatrix, SparseRows } from "../../features/sparse-matrix.js";
import {
  documentFactors,
  requireWeighting,
  type WeightingOptions,
  weightedRows,
  weightInto,
} from "../../features/weighting.js";
import { type ClassCounts, classCounts, countsOf } from "../bayes/class-counts.js";
import { type CountingClassifier, growsWithLength, isCounting } from "../bayes/counting-classifier.js";
import { type ClassPair, isCount, type Model, requireCounts, requireDataset } from "../classifier.js";
import {
  type Arrays,
  fitOutOfParts,
  inconsistent,
  type Parts,
  prefixed,
  requireClassCounts,
  requiredArray,
  type StoredClassifier,
  type StoredModel,
  scoreOutOfParts,
  withPrefix,
} from "../stored-classifier.js";

/**
 * A classifier that learns from weights in place of counts. Document frequencies are those of its training
 * documents. Rows to be scored are counts, as for every model.
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
      if (isCounting(classifier)) return modelOfCounts(classifier, weighted, options, factors);
      const model = classifier.fit(weighted, onProgress);
      return new WeightedModel(model, options, factors, () => prefixed(MODEL, model.arrays()));
    },
    fitOutOfParts(data, parts, scores, onProgress) {
      const { weighted, factors } = weigh(data, options);
      const seen = { ...parts, x: weightedRows(seenFromOtherParts(data.x, parts), options, factors) };
      if (isCounting(classifier)) {
        scoreOutOfParts(weighted, seen, scores, (rest) => classifier.fitCounts(classCounts(rest, classifier.binary)));
        return modelOfCounts(classifier, weighted, options, factors);
      }
      const model = fitOutOfParts(classifier, weighted, seen, scores, onProgress);
      return new WeightedModel(model, options, factors, () => prefixed(MODEL, model.arrays()));
    },
    restore(labels, columns, arrays) {
      const factors = (options.idf ?? "none") === "none" ? undefined : factorsOf(arrays, columns);
      if (!isCounting(classifier)) {
        const own = withPrefix(MODEL, arrays);
        return new WeightedModel(classifier.restore(labels, columns, own), options, factors, () =>
          prefixed(MODEL, own),
        );
      }
      const counts = countsOfArrays(labels, columns, arrays);
      return new WeightedModel(classifier.fitCounts(counts), options, factors, () => arraysOfCounts(counts));
    },
  };
}

/**
 * The rows with 0 for terms that no row of another part has. A document to come is brought to its length without the
 * terms that the model does not know: the scores of parts have to be of documents that were treated alike.
 */
function seenFromOtherParts(x: SparseMatrix, { of, scored }: Parts): SparseMatrix {
  const values = x.values.slice();
  const documents = termStatistics(x).documents;
  const own = new Uint32Array(x.columns);
  const eachEntry = (part: number, visit: (i: number) => void) => {
    for (let row = 0; row < x.rows; row++) {
      if (of[row] === part) for (let i = x.starts[row]; i < x.starts[row + 1]; i++) if (x.values[i] !== 0) visit(i);
    }
  };
  for (let part = 0; part < scored; part++) {
    own.fill(0);
    eachEntry(part, (i) => {
      own[x.ids[i]]++;
    });
    eachEntry(part, (i) => {
      if (own[x.ids[i]] === documents[x.ids[i]]) values[i] = 0;
    });
  }
  return { ...x, values };
}

/** Data with weights in place of counts. */
function weigh(data: Dataset, options: WeightingOptions) {
  requireDataset("fit", data);
  requireCounts("fit", data.x);
  const factors = documentFactors(data.x, options, data.weights);
  return { weighted: { ...data, x: weightedRows(data.x, options, factors) }, factors };
}

function modelOfCounts(
  classifier: CountingClassifier,
  weighted: Dataset,
  options: WeightingOptions,
  factors: Float64Array | undefined,
): WeightedModel {
  return weightedModel(classifier, classCounts(weighted, classifier.binary), options, factors);
}

/**
 * The model of weighted counts.
 *
 * @param factors the inverse document frequencies, if there are any
 */
export function weightedModel(
  classifier: CountingClassifier,
  counts: ClassCounts,
  options: WeightingOptions,
  factors?: Float64Array | undefined,
): WeightedModel {
  return new WeightedModel(classifier.fitCounts(counts), options, factors, () => arraysOfCounts(counts));
}

const FACTORS = "weighting.factors";
/** Above every factor of less than 2^40 documents to the highest power; sums of its squares are still numbers. */
const LARGEST_FACTOR = 1e150;
const MODEL = "weighted.";

/** A model of weights that takes counts. */
export class WeightedModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  /** With a norm, removing a term makes all others weigh more. */
  readonly additive: boolean;
  readonly weightsOf?: NonNullable<Model["weightsOf"]>;
  /** The model of weights. */
  readonly inner: Model;
  readonly #options: WeightingOptions;
  readonly #factors: Float64Array | undefined;
  /** Made only when a model is saved. */
  readonly #arrays: () => Arrays;
  /** Scratch: one row of weights. */
  #values = new Float64Array(1 << 10);

  constructor(inner: Model, options: WeightingOptions, factors: Float64Array | undefined, arrays: () => Arrays) {
    this.inner = inner;
    this.labels = inner.labels;
    this.columns = inner.columns;
    this.additive = inner.additive === true && (options.norm ?? "none") === "none";
    if (inner.weightsOf !== undefined) this.weightsOf = inner.weightsOf.bind(inner);
    this.#options = options;
    this.#factors = factors;
    this.#arrays = arrays;
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    this.inner.scoreInto(this.weightedRow(x, row), 0, scores);
  }

  /** Each entry of counts is one entry of weights, so that the parts stay in place. */
  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    return this.inner.marginInto(this.weightedRow(x, row), 0, pair, parts);
  }

  arrays(): Arrays {
    const arrays = this.#arrays();
    return this.#factors === undefined ? arrays : { ...arrays, [FACTORS]: this.#factors };
  }

  /** One row as the inner model takes it; valid until the next call. */
  weightedRow(x: SparseMatrix, row: number): SparseMatrix {
    const start = x.starts[row];
    const size = x.starts[row + 1] - start;
    if (size > this.#values.length) this.#values = new Float64Array(2 * size);
    const values = this.#values.subarray(0, size);
    weightInto(x, row, this.#options, this.#factors, values);
    return {
      rows: 1,
      columns: x.columns,
      starts: Uint32Array.of(0, size),
      ids: x.ids.subarray(start, start + size),
      values: this.inner.binary ? values.map((value) => (value === 0 ? 0 : 1)) : values,
    };
  }
}

function factorsOf(arrays: Arrays, columns: number): Float64Array {
  const factors = requiredArray(arrays, FACTORS, Float64Array, columns);
  if (!factors.every((factor) => isCount(factor) && factor <= LARGEST_FACTOR)) throw inconsistent(FACTORS);
  return factors;
}

function arraysOfCounts({ documents, terms }: ClassCounts): Arrays {
  return {
    "weighted.documents": documents,
    "weighted.starts": terms.starts,
    "weighted.classes": new Uint32Array(terms.ids),
    "weighted.values": new Float64Array(terms.values),
  };
}

function countsOfArrays(labels: readonly string[], columns: number, arrays: Arrays): ClassCounts {
  const documents = requiredArray(arrays, "weighted.documents", Float64Array, labels.length);
  const starts = requiredArray(arrays, "weighted.starts", Uint32Array, columns + 1);
  const ids = requiredArray(arrays, "weighted.classes", Uint32Array, starts[columns]);
  const values = requiredArray(arrays, "weighted.values", Float64Array, starts[columns]);
  if (!documents.every(isCount)) throw inconsistent("weighted.documents");
  const terms: SparseRows = { rows: columns, columns: labels.length, starts, ids, values };
  requireClassCounts("weighted", terms);
  return countsOf(labels, documents, terms);
}
