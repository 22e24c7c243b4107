import { DataError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { isCounting } from "../../classifiers/bayes/counting-classifier.js";
import type { Classifier } from "../../classifiers/classifier.js";
import { argmax, logSoftmaxInPlace } from "../../classifiers/scores.js";
import { canDropTerms, type SelectionRules } from "../../features/selection.js";
import { binarized, type Dataset } from "../../features/sparse-matrix.js";
import { Fold } from "../../model/fitting/fold.js";
import { classSizes, requireFewClasses } from "../../model/fitting/splits.js";
import { countsExactly, TrainingSubset } from "../../model/fitting/training-subset.js";
import { baselinesOf, meanBaselines, type Outcome, testOn } from "../metrics/outcome.js";

/** The options of `leaveOneOut`. */
export interface LeaveOneOutOptions extends Following {
  readonly rules?: SelectionRules | undefined;
}

/**
 * Tests each document on a model of all other documents. The result is one outcome. Naive Bayes subtracts the
 * document from its counts, which is as exact as training again. If rules select terms, the method cannot subtract, or
 * a class would disappear, the model is trained again on all other documents. Probabilities are not calibrated, because
 * that would take a fit for each document.
 *
 * @returns an outcome whose `documents.train` and `vocabulary` are those of the first document's model
 * @throws DataError if there are fewer than two documents, or more classes than `MAX_TESTED_CLASSES`.
 */
export function leaveOneOut(data: Dataset, classifier: Classifier, options: LeaveOneOutOptions = {}): Outcome {
  const { rules = {} } = options;
  const { x, y, labels } = data;
  requireFewClasses(labels.length);
  if (x.rows < 2) throw new DataError(`leave-one-out: there are too few documents (${x.rows}); it needs at least two`);
  const tellDone = followed(options, "testing", x.rows);
  const whole = new TrainingSubset(data);
  const sizes = classSizes(y, labels.length);
  const subtract = canDropTerms(rules) || !countsExactly(data) ? undefined : subtraction(whole, classifier);
  const input = subtract !== undefined && isCounting(classifier) && classifier.binary ? binarized(x) : x;
  const predictions: Outcome["predictions"][number][] = [];
  const logProbabilities = new Float64Array(x.rows * labels.length);
  let vocabulary = 0;
  for (let row = 0; row < x.rows; row++) {
    const actual = y[row];
    const scores = logProbabilities.subarray(row * labels.length, (row + 1) * labels.length);
    let terms: number;
    // If its only document is left out, a class does not exist in training.
    if (subtract === undefined || sizes[actual] === 1) {
      const fold = new Fold(whole.without(Uint32Array.of(row)), { x, y, rows: Uint32Array.of(row) }, rules);
      const outcome = testOn(fold, classifier, labels.length, { calibrate: "none" });
      scores.set(outcome.logProbabilities);
      predictions.push(outcome.predictions[0]);
      terms = outcome.vocabulary;
    } else {
      terms = subtract(input, row, actual, scores);
      const predicted = argmax(scores);
      logSoftmaxInPlace(scores);
      predictions.push({ run: 0, row, actual, predicted, probability: Math.exp(scores[predicted]) });
    }
    if (row === 0) vocabulary = terms;
    tellDone(row + 1);
  }
  const documents = { train: x.rows - 1, test: x.rows };
  // By class of the document that is tested, which is not in training.
  const byClass = labels.map((_, tested) => {
    const shares = Float64Array.from(sizes, (size, c) => (c === tested ? size - 1 : size) / documents.train);
    return baselinesOf(shares, [tested]);
  });
  const baselines = meanBaselines(Array.from(y, (actual) => byClass[actual]));
  return {
    documents,
    vocabulary,
    predictions,
    logProbabilities,
    uncalibrated: undefined,
    baselines,
    limits: undefined,
    none: undefined,
  };
}

/**
 * Returns a function that subtracts a document from the counts of naive Bayes, writes its scores by class, and returns
 * the number of terms; undefined if the classifier cannot subtract, or some class or term has no document at all.
 */
function subtraction(whole: TrainingSubset, classifier: Classifier) {
  if (!isCounting(classifier) || classifier.leaveOneOut === undefined) return undefined;
  const { labels } = whole.data;
  const present = new Set(Array.from(whole.rows, (row) => whole.data.y[row]));
  const counts = whole.counts(classifier.binary);
  // Subtracting keeps all classes and terms, so each of them needs a document.
  const isComplete = present.size === labels.length && whole.terms.length === whole.data.x.columns;
  return isComplete ? classifier.leaveOneOut(counts) : undefined;
}
