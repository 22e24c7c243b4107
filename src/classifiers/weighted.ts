import type { SparseMatrix, SparseRows } from "../features/sparse-matrix.js";
import {
  documentFactors,
  requireWeighting,
  type WeightingOptions,
  weightedRows,
  weightInto,
} from "../features/weighting.js";
import { type ClassCounts, classCounts, countsOf } from "./class-counts.js";
import { type ClassPair, isCount, type Model, requireCounts, requireDataset } from "./classifier.js";
import { type CountingClassifier, growsWithLength, isCounting } from "./counting-classifier.js";
import {
  type Arrays,
  inconsistent,
  prefixed,
  requireClassCounts,
  requiredArray,
  type StoredClassifier,
  type StoredModel,
  withPrefix,
} from "./stored-classifier.js";

/**
 * A classifier that is given weights in place of counts. The document frequencies are those
 * of the documents that it learns from; a row to be scored is one of counts, as everywhere.
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
      requireDataset("fit", data);
      requireCounts("fit", data.x);
      const factors = documentFactors(data.x, options, data.weights);
      const weighted = { ...data, x: weightedRows(data.x, options, factors) };
      if (!isCounting(classifier)) {
        const model = classifier.fit(weighted, onProgress);
        return new WeightedModel(model, options, factors, () => prefixed(MODEL, model.arrays()));
      }
      const counts = classCounts(weighted, classifier.binary);
      return new WeightedModel(classifier.fitCounts(counts), options, factors, () => arraysOfCounts(counts));
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

const FACTORS = "weighting.factors";
const MODEL = "weighted.";

/** A model of weights that is given counts. */
export class WeightedModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  /** Where a document is divided by its length, a term that is left out makes all others weigh more. */
  readonly additive: boolean;
  readonly weightsOf?: NonNullable<Model["weightsOf"]>;
  /** The model of weights. */
  readonly inner: Model;
  readonly #options: WeightingOptions;
  readonly #factors: Float64Array | undefined;
  /** Few models are kept: what is kept of one is made when it is asked for. */
  readonly #arrays: () => Arrays;
  /** One row of weights: scratch. */
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

  /** One entry of counts is one of weights: the parts stay where they are. */
  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    return this.inner.marginInto(this.weightedRow(x, row), 0, pair, parts);
  }

  arrays(): Arrays {
    const arrays = this.#arrays();
    return this.#factors === undefined ? arrays : { ...arrays, [FACTORS]: this.#factors };
  }

  /** One row as the inner model takes it: scratch, valid until the next. */
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
  if (!factors.every(isCount)) throw inconsistent(FACTORS);
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
