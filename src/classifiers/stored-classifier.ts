import type { Dataset, SparseMatrix } from "../features/sparse-matrix.js";
import type { ScoredDocument } from "./calibration/fit-temperature.js";
import type { Classifier, ClassPair, FitProgress, Model } from "./classifier.js";
import type { Arrays } from "./stored-arrays.js";

/** A model that is not made of counts: its file holds the model itself, as arrays. */
export interface StoredModel extends Model {
  /** Returns the arrays from which `restore` makes the same model. Views; do not change them. */
  arrays(): Arrays;
  /** Returns the same model with only the columns that can change a score. Missing or undefined: all can. */
  narrowed?(): { readonly columns: Uint32Array; readonly model: StoredModel } | undefined;
}

/** A classifier whose models are stored as arrays. */
export interface StoredClassifier extends Classifier {
  /**
   * A number of documents for each of `TERM_KINDS`. Terms of that kind in fewer training documents do not change the
   * model. Default: 1 each.
   */
  readonly leastDocuments?: readonly number[] | undefined;
  /** Whether probabilities are calibrated by default, on the documents of `fitScored`. Default false. */
  readonly calibratesItself?: boolean;
  /** Takes the place of this classifier for each of several labels. Default: this classifier. */
  readonly perLabel?: StoredClassifier | undefined;
  fit(data: Dataset, onProgress?: FitProgress, jobs?: number): StoredModel;
  /**
   * Returns the model of `fit`, and scores each row by a model of the rows of all other parts. Those models may share
   * facts that do not depend on labels, such as document frequencies. Default: fits a model for each part.
   *
   * @param scores room for a number per row and class; a class that is impossible gets -∞
   */
  fitOutOfParts?(data: Dataset, parts: Parts, scores: Float64Array, onProgress?: FitProgress): StoredModel;
  /**
   * Returns the model of `fit`, and training documents scored by models that have not seen them; empty if it makes no
   * such models.
   */
  fitScored?(
    data: Dataset,
    onProgress?: FitProgress,
    jobs?: number,
  ): { readonly model: StoredModel; readonly documents: readonly ScoredDocument[] };
  /**
   * Returns the model that `arrays` came from.
   *
   * @param columns the number of terms
   * @throws DataError if an array is missing or does not fit: a model file may be forged.
   */
  restore(labels: readonly string[], columns: number, arrays: Arrays): StoredModel;
}

/** Rows divided into parts. */
export interface Parts {
  /** The part of each row, 0 ≤ part < count. */
  readonly partOf: ArrayLike<number>;
  readonly count: number;
  /** How many parts to score, from the first on; at most `count`. The scores of other rows do not change. */
  readonly scored: number;
  /**
   * Writes the values of a row as a model of the other parts sees them, one per entry: 0 for terms that no row of
   * another part has. Default: the values as they are.
   */
  readonly seenInto?: ((row: number, values: Float64Array) => void) | undefined;
}

/** Whether this is a model, and not the arrays of one. */
export function isStoredModel(model: Model | Arrays): model is StoredModel {
  return "arrays" in model && typeof model.arrays === "function";
}

/**
 * The base class of models that wrap another model. All members are those of the inner model unless overridden, except
 * `narrowed`, which is not passed on.
 */
export abstract class WrappedModel<Inner extends Model> implements StoredModel {
  readonly inner: Inner;
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary: boolean;
  readonly additive: boolean;
  readonly weightsOf: Model["weightsOf"];

  constructor(inner: Inner, { columns, binary, additive }: Pick<Model, "columns" | "binary" | "additive"> = inner) {
    this.inner = inner;
    this.labels = inner.labels;
    this.columns = columns;
    this.binary = binary;
    this.additive = additive === true;
    this.weightsOf = inner.weightsOf?.bind(inner);
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    this.inner.scoreInto(x, row, scores);
  }

  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    return this.inner.marginInto(x, row, pair, parts);
  }

  abstract arrays(): Arrays;
}
