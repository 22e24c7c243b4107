import { argmax, type Classifier, type Dataset, logSoftmaxInPlace } from "../classifiers/classifier.js";
import { isCounting } from "../classifiers/counting-classifier.js";
import { DataError } from "../errors.js";
import { restricts, type SelectionRules } from "../features/selection.js";
import { binarized } from "../features/sparse-matrix.js";
import { classSizes } from "./class-sizes.js";
import { type Outcome, testOn } from "./outcome.js";
import { countsExactly, TrainingPart } from "./training-part.js";
import { Trial } from "./trial.js";

/** How documents are left out. */
export interface LeaveOneOutOptions {
  readonly rules?: SelectionRules | undefined;
  /** Called after each document with the number done. */
  readonly onDocument?: ((done: number) => void) | undefined;
}

/**
 * Tests each document on the model of all others: as many models as documents, but one
 * outcome. Naive Bayes takes the document out of its counts and scores it with what is
 * left, which is as exact as training anew; where rules choose terms, or a method has no
 * such way, each model is made from the counts of all documents less those of one.
 *
 * @returns an outcome in which `documents.train` and `vocabulary` are those of the first document's model
 * @throws DataError if there are fewer than two documents.
 */
export function leaveOneOut(data: Dataset, classifier: Classifier, options: LeaveOneOutOptions = {}): Outcome {
  const { rules = {}, onDocument } = options;
  const { x, y, labels } = data;
  if (x.rows < 2) throw new DataError(`leave-one-out: required at least two documents, found ${x.rows}`);
  const whole = TrainingPart.of(data);
  const sizes = classSizes(y, labels.length);

  const short = restricts(rules) || !countsExactly(data) ? undefined : shortWay(whole, classifier);
  const input = short !== undefined && isCounting(classifier) && classifier.binary ? binarized(x) : x;
  const predictions: Outcome["predictions"][number][] = [];
  const logProbabilities = new Float64Array(x.rows * labels.length);
  let majority = 0;
  let proportional = 0;
  let vocabulary = 0;
  for (let row = 0; row < x.rows; row++) {
    const own = y[row];
    const scores = logProbabilities.subarray(row * labels.length, (row + 1) * labels.length);
    let terms: number;
    // The last document of a class takes the class with it.
    if (short === undefined || sizes[own] === 1) {
      const trial = new Trial(whole.without(Uint32Array.of(row)), { x, y, rows: Uint32Array.of(row) }, rules);
      const outcome = testOn(trial, classifier, labels.length);
      scores.set(outcome.logProbabilities);
      predictions.push(outcome.predictions[0]);
      terms = outcome.vocabulary;
    } else {
      terms = short(input, row, own, scores);
      const predicted = argmax(scores);
      logSoftmaxInPlace(scores);
      predictions.push({ row, actual: own, predicted, probability: Math.exp(scores[predicted]) });
    }
    if (row === 0) vocabulary = terms;
    sizes[own]--;
    if (argmax(sizes) === own) majority++;
    proportional += sizes[own] / (x.rows - 1);
    sizes[own]++;
    onDocument?.(row + 1);
  }
  return {
    documents: { train: x.rows - 1, test: x.rows },
    vocabulary,
    predictions,
    logProbabilities,
    baselines: { majority: majority / x.rows, proportional: proportional / x.rows },
  };
}

function shortWay(whole: TrainingPart, classifier: Classifier) {
  if (!isCounting(classifier) || classifier.leaveOneOut === undefined) return undefined;
  const { labels } = whole.data;
  const present = new Set(Array.from(whole.rows, (row) => whole.data.y[row]));
  const counts = whole.counts(classifier.binary);
  // A class or a term that no document has does not exist: the counts would have to be made without it.
  const complete = present.size === labels.length && whole.terms.length === whole.data.x.columns;
  return complete ? classifier.leaveOneOut(counts) : undefined;
}
