import { type CalibrationMethod, tokensOf } from "../classifiers/calibration.js";
import type { Classifier, Dataset } from "../classifiers/classifier.js";
import { growsWithLength, isCounting } from "../classifiers/counting-classifier.js";
import type { TermContribution } from "../classifiers/explain.js";
import { DataError } from "../errors.js";
import { firstEqualRows } from "../features/equal-rows.js";
import type { SelectionRules } from "../features/selection.js";
import type { Vocabulary } from "../features/vocabulary.js";
import { classSizes } from "./class-sizes.js";
import { type Claim, doubtEvidence } from "./doubt-evidence.js";
import { type Evaluation, evaluate } from "./evaluate.js";
import { folds } from "./splits.js";
import { splitTrials } from "./trial.js";

/** A document that another class claims with more right than the one it is filed under. */
export interface Doubt {
  /** Row of the data set. */
  readonly row: number;
  /** The class it is filed under: a class index. */
  readonly actual: number;
  /** The class it looks like. */
  readonly claimed: number;
  /** ln P(claimed | document) - ln P(actual | document), above 0, the mean over the repeats; ∞ if `actual` is impossible. */
  readonly logOdds: number;
  /** P(claimed | document), the geometric mean over the repeats. */
  readonly probability: number;
  /**
   * What the ranking goes by: `logOdds`, where they grow with the document divided by 1 + the number of
   * tokens, less the median of that over all documents of `actual`. May be below 0.
   */
  readonly score: number;
  /** The terms that speak most for `claimed` against `actual`, in the model of the fold that did not see the document. */
  readonly evidence: readonly TermContribution[];
  /** A row of the claiming class with the same terms, as often. */
  readonly twin: number | undefined;
}

/** What `findDoubts` found. */
export interface Doubts {
  /** How many documents were judged. */
  readonly documents: number;
  /** The surest first; among equals, the lower row. */
  readonly doubts: readonly Doubt[];
  /** Rows that were not judged: the only documents of their class, of which nothing can be learned without them. */
  readonly alone: readonly number[];
  /** Whether scores are of log odds per token. */
  readonly perToken: boolean;
}

/** How documents are judged. */
export interface DoubtOptions {
  /** From 2 to the number of documents. Default 10. */
  readonly folds?: number;
  /** How often the folds are drawn. Default 1. */
  readonly repeats?: number;
  /** Default 1. */
  readonly seed?: number;
  readonly rules?: SelectionRules;
  /** Calibrates `probability` inside each training part; the ranking stays as it is. Default: as the model gives it. */
  readonly calibrate?: CalibrationMethod | undefined;
  /** Called with the number of models made so far, of `doubtRuns` in all. */
  readonly onRun?: (done: number) => void;
}

/** How many models `findDoubts` makes: to test with, to calibrate if that is asked for, and for the evidence. */
export function doubtRuns(options: DoubtOptions): number {
  const { folds: k, repeats, calibrate } = { ...DOUBT_DEFAULTS, ...options };
  return k * (repeats * (calibrate === undefined ? 1 : 2) + 1);
}

/** What a choice is where none is made. */
export const DOUBT_DEFAULTS = { folds: 10, repeats: 1, seed: 1 };

/**
 * Documents that may be filed under the wrong class: those for which a model that has not
 * seen them finds another class more probable than their own, the surest first. Cross-
 * validation gives every document a judge that has not learned from it.
 *
 * The log odds of multinomial naive Bayes grow with the length of a document, so that long
 * documents near a border would stand before short ones that are plainly misfiled: they
 * are taken per token, over 1 + the number of tokens; so are those of all naive Bayes that
 * adds up counts or weights of tokens. Those of a model of presences are sums over the whole
 * vocabulary for every document, those of a document divided by its length and of other
 * methods do not grow: they are taken as they are. From all
 * the median over the documents of the same class is subtracted: where most of a class
 * looks like others, one that does so is no surprise.
 *
 * That was measured, on documents of which 5 % were moved to a class drawn at random, 10
 * folds, mean of three seeds. The figures are the share of moved documents among as many
 * of the ranking as were moved, and the average precision when all documents are ranked;
 * some of what counts as wrong is doubtful in truth.
 *
 *                                     20 Newsgroups   SpamAssassin    SMS Spam
 *                                     (bydate train)
 *     multinomial, log odds            .580   .603     .764   .799    .901   .930
 *                  over √(1 + tokens)  .669   .715     .843   .874    .924   .958
 *                  over (1 + tokens)   .691   .779     .849   .922    .932   .975
 *                  less class median   .847   .910     .883   .914    .927   .974
 *                  calibrated          .644   .724     .849   .922    .928   .970
 *     Bernoulli,   log odds            .433   .436     .825   .893    .930   .966
 *                  over √(1 + tokens)  .323   .282     .795   .891    .913   .949
 *                  over (1 + tokens)   .204   .207     .741   .835    .891   .926
 *                  less class median   .578   .581     .843   .830    .931   .967
 *                  calibrated          .366   .340     .825   .893    .930   .966
 *
 *     multinomial on tf log, idf smooth,
 *                  less class median   .856   .903     .948   .961
 *     the same with norm l2, alpha .01,
 *                  log odds            .893   .944     .933   .957
 *                  over (1 + tokens)   .781   .804
 *                  less class median   .887   .938     .934   .954
 *
 * The medians are subtracted from log odds over (1 + tokens) and from plain log odds;
 * calibrated is the posterior under one temperature exp(a + b·ln(1 + tokens)), fitted on
 * the same folds. Calibration inside the training parts, with the medians subtracted, finds
 * .844, .880 and .933 for multinomial by temperature, .821, .881 and .931 by isotonic
 * regression, at ten times the work: the ranking does without. Three repeats of the folds instead
 * of one gained at most .008.
 *
 * In a model of counts, a claim that rests on the size of a class alone is no doubt: some
 * term of the document must speak for it.
 *
 * @param data counts, two or more classes, and the term of each column
 * @throws UsageError if the number of folds or repeats is out of range; DataError if every
 *   class has only one document, or all documents are the same, or no term is left.
 */
