import { lazily } from "../../base/lazily.js";
import { ascending, smallest, sumOf } from "../../base/lists.js";
import { classWeights, requireCounts, requireDataset } from "../../features/dataset.js";
import { cosineIndex } from "../../features/neighbours/cosine-index.js";
import { type Dataset, isCount, type SparseMatrix, selectRows, transposed } from "../../features/sparse-matrix.js";
import { type Arrays, inconsistent, isPositive, requireCountedRows, requiredArray } from "../stored-arrays.js";

/** The training documents of a model that compares them with new documents. */
export type RememberedDocuments = ReturnType<typeof documentsOf>;

/**
 * Returns the documents of a data set, without those of weight 0.
 *
 * @throws DataError if a value is negative or not finite, or no document has a weight above 0.
 */
export function rememberedDocuments(data: Dataset): RememberedDocuments {
  requireDataset("fit", data);
  requireCounts("fit", data.x);
  const rows = ascending(data.x.rows).filter((row) => (data.weights?.[row] ?? 1) > 0);
  // Transposing twice sorts the entries of each row, so their order does not depend on the order of reading.
  const x = transposed(transposed(selectRows(data.x, rows)));
  const weights = Float64Array.from(rows, (row) => data.weights?.[row] ?? 1);
  const y = rows.map((row) => data.y[row]);
  return documentsOf(data.labels, x, y, weights);
}

/** Restores the documents from arrays. @throws DataError if an array is missing or does not fit. */
export function restoredDocuments(labels: readonly string[], columns: number, arrays: Arrays): RememberedDocuments {
  const weights = requiredArray(arrays, "documents.weights", Float64Array, undefined, isPositive);
  const { length: rows } = weights;
  const y = requiredArray(arrays, "documents.classes", Uint32Array, rows, (c) => c < labels.length);
  const starts = requiredArray(arrays, "documents.starts", Uint32Array, rows + 1);
  const ids = requiredArray(arrays, "documents.terms", Uint32Array, starts[rows]);
  const x = { rows, columns, starts, ids, values: restoredValues(arrays, ids.length) };
  requireCountedRows("documents", x);
  // Models add up all weights and weighted values, so their sum must be finite.
  const sum = sumOf(weights.map((weight, row) => weight * (1 + sumOf(x.values, starts[row], starts[row + 1]))));
  if (rows === 0 || !isCount(sum)) throw inconsistent("documents");
  return documentsOf(labels, x, y, weights);
}

/** @param x a row per document, entries in the order of the columns. @param weights above 0 */
function documentsOf(labels: readonly string[], x: SparseMatrix, y: Uint32Array, weights: Float64Array) {
  const sizes = classWeights({ y, labels, weights });
  return {
    labels,
    x,
    y,
    weights,
    /** The sum of all weights. */
    size: sumOf(weights),
    /** The sum of the weights of each class. */
    sizes,
    /** The number of classes that have documents. */
    classes: sizes.filter((size) => size > 0).length,
    leastWeight: smallest(weights),
    /** Returns the index that finds the nearest documents. It is built on first use. */
    index: lazily(() => cosineIndex(x)),
    /** Returns the arrays for `restoredDocuments`. */
    arrays(): Arrays {
      const coded = encodeValues(x.values);
      return {
        "documents.weights": weights,
        "documents.classes": y,
        "documents.starts": x.starts,
        "documents.terms": x.ids,
        ...(coded === undefined
          ? { "documents.values": x.values }
          : { "documents.codes": coded.codes, "documents.distinct": coded.distinct }),
      };
    },
  };
}

/** Restores the values, coded or not. @throws DataError if an array is missing or does not fit. */
function restoredValues(arrays: Arrays, length: number): Float64Array {
  if (!Object.hasOwn(arrays, "documents.codes")) {
    return requiredArray(arrays, "documents.values", Float64Array, length);
  }
  const distinct = requiredArray(arrays, "documents.distinct", Float64Array);
  if (!distinct.every((value, i) => i === 0 || value > distinct[i - 1])) throw inconsistent("documents.distinct");
  const isCode = (code: number) => code < distinct.length;
  const codes = requiredArray(arrays, "documents.codes", codeType(distinct), length, isCode);
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) values[i] = distinct[codes[i]];
  return values;
}

/** The number of codes that fit in two bytes. */
const MAX_DISTINCT = 1 << 16;

/**
 * Returns values in one or two bytes each instead of eight: the distinct values, ascending, and of each value its place
 * among them (`codes`). Undefined if more than MAX_DISTINCT are distinct, which is rare for counts and
 * weights of terms.
 */
function encodeValues(values: Float64Array) {
  const distinct = new Set<number>();
  for (const value of values) {
    distinct.add(value);
    if (distinct.size > MAX_DISTINCT) return undefined;
  }
  const sorted = Float64Array.from(distinct).sort();
  const codeOf = new Map(Array.from(sorted, (value, code) => [value, code]));
  const codes = new (codeType(sorted))(values.length);
  for (let i = 0; i < values.length; i++) codes[i] = codeOf.get(values[i]) ?? 0;
  return { codes, distinct: sorted };
}

/** Returns the array type for the codes of these distinct values: one byte suffices for up to 256. */
function codeType(distinct: Float64Array): new (length: number) => Uint8Array | Uint16Array {
  return distinct.length <= 1 << 8 ? Uint8Array : Uint16Array;
}
