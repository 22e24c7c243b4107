import { requireCounts, requireDataset } from "../../features/dataset.js";
import { binarized, isCount, rowCopy, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import {
  documentFactors,
  NO_WEIGHTING,
  normalize,
  requireWeighting,
  rowWeigher,
  type WeightingOptions,
  weightedRows,
} from "../../features/weighting.js";
import { type CountingClassifier, isCounting } from "../bayes/counting-classifier.js";
import type { ClassPair } from "../classifier.js";
import { learningFrom } from "../out-of-parts.js";
import { type Arrays, prefixed, requiredArray, withPrefix } from "../stored-arrays.js";
import { type Parts, type StoredClassifier, type StoredModel, WrappedModel } from "../stored-classifier.js";
import { storedCounts } from "./stored-counts.js";

/**
 * Makes a classifier that learns from weights instead of counts. Document frequencies are those of its training
 * documents. Rows to be scored contain counts, as for every model.
 */
export function weighted(
  classifier: CountingClassifier | StoredClassifier,
  options: WeightingOptions,
): StoredClassifier {
  requireWeighting(options);
  const inner = isCounting(classifier) ? storedCounts(classifier) : classifier;
  return {
    name: classifier.name,
    growsWithLength: inner.growsWithLength && (options.norm ?? "none") === "none",
    ...learningFrom(inner, (data) => {
      requireDataset("fit", data);
      requireCounts("fit", data.x);
      const factors = documentFactors(data.x, options, data.weights);
      const x = weightedRows(data.x, options, factors);
      return {
        data: { ...data, x },
        seenInto: (parts) => seenFromOtherParts(x, parts, options),
        modelOf: (model) => new WeightedModel(model, options, factors),
      };
    }),
    restore(labels, columns, arrays) {
      const hasFactors = (options.idf ?? "none") !== "none";
      const factors = hasFactors ? requiredArray(arrays, FACTORS, Float64Array, columns, isFactor) : undefined;
      return new WeightedModel(inner.restore(labels, columns, withPrefix(MODEL, arrays)), options, factors);
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
function seenFromOtherParts(
  x: SparseMatrix,
  { partOf }: Parts,
  { norm = "none" }: WeightingOptions,
): Parts["seenInto"] {
  const onlyIn = onlyParts(x, partOf);
  return (row, values) => {
    const { ids, values: weights, start } = rowView(x, row);
    let removed = 0;
    for (let i = 0; i < values.length; i++) {
      const isUnknown = onlyIn[ids[start + i]] === partOf[row];
      if (isUnknown && weights[start + i] !== 0) removed++;
      values[i] = isUnknown ? 0 : weights[start + i];
    }
    if (removed > 0) normalize(values, norm);
  };
}

/** Returns, for each column, the only part whose rows have it, or `SEVERAL_PARTS` or `NO_PART`. */
function onlyParts(x: SparseMatrix, partOf: ArrayLike<number>): Int32Array {
  const parts = new Int32Array(x.columns).fill(NO_PART);
  for (let row = 0; row < x.rows; row++) {
    const { ids, values, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) {
      if (values[i] === 0) continue;
      if (parts[ids[i]] === NO_PART) parts[ids[i]] = partOf[row];
      else if (parts[ids[i]] !== partOf[row]) parts[ids[i]] = SEVERAL_PARTS;
    }
  }
  return parts;
}

/** Stands for a column that rows of several parts have. */
const SEVERAL_PARTS = -1;

/** Stands for a column that no row has. */
const NO_PART = -2;

/** The name of the array of inverse document frequencies. */
const FACTORS = "weighting.factors";
/** The beginning of the names of the arrays of the inner model. */
const MODEL = "weighted.";

/**
 * Whether a number can be an inverse document frequency: at most that for 2^40 documents to the highest power. Sums of
 * its squares stay finite.
 */
function isFactor(value: number): boolean {
  return isCount(value) && value <= 1e150;
}

/** A model of weights that takes counts and weights them. */
export class WeightedModel extends WrappedModel<StoredModel> {
  readonly #weigh: ReturnType<typeof rowWeigher>;
  readonly #factors: Float64Array | undefined;
  /** The offsets of the row that is scored. */
  readonly #starts = new Uint32Array(2);

  /** @param factors the inverse document frequencies, if any */
  constructor(inner: StoredModel, options: WeightingOptions, factors: Float64Array | undefined) {
    // With a norm, removing a term increases the weights of all others.
    const additive = inner.additive === true && (options.norm ?? "none") === "none";
    super(inner, { columns: inner.columns, binary: false, additive });
    this.#weigh = rowWeigher(options, factors);
    this.#factors = factors;
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    const { inner } = this;
    if (x.view !== undefined || inner.binary) {
      inner.scoreInto(this.weightedRow(x, row), 0, scores);
      return;
    }
    const start = x.starts[row];
    const end = x.starts[row + 1];
    const { ids, columns } = x;
    const values = this.#weigh({ ids, values: x.values, start, end });
    this.#starts[1] = end - start;
    inner.scoreInto(
      { rows: 1, columns, starts: this.#starts, ids: start === 0 ? ids : ids.subarray(start), values },
      0,
      scores,
    );
  }

  /** Each entry of counts is one entry of weights, so the parts need not be moved. */
  override marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    return this.inner.marginInto(this.weightedRow(x, row), 0, pair, parts);
  }

  arrays(): Arrays {
    return { ...prefixed(MODEL, this.inner.arrays()), ...(this.#factors && { [FACTORS]: this.#factors }) };
  }

  /** Returns one row in the form that the inner model takes. */
  weightedRow(x: SparseMatrix, row: number): SparseMatrix {
    const { ids, values } = rowCopy(rowView(x, row));
    this.#weigh({ ids, values, start: 0, end: ids.length }, values);
    const weighted = { rows: 1, columns: x.columns, starts: Uint32Array.of(0, ids.length), ids, values };
    return this.inner.binary ? binarized(weighted) : weighted;
  }
}
