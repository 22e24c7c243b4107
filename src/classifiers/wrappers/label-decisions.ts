import { DataError } from "../../base/errors.js";
import { isCount, type SparseMatrix } from "../../features/sparse-matrix.js";
import { rowsFor } from "../classifier.js";
import { scoreDifference } from "../scores.js";
import { type Arrays, isPositive, type NumberArray, prefixed, requiredArray, withPrefix } from "../stored-arrays.js";
import type { StoredClassifier, StoredModel } from "../stored-classifier.js";

/** The decision on one label. */
export interface ClassDecision {
  /** Tells documents with the label (class 1) from all others; undefined if all training documents have the label. */
  readonly model: StoredModel | undefined;
  /** The factor of the log odds of the model, above 0. */
  readonly factor: number;
  /** The label is given if the log odds are at least this. */
  readonly threshold: number;
}

/** The classes of the model of one label. */
export const CLASSES = ["no", "yes"] as const;

/** Log odds are limited to this size. Finite, so that a threshold can lie between two values. */
const CERTAIN = 50;

/** Returns log odds within their limits. */
export function limited(logOdds: number): number {
  return Math.max(-CERTAIN, Math.min(CERTAIN, logOdds));
}

/** Returns the log odds of a label, from -50 to 50, from the two scores of its model and the factor of its decision. */
export function tempered([no, yes]: Float64Array, factor: number): number {
  return limited(factor * scoreDifference(yes, no));
}

/** The names of the arrays in a model file, and the beginning of the names of shared arrays. */
const THRESHOLDS = "decisions.thresholds";
const FACTORS = "decisions.factors";
const CONSTANT = "decisions.constant";
const DOCUMENTS = "decisions.documents";
const SHARED = "shared.";

/** A model that decides on each label separately. Its scores are log odds; labels do not exclude each other. */
export class LabelDecisions implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  /** The number of training documents. */
  readonly documents: number;
  /** The threshold of each label: a document gets the label if its log odds are at least this. */
  readonly thresholds: Float64Array;
  readonly #decisions: readonly ClassDecision[];
  /** Scratch: the two scores of the model of a label. */
  readonly #pair = new Float64Array(2);

  constructor(labels: readonly string[], columns: number, documents: number, decisions: readonly ClassDecision[]) {
    this.labels = labels;
    this.columns = columns;
    this.documents = documents;
    this.thresholds = Float64Array.from(decisions, ({ threshold }) => threshold);
    this.#decisions = decisions;
  }

  /** Returns the model that tells documents with a label (class 1) from all others; undefined if all have the label. */
  modelOf(label: number): StoredModel | undefined {
    return this.#decisions[label].model;
  }

  /** Writes ln of P(label | row) / P(not label | row) of each label, from -50 to 50. */
  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    for (const [l, { model, factor }] of this.#decisions.entries()) {
      model?.scoreInto(rowsFor(model, x), row, this.#pair);
      scores[l] = model === undefined ? CERTAIN : tempered(this.#pair, factor);
    }
  }

  /** @throws DataError, because labels do not compete. */
  marginInto(): number {
    throw new DataError("a model of several labels has no margin between two of them");
  }

  /** Arrays that are the same in the models of all labels, such as document frequencies, are stored once. */
  arrays(): Arrays {
    const members = this.#decisions.map(({ model }) => model?.arrays() ?? {});
    const [first = {}] = members;
    const isShared = ([name, array]: [string, NumberArray]) => members.every((member) => isSame(member[name], array));
    const shared = Object.fromEntries(Object.entries(first).filter(isShared));
    const others = members.flatMap((member, l) =>
      Object.entries(member).flatMap(([name, array]) => (Object.hasOwn(shared, name) ? [] : [[`${l}.${name}`, array]])),
    );
    return {
      [THRESHOLDS]: this.thresholds,
      [FACTORS]: Float64Array.from(this.#decisions, ({ factor }) => factor),
      [CONSTANT]: Uint8Array.from(this.#decisions, ({ model }) => (model === undefined ? 1 : 0)),
      [DOCUMENTS]: Float64Array.of(this.documents),
      ...prefixed(SHARED, shared),
      ...Object.fromEntries(others),
    };
  }
}

/** Whether two arrays have the same type and the same bytes. */
function isSame(a: NumberArray | undefined, b: NumberArray): boolean {
  const bytesOf = ({ buffer, byteOffset, byteLength }: NumberArray) => new Uint8Array(buffer, byteOffset, byteLength);
  return a !== undefined && a.constructor === b.constructor && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

/** Restores the model from its arrays. @throws DataError if one is missing or does not fit */
export function restoredDecisions(
  inner: StoredClassifier,
  labels: readonly string[],
  columns: number,
  arrays: Arrays,
): LabelDecisions {
  const { length: size } = labels;
  const thresholds = requiredArray(arrays, THRESHOLDS, Float64Array, size, (log) => Math.abs(log) <= CERTAIN);
  const factors = requiredArray(arrays, FACTORS, Float64Array, size, isPositive);
  const constant = requiredArray(arrays, CONSTANT, Uint8Array, size, (flag) => flag <= 1);
  const [documents] = requiredArray(arrays, DOCUMENTS, Float64Array, 1, isCount);
  const shared = withPrefix(SHARED, arrays);
  const decisions = Array.from(labels, (_, l) => ({
    model:
      constant[l] === 1 ? undefined : inner.restore(CLASSES, columns, { ...shared, ...withPrefix(`${l}.`, arrays) }),
    factor: factors[l],
    threshold: thresholds[l],
  }));
  return new LabelDecisions(labels, columns, documents, decisions);
}
