import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { labelSets } from "../../documents/label-cells.js";
import { requireDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { fitTemperature } from "../calibration/fit-temperature.js";
import type { FitProgress } from "../classifier.js";
import { fittedScores } from "../out-of-parts.js";
import type { Parts, StoredClassifier } from "../stored-classifier.js";
import { partsOf } from "./inner-folds.js";
import {
  CLASSES,
  type ClassDecision,
  LabelDecisions,
  limited,
  restoredDecisions,
  tempered,
} from "./label-decisions.js";
import { asStored } from "./weighted.js";

/**
 * Makes a yes/no decision for each label (binary relevance; Tsoumakas and Katakis 2007). Each label has a model with
 * two classes: documents with the label, and all others. Its temperature and threshold are fitted to out-of-fold scores
 * of the training documents: see `chosenThresholds`.
 *
 * The classes of the data are combinations of labels, such as `a;b`: see `labelSets`. The classes of the model are
 * single labels.
 */
export function binaryRelevance(classifier: CountingClassifier | StoredClassifier): StoredClassifier {
  const stored = asStored(classifier);
  const inner = stored.perLabel ?? stored;
  return {
    name: classifier.name,
    fit(data, onProgress, jobs) {
      requireDataset("fit", data);
      const { labels, sets } = labelSets(data);
      const learned = [...new Set(sets.flat())].sort((a, b) => a - b);
      if (learned.length === 0) throw new DataError("no document has a label, so there is nothing to learn");
      const scored = learned.map((l, done) => {
        const y = Uint32Array.from(sets, (set) => (set.includes(l) ? 1 : 0));
        const onShare: FitProgress = (share) => onProgress?.((done + share) / learned.length);
        return scoredLabel(inner, { ...data, y, labels: CLASSES }, onShare, jobs);
      });
      const thresholds = chosenThresholds(scored);
      const decisions = scored.map(({ model, factor }, l) => ({ model, factor, threshold: thresholds[l] }));
      const names = learned.map((l) => labels[l]);
      return new LabelDecisions(names, data.x.columns, data.x.rows, decisions);
    },
    restore: (labels, columns, arrays) => restoredDecisions(inner, labels, columns, arrays),
  };
}

/** The number of folds by which a label is scored. */
const FOLDS = 5;

/** The model of a label, and what its threshold is chosen from. */
interface ScoredLabel extends Omit<ClassDecision, "threshold"> {
  /** Documents scored by models that have not seen them. Empty without scored documents of both classes. */
  readonly scored: ScoredDocuments;
}

/** The number of documents with a label, and the documents with the highest scores, the highest first. */
export type ScoredDocuments = ReturnType<typeof highest>;

/** Learns to decide on one label. @param data documents with the label (class 1), and all others */
function scoredLabel(inner: StoredClassifier, data: Dataset, onProgress: FitProgress, jobs?: number): ScoredLabel {
  const scored = highest([], []);
  if (Array.from(data.y).every((c) => c === 1)) return { model: undefined, factor: 1, scored };
  const { model, documents } = scoredFit(inner, data, onProgress, jobs);
  const y = documents.map(({ actual }) => actual);
  if (!CLASSES.every((_, c) => y.includes(c))) return { model, factor: 1, scored };
  const possible = documents.filter(({ scores, actual }) => Number.isFinite(scores[actual]));
  const factor = Math.exp(-fitTemperature(possible).offset);
  const differences = documents.map(({ scores }) => tempered(scores, factor) / factor);
  return { model, factor, scored: highest(differences, y) };
}

/** Fits a model of a label, and scores documents with models that have not seen them (no documents if too few). */
function scoredFit(
  inner: StoredClassifier,
  data: Dataset,
  onProgress: FitProgress,
  jobs?: number,
): ReturnType<NonNullable<StoredClassifier["fitScored"]>> {
  const { y } = data;
  const parts = partsOf(data, Math.min(FOLDS, y.length));
  if (!isLearnable(y, parts)) return { model: inner.fit(data, onProgress, jobs), documents: [] };
  return inner.fitScored?.(data, onProgress, jobs) ?? fittedScores(inner, data, parts, onProgress);
}

/** Whether the model of the other parts always has documents with and without the label to learn from. */
function isLearnable(y: ArrayLike<number>, { partOf, count }: Parts): boolean {
  return count > 1 && CLASSES.every((_, c) => new Set(Array.from(partOf).filter((_, row) => y[row] === c)).size > 1);
}

/** Lower scores do not matter: a label given to so many more documents than have it has an F1 near 0. */
const MOST_PREDICTED = (positives: number) => 10 * positives + 100;

/**
 * Returns the documents with the highest scores.
 *
 * @param scores differences of the two scores, before the temperature; finite
 * @param y 1 for each document with the label, else 0
 */
export function highest(scores: readonly number[], y: ArrayLike<number>) {
  const positives = sumOf(y);
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a]);
  const rows = order.slice(0, MOST_PREDICTED(positives));
  return { positives, scores: rows.map((row) => scores[row]), isPositive: rows.map((row) => y[row] === 1) };
}

/** The weight of the common cut-off in the threshold of a label, in documents with the label. */
const PRIOR_DOCUMENTS = 10;

/**
 * Returns the threshold of each label: the least log odds with which a document gets it. It is the cut-off with the
 * highest F1, shrunk towards a cut-off for all labels by n / (n + 10) for n documents with the label. With few
 * documents, the best cut-off is mostly chance (Lewis et al. 1996; Fan and Lin 2007 on its risk with rare labels). The
 * common cut-off has the highest macro F1. It is common to the scores before the temperature, which few documents
 * cannot fit.
 */
export function chosenThresholds(labels: readonly Omit<ScoredLabel, "model">[]): number[] {
  const common = bestCutoff(labels.map(({ scored }) => scored));
  return labels.map(({ factor, scored }) => {
    const { positives: n } = scored;
    return limited((factor * (n * bestCutoff([scored]) + PRIOR_DOCUMENTS * common)) / (n + PRIOR_DOCUMENTS));
  });
}

/**
 * Returns the cut-off for the scores of some labels with the highest mean F1. It lies halfway between two scores, or at
 * 0 if that lies between them. If several cut-offs are equally good, it takes the one nearest to 0.
 */
export function bestCutoff(labels: readonly ScoredDocuments[]): number {
  const all = labels.flatMap(({ positives, scores, isPositive }) => {
    const tally = { positives, predicted: 0, right: 0 };
    return scores.map((score, i) => ({ score, isRight: isPositive[i], tally }));
  });
  all.sort((a, b) => b.score - a.score);
  let sum = 0;
  let best = { f1: -1, cutoff: 0 };
  for (const [i, { score, isRight, tally }] of all.entries()) {
    const before = tally.right / (tally.predicted + tally.positives);
    tally.predicted++;
    if (isRight) tally.right++;
    sum += tally.right / (tally.predicted + tally.positives) - before;
    // After the last score, the place is halfway between it and 0, or at the score if that is below 0.
    const next = i + 1 < all.length ? all[i + 1].score : Math.min(score, 0);
    // Equal scores cannot be divided.
    if (next === score && i + 1 < all.length) continue;
    const cutoff = next < 0 && score >= 0 ? 0 : (score + next) / 2;
    const isEqual = Math.abs(sum - best.f1) < ROUNDING;
    if (isEqual ? Math.abs(cutoff) < Math.abs(best.cutoff) : sum > best.f1) best = { f1: sum, cutoff };
  }
  return best.cutoff;
}

/** Sums of F1 that differ by less are equal. */
const ROUNDING = 1e-9;
