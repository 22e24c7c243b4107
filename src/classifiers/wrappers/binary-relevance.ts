import { DataError } from "../../base/errors.js";
import { labelSets } from "../../documents/label-cells.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { tokensOf } from "../calibration/calibration.js";
import { fitTemperature } from "../calibration/fit-temperature.js";
import type { FitProgress } from "../classifier.js";
import { requireDataset } from "../require-dataset.js";
import {
  fitOutOfParts,
  isScoring,
  type Parts,
  type ScoringClassifier,
  type StoredClassifier,
} from "../stored-classifier.js";
import { partsOf } from "./inner-folds.js";
import { CLASSES, type ClassDecision, LabelDecisions, restoredDecisions, tempered } from "./label-decisions.js";
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
  const scored = documents.filter(({ scores, actual }) => Number.isFinite(scores[actual]));
  // Without scored documents of both classes, the label is given from a probability of .5 on, uncalibrated.
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
    // A number for each of the two classes.
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
