import { coded, decoded } from "../features/coded-values.js";
import { CosineIndex } from "../features/cosine-index.js";
import { type SparseMatrix, selectRows, transposed } from "../features/sparse-matrix.js";
import { type Dataset, isCount, requireCounts, requireDataset } from "./classifier.js";
import { type Arrays, inconsistent, requiredArray } from "./stored-classifier.js";

/** Documents that a model keeps, because it decides by those that are most like a new one. */
export class RememberedDocuments {
  readonly labels: readonly string[];
  /** A row a document; entries in the order of the columns. */
  readonly x: SparseMatrix;
  /** The class of each. */
  readonly y: Uint32Array;
  /** How many documents each one counts as, above 0. */
  readonly weights: Float64Array;
  /** The sum of the weights. */
  readonly size: number;
  /** The same of each class. */
  readonly sizes: Float64Array;
  /** How many classes have documents. */
  readonly classes: number;
  /** The least of the weights. */
  readonly leastWeight: number;
  #index: CosineIndex | undefined;

  private constructor(labels: readonly string[], x: SparseMatrix, y: Uint32Array, weights: Float64Array) {
    this.labels = labels;
    this.x = x;
    this.y = y;
    this.weights = weights;
    this.sizes = new Float64Array(labels.length);
    for (let row = 0; row < y.length; row++) this.sizes[y[row]] += weights[row];
    this.classes = this.sizes.reduce((classes, size) => (size > 0 ? classes + 1 : classes), 0);
    this.size = weights.reduce((sum, weight) => sum + weight, 0);
    this.leastWeight = weights.reduce((least, weight) => Math.min(least, weight), Number.POSITIVE_INFINITY);
  }

  /**
   * The documents of a data set, but for those of weight 0.
   *
   * @throws DataError if a value is negative or not finite, or no document has a weight above 0.
   */
  static of(data: Dataset): RememberedDocuments {
    requireDataset("fit", data);
    requireCounts("fit", data.x);
    const { x, y, labels } = data;
    const all = Uint32Array.from({ length: x.rows }, (_, row) => row);
    const weightOf = (row: number) => data.weights?.[row] ?? 1;
    const rows = all.filter((row) => weightOf(row) > 0);
    // Twice on its side: the order of entries must not depend on who has read them.
    return new RememberedDocuments(
      labels,
      transposed(transposed(selectRows(x, rows))),
      Uint32Array.from(rows, (row) => y[row]),
      Float64Array.from(rows, weightOf),
    );
  }

  /** @throws DataError if an array is missing or does not fit. */
  static restored(labels: readonly string[], columns: number, arrays: Arrays): RememberedDocuments {
    const weights = requiredArray(arrays, "documents.weights", Float64Array);
    const rows = weights.length;
    const y = requiredArray(arrays, "documents.classes", Uint32Array, rows);
    const starts = requiredArray(arrays, "documents.starts", Uint32Array, rows + 1);
    const ids = requiredArray(arrays, "documents.terms", Uint32Array, starts[rows]);
    const values = valuesOf(arrays, ids.length);
    const sound =
      rows > 0 &&
      starts[0] === 0 &&
      starts.every((start, row) => row === 0 || start >= starts[row - 1]) &&
      y.every((c) => c < labels.length) &&
      weights.every((weight) => weight > 0 && weight < Number.POSITIVE_INFINITY) &&
      values.every(isCount) &&
      rowsAscend(starts, ids, columns);
    if (!sound) throw inconsistent("documents");
    return new RememberedDocuments(labels, { rows, columns, starts, ids, values }, y, weights);
  }

  /** What finds the nearest; made when it is first asked for. */
  get index(): CosineIndex {
    this.#index ??= new CosineIndex(this.x);
    return this.#index;
  }

  /** What `restored` makes them of again. */
  arrays(): Arrays {
    const codes = coded(this.x.values);
    return {
      "documents.weights": this.weights,
      "documents.classes": this.y,
      "documents.starts": this.x.starts,
      "documents.terms": this.x.ids,
      ...(codes === undefined
        ? { "documents.values": this.x.values }
        : { "documents.codes": codes.codes, "documents.distinct": codes.distinct }),
    };
  }
}

function valuesOf(arrays: Arrays, length: number): Float64Array {
  if (!Object.hasOwn(arrays, "documents.codes")) {
    return requiredArray(arrays, "documents.values", Float64Array, length);
  }
  const distinct = requiredArray(arrays, "documents.distinct", Float64Array);
  const type: new (length: number) => Uint8Array | Uint16Array = distinct.length <= 1 << 8 ? Uint8Array : Uint16Array;
  const codes = requiredArray(arrays, "documents.codes", type, length);
  const values = decoded({ codes, distinct });
  if (values === undefined) throw inconsistent("documents.codes");
  return values;
}

/** Whether each row has its columns ascending, each once, and none that there is not. */
function rowsAscend(starts: Uint32Array, ids: Uint32Array, columns: number): boolean {
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i++) {
      if (ids[i] >= columns || (i > starts[row] && ids[i] <= ids[i - 1])) return false;
    }
  }
  return true;
}
