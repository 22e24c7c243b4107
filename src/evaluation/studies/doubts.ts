import { DataError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { groupedBy } from "../../base/lists.js";
import { isCounting } from "../../classifiers/bayes/counting-classifier.js";
import type { Classifier } from "../../classifiers/classifier.js";
import type { TermContribution } from "../../classifiers/explain/explain.js";
import { ranked } from "../../classifiers/scores.js";
import { firstEqualRows, type TermDataset } from "../../features/dataset.js";
import type { SelectionRules } from "../../features/selection.js";
import { type Dataset, tokensOf } from "../../features/sparse-matrix.js";
import { type Fold, splitFolds } from "../../model/fitting/fold.js";
import { classSizes, folds, requireFewClasses } from "../../model/fitting/splits.js";
import { type Evaluation, evaluate } from "../evaluate.js";
import { foldExplainer } from "./mistakes.js";

/** A likely label error: a document that looks more like another class than like its own. */
export type Doubt = Doubts["doubts"][number];

/** The options of `findDoubts`. */
export interface DoubtOptions extends Following {
  /** Number of folds, from 2 to the number of documents. Default 10. */
  readonly folds?: number;
  /** The seed of the folds. Default 1. */
  readonly seed?: number;
  readonly rules?: SelectionRules;
  /** Number of threads for slow methods. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
}

/** The defaults of `DoubtOptions`. */
export const DOUBT_DEFAULTS = { folds: 10, seed: 1 };

/** The result of `findDoubts`. */
export type Doubts = ReturnType<typeof findDoubts>;

/**
 * Finds likely label errors by cross-validation: documents for which a model that has not seen them
 * finds another class more probable than their own.
 *
 * The log odds of most naive Bayes models grow with document length. They are divided by 1 + the number of tokens, so
 * that long borderline documents do not rank above short misfiled ones. Then the median of the class is subtracted: if
 * most of a class looks like another class, one more document of this kind is no surprise. `src/evaluation/README.md`
 * has the measurements for both steps.
 *
 * At least one term must support the other class, because its size alone is not evidence. Methods that count absent
 * terms are exempt: these may be all the evidence.
 *
 * @param data counts, two or more classes, and the term of each column
 * @throws UsageError if the number of folds is out of range; DataError if every class has
 *   only one document, all documents are equal, no term is left, or there are more classes than
 *   `MAX_TESTED_CLASSES`.
 */
export function findDoubts(data: TermDataset, classifier: Classifier, options: DoubtOptions = {}) {
  requireFewClasses(data.labels.length);
  const perToken = classifier.growsWithLength === true;
  const { folds: k, seed, rules = {}, jobs } = { ...DOUBT_DEFAULTS, ...options };
  // Each fold is trained twice: for the test, and for the evidence.
  const tellDone = followed(options, "testing", 2 * k);
  const alone = singleRows(data);
  const equal = firstEqualRows(data.x);
  if (equal.every((row) => row === 0)) {
    throw new DataError("doubts: all documents have the same terms, so nothing tells them apart");
  }
  const splits = folds(data.y, k, seed);
  const heldOut = () => splitFolds(data, splits, rules);
  const onProgress = ({ done }: { readonly done: number }) => tellDone(done);
  const evaluation = evaluate(heldOut(), classifier, data.labels, { calibrate: "none", seed, jobs, onProgress });
  if (evaluation.vocabulary === 0) {
    throw new DataError("doubts: no terms are left to tell documents apart; loosen the options that select terms");
  }
  const logs = logsByRow(evaluation);
  const isAlone = new Set(alone);
  const claims = ranking(logs, data, perToken).filter(({ row }) => !isAlone.has(row));
  // The tests of all folds are done.
  let done = k;
  const evidence = doubtEvidence(claims, data, heldOut(), classifier, () => tellDone(++done), jobs);
  // Counting methods whose scores do not grow with length also count absent terms, which may be all the evidence.
  const countsAbsence = isCounting(classifier) && !perToken;
  const alike = groupedBy(equal.keys(), (row) => equal[row]);
  const doubts = claims
    .map((claim) => ({
      ...claim,
      /** P(claimed | document). */
      probability: Math.exp(logs[claim.row][claim.claimed]),
      /** The terms with the most evidence for `claimed` against `actual`, in a model that has not seen the document. */
      evidence: evidence.get(claim.row) ?? [],
      /** A row of `claimed` with the same terms and counts; undefined if there is none. */
      twin: alike.get(equal[claim.row])?.find((row) => data.y[row] === claim.claimed),
    }))
    .filter((doubt) => countsAbsence || doubt.evidence.length > 0);
  return {
    /** Number of documents that were judged: all but those of `alone`. */
    documents: data.y.length - alone.length,
    /** Most suspicious first; of equal scores, the lower row first. */
    doubts,
    /** Rows that cannot be judged, because each is the only document of its class. */
    alone,
    /** Whether scores are divided by the document length. */
    perToken,
  };
}

/** Returns the rows that are the only one of their class. @throws DataError if all of them are. */
function singleRows({ y, labels }: Dataset): number[] {
  const sizes = classSizes(y, labels.length);
  const single = Array.from(y, (_, row) => row).filter((row) => sizes[y[row]] === 1);
  if (single.length < y.length) return single;
  throw new DataError("doubts: every class has only one document; add documents to at least one class");
}

/** Returns ln P(class | document) by row and class. */
function logsByRow({ predictions, logProbabilities, labels }: Evaluation): Float64Array[] {
  const logs: Float64Array[] = [];
  for (const [p, { row }] of predictions.entries()) {
    logs[row] = logProbabilities.subarray(p * labels.length, (p + 1) * labels.length);
  }
  return logs;
}

/** Lists the documents that look more like another class, most suspicious first. @param logs from `logsByRow` */
function ranking(logs: readonly Float64Array[], { x, y, labels }: Dataset, perToken: boolean) {
  const claims = logs.map((own, row) => {
    const actual = y[row];
    const [first, second] = ranked(own);
    const claimed = first === actual ? second : first;
    const logOdds = own[claimed] - own[actual];
    return {
      row,
      /** Index of the class under which it is filed. */
      actual,
      /** Index of the class that it resembles more. */
      claimed,
      /** ln P(claimed | document) - ln P(actual | document), above 0; ∞ if `actual` is impossible. */
      logOdds,
      /**
       * The score for ranking: `logOdds`, first divided by 1 + the number of tokens if `perToken`, minus its median over
       * the documents of `actual`. May be below 0.
       */
      score: perToken ? logOdds / (1 + tokensOf(x, row)) : logOdds,
    };
  });
  const medians = labels.map((_, c) => median(claims.filter(({ actual }) => actual === c).map(({ score }) => score)));
  return claims
    .filter(({ logOdds }) => logOdds > 0)
    .map((claim) => ({ ...claim, score: claim.score - medians[claim.actual] }))
    .sort((a, b) => b.score - a.score);
}

/** Returns the median, or 0 if it is infinite. Without smoothing, half of a class may have infinite log odds. */
function median(numbers: number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  const value = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return Number.isFinite(value) ? value : 0;
}

/** Maximum number of terms to show. */
const TERMS = 5;

/**
 * Finds, for the row of each claim, the terms with the most evidence for the claimed class against the actual one, in
 * the model of the split that tests the document.
 */
function doubtEvidence(
  claims: ReturnType<typeof ranking>,
  { vocabulary }: TermDataset,
  heldOut: Iterable<Fold>,
  classifier: Classifier,
  onSplit: () => void,
  jobs: number | undefined,
): Map<number, TermContribution[]> {
  const evidence = new Map<number, TermContribution[]>();
  for (const fold of heldOut) {
    const explain = foldExplainer(fold, classifier, vocabulary, jobs);
    const tested = new Set(fold.rows);
    for (const { row, claimed, actual } of claims.filter((claim) => tested.has(claim.row))) {
      const { terms } = explain(row, claimed, actual);
      evidence.set(row, terms.filter(({ contribution }) => contribution > 0).slice(0, TERMS));
    }
    onSplit();
  }
  return evidence;
}
