import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { ClassPair, Model } from "../classifier.js";
import type { Arrays } from "../stored-arrays.js";
import type { StoredModel } from "../stored-classifier.js";

/** The base class of models that wrap another model. A subclass inherits from the inner model what it keeps. */
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