export function findDoubts(
  data: Dataset & { readonly vocabulary: Vocabulary },
  classifier: Classifier,
  options: DoubtOptions = {},
): Doubts {
  const perToken = growsWithLength(classifier);
  const { folds: k, repeats, seed, rules = {}, calibrate, onRun } = { ...DOUBT_DEFAULTS, ...options };
  const single = singleRows(data);
  if (single.length === data.y.length) {
    throw new DataError("doubts: required a class with at least two documents, found one document a class: add more");
  }
  const equal = firstEqualRows(data.x);
  if (equal.every((row) => row === 0)) {
    throw new DataError("doubts: required documents that differ, found the same terms in all of them");
  }
  const splits = folds(data.y, k, seed, repeats);
  const trials = () => splitTrials(data, splits, rules);
  const plain = evaluate(trials(), classifier, data.labels, { onRun });
  if (plain.vocabulary === 0) {
    throw new DataError("doubts: required terms to tell documents by, found none: loosen the options that choose them");
  }
  let runs = splits.length;
  const next = () => onRun?.(++runs);
  const logs = meanLogs(plain);
  const shown =
    calibrate === undefined
      ? logs
      : meanLogs(evaluate(trials(), classifier, data.labels, { calibrate, seed, onRun: next }));
  const alone = new Set(single);
  const claims = ranking(logs, data, perToken).filter(({ row }) => !alone.has(row));
  const evidence = doubtEvidence(claims, data, splits.slice(0, k), classifier, rules, next);
  const twin = twinsOf(equal, data);
  const doubts = claims
    .map((claim) => ({
      ...claim,
      probability: Math.exp(shown[claim.row][claim.claimed]),
      evidence: evidence.get(claim.row) ?? [],
      twin: twin(claim.row, claim.claimed),
    }))
    .filter((doubt) => (isCounting(classifier) && !perToken) || doubt.evidence.length > 0);
  return { documents: data.y.length - single.length, doubts, alone: single, perToken };
}

/** ln P(class | document) by row and class, the mean over the runs that tested the row. */
function meanLogs({ predictions, logProbabilities, labels }: Evaluation): Float64Array[] {
  const classes = labels.length;
  const sums: Float64Array[] = [];
  const times: number[] = [];
  predictions.forEach(({ row }, p) => {
    sums[row] ??= new Float64Array(classes);
    times[row] = (times[row] ?? 0) + 1;
    for (let c = 0; c < classes; c++) sums[row][c] += logProbabilities[p * classes + c];
  });
  return sums.map((sum, row) => sum.map((log) => log / times[row]));
}

/** Every document that another class claims, the surest first. */
function ranking(
  logs: readonly Float64Array[],
  { x, y, labels }: Dataset,
  perToken: boolean,
): (Claim & Pick<Doubt, "logOdds" | "score">)[] {
  const claims = logs.map((own, row) => {
    const actual = y[row];
    const claimed = bestOther(own, actual);
    const logOdds = own[claimed] - own[actual];
    return { row, actual, claimed, logOdds, score: perToken ? logOdds / (1 + tokensOf(x, row)) : logOdds };
  });
  const usual = labels.map((_, c) => median(claims.filter(({ actual }) => actual === c).map(({ score }) => score)));
  return claims
    .filter(({ logOdds }) => logOdds > 0)
    .map((claim) => ({ ...claim, score: claim.score - usual[claim.actual] }))
    .sort((a, b) => (a.score === b.score ? a.row - b.row : b.score - a.score));
}

/** The class with the highest score apart from one; among equals, the lowest. */
function bestOther(scores: Float64Array, except: number): number {
  let best = except === 0 ? 1 : 0;
  for (let c = best + 1; c < scores.length; c++) if (c !== except && scores[c] > scores[best]) best = c;
  return best;
}

/** Without smoothing the half of a class may be certain beyond measure: then nothing is usual. */
function median(numbers: number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  const value = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return Number.isFinite(value) ? value : 0;
}

/** The rows that are the only ones of their class. */
function singleRows({ y, labels }: Dataset): number[] {
  const documents = classSizes(y, labels.length);
  return Array.from({ length: y.length }, (_, row) => row).filter((row) => documents[y[row]] === 1);
}

/** Finds a row of a class that has the same entries as another row. */
function twinsOf(equal: Uint32Array, { y, labels }: Dataset): (row: number, claimed: number) => number | undefined {
  const rows = new Map<number, number>();
  for (let row = y.length - 1; row >= 0; row--) rows.set(equal[row] * labels.length + y[row], row);
  return (row, claimed) => rows.get(equal[row] * labels.length + claimed);
}
