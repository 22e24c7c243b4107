import { DataError } from "../../base/errors.js";
import { labelSets } from "../../documents/label-sets.js";
import type { Dataset, SparseMatrix } from "../../features/sparse-matrix.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { tokensOf } from "../calibration/calibration.js";
import { fitTemperature } from "../calibration/fit-temperature.js";
import { type FitProgress, rowsFor } from "../classifier.js";
import { isCount, requireDataset } from "../require-dataset.js";
import { scoreDifference } from "../scores.js";
import { type Arrays, isPositive, type NumberArray, prefixed, requiredArray, withPrefix } from "../stored-arrays.js";
import {
  fitOutOfParts,
  isScoring,
  type Parts,
  type ScoringClassifier,
  type StoredClassifier,
  type StoredModel,
} from "../stored-classifier.js";
import { partsOf } from "./inner-folds.js";
import { bestThreshold } from "./label-threshold.js";
import { asStored } from "./weighted.js";

/**
 * Makes a yes/no decision for each label (binary relevance; Tsoumakas and Katakis 2007). Each label has a model with
 * two classes: documents with the label, and all others. Its temperature and threshold are fitted to out-of-fold scores
 * of the training documents.
 *
 * The classes of the data are combinations of labels, such as `a;b`: see `labelSets`. The classes of the model are
 * single labels.
 */
export function labelDecisions(classifier: CountingClassifier | StoredClassifier): StoredClassifier {
  const inner = asStored(classifier);
  return {
    name: classifier.name,
    fit(data, onProgress, jobs) {
      requireDataset("fit", data);
      const { labels, sets } = labelSets(data);
      const learned = [...new Set(sets.flat())].sort((a, b) => a - b);
      if (learned.length === 0) throw new DataError("no document has a label, so there is nothing to learn");
      const decisions = learned.map((l, done) => {
        const y = Uint32Array.from(sets, (set) => (set.includes(l) ? 1 : 0));
        const onShare: FitProgress = (share) => onProgress?.((done + share) / learned.length);
        return decisionOf(inner, { ...data, y, labels: CLASSES }, onShare, jobs);
      });
      const names = learned.map((l) => labels[l]);
      return new LabelDecisions(names, data.x.columns, data.x.rows, decisions);
    },
    restore: (labels, columns, arrays) => restored(inner, labels, columns, arrays),
  };
}

/** The decision on one label. */
interface ClassDecision {
  /** Tells documents with the label (class 1) from all others; undefined if all training documents have the label. */
  readonly model: StoredModel | undefined;
  /** The factor of the log odds of the model, above 0. */
  readonly factor: number;
  /** The label is given if the log odds are at least this. */
  readonly threshold: number;
}

/** The classes of the model of one label. */
const CLASSES = ["no", "yes"] as const;

const FOLDS = 5;

/** Log odds are limited to this size. Finite, so that a threshold can lie between two values. */
const CERTAIN = 50;

/** @param data documents with the label (class 1), and all others */
function decisionOf(inner: StoredClassifier, data: Dataset, onProgress: FitProgress, jobs?: number): ClassDecision {
  if (Array.from(data.y).every((c) => c === 1)) return { model: undefined, factor: 1, threshold: 0 };
  const { model, documents } = scoredFit(inner, data, onProgress, jobs);
  const scored = documents.filter(({ scores, actual }) => Number.isFinite(scores[actual]));
  if (!CLASSES.every((_, c) => documents.some(({ actual }) => actual === c))) return { model, factor: 1, threshold: 0 };
  const factor = Math.exp(-fitTemperature(scored).offset);
  const logOdds = documents.map(({ scores }) => tempered(scores, factor));
  const y = documents.map(({ actual }) => actual);
  return { model, factor, threshold: bestThreshold(logOdds, y) };
}

/** Fits a model of a label, and scores documents with models that have not seen them (no documents if too few). */
function scoredFit(
  inner: StoredClassifier,
  data: Dataset,
  onProgress: FitProgress,
  jobs?: number,
): ReturnType<ScoringClassifier["fitScored"]> {
  const { x, y } = data;
  const parts = partsOf(data, Math.min(FOLDS, y.length));
  if (!isLearnable(y, parts)) return { model: inner.fit(data, onProgress, jobs), documents: [] };
  if (isScoring(inner)) return inner.fitScored(data, onProgress, jobs);
  const scores = new Float64Array(2 * y.length);
  const model = fitOutOfParts(inner, data, parts, scores, onProgress);
  const rows = Array.from(parts.of).flatMap((part, row) => (part < parts.scored ? [row] : []));
  const documents = rows.map((row) => ({
    scores: scores.subarray(2 * row, 2 * row + 2),
    actual: y[row],
    tokens: tokensOf(x, row),
  }));
  return { model, documents };
}

/** Whether the model of the other parts always has documents with and without the label to learn from. */
function isLearnable(y: ArrayLike<number>, { of, count }: Parts): boolean {
  return count > 1 && CLASSES.every((_, c) => new Set(Array.from(of).filter((_, row) => y[row] === c)).size > 1);
}

function tempered([no, yes]: Float64Array, factor: number): number {
  return Math.max(-CERTAIN, Math.min(CERTAIN, factor * scoreDifference(yes, no)));
}

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
  readonly #decisions: readonly ClassDecision[];
  readonly #pair = new Float64Array(2);

  constructor(labels: readonly string[], columns: number, documents: number, decisions: readonly ClassDecision[]) {
    this.labels = labels;
    this.columns = columns;
    this.documents = documents;
    this.#decisions = decisions;
  }

  /** Returns the threshold of each label: a document gets the label if its log odds are at least this. */
  get thresholds(): Float64Array {
    return Float64Array.from(this.#decisions, ({ threshold }) => threshold);
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

function isSame(a: NumberArray | undefined, b: NumberArray): boolean {
  const bytesOf = ({ buffer, byteOffset, byteLength }: NumberArray) => new Uint8Array(buffer, byteOffset, byteLength);
  return a !== undefined && a.constructor === b.constructor && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

function restored(inner: StoredClassifier, labels: readonly string[], columns: number, arrays: Arrays): LabelDecisions {
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
