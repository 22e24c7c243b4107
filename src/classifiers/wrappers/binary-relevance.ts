import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { labelSets } from "../../documents/label-cells.js";
import { requireDataset } from "../../features/dataset.js";
import { type Dataset, tokensOf } from "../../features/sparse-matrix.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { fitTemperature } from "../calibration/fit-temperature.js";
import type { FitProgress } from "../classifier.js";
import { fitOutOfParts } from "../out-of-parts.js";
import type { Parts, StoredClassifier } from "../stored-classifier.js";
import { partsOf } from "./inner-folds.js";
import { CLASSES, type ClassDecision, LabelDecisions, restoredDecisions, tempered } from "./label-decisions.js";
import { asStored } from "./weighted.js";

/**
 * Makes a yes/no decision for each label (binary relevance; Tsoumakas and Katakis 2007). Each label has a model with
 * two classes: documents with the label, and all others. Its temperature and threshold are fitted to out-of-fold scores
 * of the training documents.
 *
 * The classes of the data are combinations of labels, such as `a;b`: see `labelSets`. The classes of the model are
 * single labels.
 */
export function binaryRelevance(classifier: CountingClassifier | StoredClassifier): StoredClassifier {
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
    restore: (labels, columns, arrays) => restoredDecisions(inner, labels, columns, arrays),
  };
}

/** The number of folds by which a label is scored. */
const FOLDS = 5;

/** Learns the decision on one label. @param data documents with the label (class 1), and all others */
function decisionOf(inner: StoredClassifier, data: Dataset, onProgress: FitProgress, jobs?: number): ClassDecision {
  if (Array.from(data.y).every((c) => c === 1)) return { model: undefined, factor: 1, threshold: 0 };
  const { model, documents } = scoredFit(inner, data, onProgress, jobs);
  const y = documents.map(({ actual }) => actual);
  // Without scored documents of both classes, the label is given from a probability of .5 on, uncalibrated.
  if (!CLASSES.every((_, c) => y.includes(c))) return { model, factor: 1, threshold: 0 };
  const possible = documents.filter(({ scores, actual }) => Number.isFinite(scores[actual]));
  const factor = Math.exp(-fitTemperature(possible).offset);
  const logOdds = documents.map(({ scores }) => tempered(scores, factor));
  return { model, factor, threshold: bestThreshold(logOdds, y) };
}

/** Fits a model of a label, and scores documents with models that have not seen them (no documents if too few). */
function scoredFit(
  inner: StoredClassifier,
  data: Dataset,
  onProgress: FitProgress,
  jobs?: number,
): ReturnType<NonNullable<StoredClassifier["fitScored"]>> {
  const { x, y } = data;
  const parts = partsOf(data, Math.min(FOLDS, y.length));
  if (!isLearnable(y, parts)) return { model: inner.fit(data, onProgress, jobs), documents: [] };
  if (inner.fitScored !== undefined) return inner.fitScored(data, onProgress, jobs);
  // A number for each of the two classes.
  const scores = new Float64Array(2 * y.length);
  const model = fitOutOfParts(inner, data, parts, scores, onProgress);
  const documents = Array.from(y, (actual, row) => {
    return { scores: scores.subarray(2 * row, 2 * row + 2), actual, tokens: tokensOf(x, row) };
  });
  return { model, documents: documents.filter((_, row) => parts.partOf[row] < parts.scored) };
}

/** Whether the model of the other parts always has documents with and without the label to learn from. */
function isLearnable(y: ArrayLike<number>, { partOf, count }: Parts): boolean {
  return count > 1 && CLASSES.every((_, c) => new Set(Array.from(partOf).filter((_, row) => y[row] === c)).size > 1);
}

/** The weight of the prior that the threshold is a probability of .5, in documents with the label. */
const PRIOR_DOCUMENTS = 10;

/**
 * Returns the least log odds with which a document should get a label. It is the place between two documents with the
 * highest F1, shrunk towards 0 (a probability of .5) by n / (n + 10) for n documents with the label. With few
 * documents, the best place is mostly chance (Lewis et al. 1996; Fan and Lin 2007 on its risk with rare labels).
 *
 * If several places are equally good, it takes the one nearest to 0. If 0 lies between the two documents, it takes 0.
 *
 * @param logOdds finite, of documents scored by models that have not seen them
 * @param y 1 for each document with the label, else 0; at least one is 1
 */
export function bestThreshold(logOdds: readonly number[], y: ArrayLike<number>): number {
  const order = Array.from(logOdds.keys()).sort((a, b) => logOdds[b] - logOdds[a]);
  const positives = sumOf(y);
  let right = 0;
  let best = { f1: -1, threshold: 0 };
  for (const [i, row] of order.entries()) {
    right += y[row];
    const lowest = logOdds[row];
    // After the last document, the place is halfway between it and 0, or at the document if that is below 0.
    const next = i + 1 < order.length ? logOdds[order[i + 1]] : Math.min(lowest, 0);
    // Equal documents cannot be divided.
    if (next === lowest && i + 1 < order.length) continue;
    const f1 = (2 * right) / (i + 1 + positives);
    const threshold = next < 0 && lowest >= 0 ? 0 : (lowest + next) / 2;
    if (f1 > best.f1 || (f1 === best.f1 && Math.abs(threshold) < Math.abs(best.threshold))) best = { f1, threshold };
  }
  return (best.threshold * positives) / (positives + PRIOR_DOCUMENTS);
}
