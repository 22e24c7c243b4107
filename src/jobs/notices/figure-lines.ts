import { percent, plural } from "../../base/numbers.js";
import { argmax } from "../../classifiers/scores.js";
import type { Evaluation } from "../../evaluation/evaluate.js";

import { namedLines } from "./names.js";

/** Precision and recall of a class or label with fewer tested documents are mostly chance. */
export const FEW_TESTED = 5;

/** A calibration that is fitted to fewer documents says little about others. */
const FEW_TO_CALIBRATE = 50;

/**
 * An accuracy is hardly better than always answering the largest class if it saves less than this share of the errors.
 */
const MIN_SAVED_SHARE = 0.1;

/**
 * Returns the lines on figures of an evaluation that mean little.
 *
 * @param labels the classes of the documents to learn from
 * @param sizes how many of them each class has
 */
export function figureLines(evaluation: Evaluation, labels: readonly string[], sizes: ArrayLike<number>): string[] {
  const { documents, uncalibrated } = evaluation;
  const largestClass = labels[argmax(sizes)];
  return [
    ...fewTestedLines(evaluation),
    ...majorityLines(evaluation, largestClass),
    ...(uncalibrated === undefined ? [] : fewToCalibrateLines(documents.train)),
  ];
}

/** Returns the line on a calibration that is fitted to few documents. @param documents their number */
export function fewToCalibrateLines(documents: number): string[] {
  if (documents >= FEW_TO_CALIBRATE) return [];
  return [`the calibration is fitted to ${plural(documents, "document")} at most, too few to trust its probabilities`];
}

function fewTestedLines({ predictions, labels }: Evaluation): string[] {
  const tested = labels.map(() => new Set<number>());
  for (const { row, actual } of predictions) if (tested[actual].size < FEW_TESTED) tested[actual].add(row);
  const few = labels.filter((_, c) => tested[c].size > 0 && tested[c].size < FEW_TESTED);
  return namedLines(few, (n) => fewTestedText(n, "class", "classes"));
}

/** "2 classes have fewer than 5 tested documents, so their precision and recall mean little" */
export function fewTestedText(n: number, one: string, many: string): string {
  const [have, their] = n === 1 ? ["has", "its"] : ["have", "their"];
  return `${plural(n, one, many)} ${have} fewer than ${FEW_TESTED} tested documents, so ${their} precision and recall mean little`;
}

function majorityLines({ accuracy, baselines }: Evaluation, largestClass: string): string[] {
  const { majority } = baselines;
  if (accuracy - majority >= MIN_SAVED_SHARE * (1 - majority)) return [];
  const guess = `always answering ${largestClass}`;
  const reached = percent(accuracy);
  if (reached === percent(majority)) return [`accuracy ${reached} is that of ${guess}`];
  const relation = accuracy < majority ? "below" : "hardly above";
  return [`accuracy ${reached} is ${relation} the ${percent(majority)} of ${guess}`];
}
