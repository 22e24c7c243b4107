import { requireNumber } from "../base/checks.js";
import { DataError } from "../base/errors.js";
import { sumOf } from "../base/lists.js";
import { percent, plural } from "../base/numbers.js";
import { leftOutScores } from "../classifiers/bayes/left-out-scores.js";
import {
  type LeftOutAnswers,
  leftOutAnswers,
  limitThresholds,
  noneThreshold,
} from "../classifiers/calibration/left-out-answers.js";
import { type Classification, classifyRow } from "../classifiers/classifier.js";
import type { ReadDocument } from "../features/analyzer.js";
import { decodedRow } from "../features/coded-rows.js";
import { columnMap, selectTerms } from "../features/selection.js";
import { matrixOfRows, type SparseMatrix, selectColumns } from "../features/sparse-matrix.js";
import { type IdentifiedModel, loadIdentified, loadToFilter } from "./file/model-file.js";
import { decisionsOf, type TextModel } from "./text-model.js";

/** The conditions under which a document is filed. */
export interface AnswerLimits {
  /**
   * The share of errors among the documents that are filed, above 0 and below 1. Documents are unsure if filing them
   * would exceed it. Default: no limit.
   */
  readonly errorsAtMost?: number | undefined;
  /**
   * Documents that hardly resemble any class count as none of them. This share of the documents that do belong to a
   * class is lost by that, above 0 and below 1. Default: every document belongs to a class.
   */
  readonly noneBelow?: number | undefined;
}

/** Returns why a document is not filed; undefined if it is. */
export type LimitTest = (answer: Pick<Classification, "label" | "logOdds" | "clarity">) => string | undefined;

/** The note of a document that would exceed the limit of errors. */
export const TOO_UNSURE = "unsure";
/** The note of a document that belongs to no class. */
const NONE = "none of these";

/** Changes the answers of a model, as the lessons of a user do. */
interface Above {
  readonly id: string;
  /** Returns what changes in the answer to a document. `share`: the weight of the lessons in it, from 0 to 1. */
  above(site: Classification["ranking"], read: ReadDocument): Partial<Classification & { own: { share: number } }>;
}

/** A model that answers, the test of its answers, if there are limits, and the lessons above it. */
export interface LimitedModel extends IdentifiedModel {
  readonly test?: LimitTest | undefined;
  readonly lessons?: Above | undefined;
}

/** Classifies a document by all parts of a model. `doubt`: why the limits do not allow the answer. */
export function limitedAnswer({ model, test, lessons }: Omit<LimitedModel, "id">, x: SparseMatrix, read: ReadDocument) {
  const answer = classifyRow(model.model, x, 0, model.calibration);
  const above = lessons?.above(answer.ranking, read);
  const doubt = (above?.own?.share ?? 0) < 0.5 ? test?.(answer) : undefined;
  const knowsWords = above?.own !== undefined || model.knowsWords(x);
  return { answer: above === undefined ? answer : { ...answer, ...above }, knowsWords, doubt };
}

/** Whether there is any limit. */
function isLimited({ errorsAtMost, noneBelow }: AnswerLimits): boolean {
  return errorsAtMost !== undefined || noneBelow !== undefined;
}

/** Limits, and what finds the lessons above a model that has been loaded. */
export interface LoadLimits extends AnswerLimits {
  /** Returns the lessons of a user above the model that was loaded. Default: the model alone answers. */
  readonly lessons?: ((site: LimitedModel) => Above | undefined) | undefined;
}

/** Loads a model to classify with, as `loadToFilter` does, and whatever its limits need. @throws as both do */
export function loadLimited(path: string, limits: LoadLimits, tell?: (line: string) => void): LimitedModel {
  // The remembered documents are needed to know how often the model errs.
  const identified = isLimited(limits) ? loadIdentified(path) : loadToFilter(path);
  const limited = { ...identified, test: limitTest(identified.model, limits, tell) };
  const lessons = limits.lessons?.(limited);
  return { ...limited, lessons, id: (lessons ?? limited).id };
}

/** How many remembered documents are left out in turn. */
const LEFT_OUT_DOCUMENTS = 10_000;

/**
 * Returns a function that tests answers of a model.
 *
 * @param tell gets a line if no document can be filed
 * @throws UsageError if a limit is out of range; DataError if the model does not keep what the limit needs
 */
export function limitTest(
  model: TextModel,
  limits: AnswerLimits,
  tell?: (line: string) => void,
): LimitTest | undefined {
  if (!isLimited(limits)) return undefined;
  const { errorsAtMost: limit, noneBelow } = limits;
  const option = limit === undefined ? "noneBelow" : "errorsAtMost";
  if (limit !== undefined) requireNumber("errorsAtMost", limit, { above: 0, below: 1 });
  if (noneBelow !== undefined) requireNumber("noneBelow", noneBelow, { above: 0, below: 1 });
  if (decisionsOf(model) !== undefined) {
    const why = `${option}: this model gives several labels, and a limit needs one class for each document`;
    throw new DataError(`${why}: leave it out`, { options: [option] });
  }
  const leftOut = leftOutOf(model);
  if (leftOut === undefined) {
    throw new DataError(
      `${option}: this model does not know how often it errs: train it again with calibrate auto, or with remember`,
      { options: [option, "calibrate", "remember"] },
    );
  }
  const clearest = noneBelow === undefined ? Number.NEGATIVE_INFINITY : noneThreshold(leftOut, noneBelow);
  const thresholds = thresholdsOf(leftOut, model.labels, limit, tell);
  return ({ label, logOdds, clarity }) => {
    if (clarity < clearest) return NONE;
    return logOdds >= Number(thresholds.get(label)) ? undefined : TOO_UNSURE;
  };
}

/** The limits that may be suggested. */
const PERCENTS = Array.from({ length: 99 }, (_, i) => i + 1);

/** Returns the threshold of each class. @param limit undefined for none */
function thresholdsOf(
  leftOut: LeftOutAnswers,
  labels: readonly string[],
  limit: number | undefined,
  tell?: (line: string) => void,
): ReadonlyMap<string, number> {
  const none = new Float64Array(labels.length).fill(Number.NEGATIVE_INFINITY);
  const thresholds = limit === undefined ? none : limitThresholds(leftOut, labels.length, limit);
  const canFile = (some: Float64Array) => some.some((threshold) => threshold < Number.POSITIVE_INFINITY);
  if (limit !== undefined && tell !== undefined && !canFile(thresholds)) {
    const least = PERCENTS.find((n) => n > 100 * limit && canFile(limitThresholds(leftOut, labels.length, n / 100)));
    const { wrong } = leftOut;
    tell(
      `errors at most ${Number((100 * limit).toPrecision(6))} %: the answers to ${plural(wrong.length, "left-out training document")}, ${percent(sumOf(wrong) / wrong.length)} of them wrong, cannot promise this, so all documents are unsure, however probable their class: ${least === undefined ? "" : `allow at least ${least} %, or `}train with more documents`,
    );
  }
  return new Map(labels.map((label, c) => [label, thresholds[c]]));
}

/**
 * Returns the answers to training documents by models that have not seen them; undefined if they are not kept, and the
 * model does not remember its documents.
 *
 * @param most how many remembered documents to leave out in turn
 */
export function leftOutOf(model: TextModel, most = LEFT_OUT_DOCUMENTS): LeftOutAnswers | undefined {
  const { leftOut, known, resolved, counts, calibration } = model;
  if (leftOut !== undefined || known === undefined || !resolved.isCounting) return leftOut;
  const documents = { x: knownRows(model, most), y: known.classes };
  return leftOutAnswers(leftOutScores(resolved.classifier, counts, documents), calibration);
}

/**
 * Returns remembered documents as rows over the vocabulary of their model: those with the smallest digests, so that the
 * order of learning does not matter.
 */
export function knownRows({ known, resolved, training }: TextModel, most: number): SparseMatrix {
  if (known === undefined) throw new TypeError("the model remembers no documents");
  const { vocabulary, statistics } = training;
  // Known documents are in the order of their digests.
  const rows = Array.from({ length: Math.min(known.times.length, most) }, (_, n) =>
    decodedRow(known.rows, n, vocabulary.size),
  );
  const all = matrixOfRows(rows, vocabulary.size);
  const kept = statistics && selectTerms(statistics, resolved.rules);
  return kept === undefined ? all : selectColumns(all, columnMap(kept, vocabulary.size));
}
