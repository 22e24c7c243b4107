import { sumOf } from "../../base/lists.js";
import { argmax, bestLogOdds, clarityOf } from "../scores.js";
import { type Calibration, calibrateInPlace } from "./calibration.js";
import type { ScoredDocument } from "./fit-temperature.js";

/** The answers to training documents by models that have not seen them, the surest first. One entry per document. */
export interface LeftOutAnswers {
  /** The class of each answer. */
  readonly classes: ArrayLike<number>;
  /** The log odds of the class, as `Classification.logOdds`, in descending order. */
  readonly logOdds: Float32Array | Float64Array;
  /** 1 for a wrong answer, otherwise 0. */
  readonly wrong: Uint8Array;
  /** How clearly the document belongs to the class, as `Classification.clarity`. */
  readonly clarity: Float32Array;
}

/** Returns the answers that scores give. @param calibration as for the documents to come */
export function leftOutAnswers(
  documents: readonly ScoredDocument[],
  calibration: Calibration | undefined,
): LeftOutAnswers {
  const answers = documents
    .map(({ scores, actual, tokens }) => {
      const answer = argmax(scores);
      const clarity = clarityOf(scores);
      const logOdds = bestLogOdds(calibration ? calibrateInPlace(scores.slice(), tokens, calibration) : scores);
      return { answer, logOdds, wrong: answer === actual ? 0 : 1, clarity };
    })
    // Equal answers are interchangeable, so the result does not depend on the order of the documents.
    .sort((a, b) => b.logOdds - a.logOdds || a.answer - b.answer || a.wrong - b.wrong || a.clarity - b.clarity);
  return {
    classes: Uint32Array.from(answers, ({ answer }) => answer),
    logOdds: Float32Array.from(answers, ({ logOdds }) => logOdds),
    wrong: Uint8Array.from(answers, ({ wrong }) => wrong),
    clarity: Float32Array.from(answers, ({ clarity }) => clarity),
  };
}

/**
 * Returns the clarity below which a document counts as one of none of the classes.
 *
 * @param share of the left-out documents that is below it, 0 to 1; they do belong to a class
 */
export function noneThreshold({ clarity }: Pick<LeftOutAnswers, "clarity">, share: number): number {
  return clarity.toSorted()[Math.floor(share * clarity.length)] ?? Number.NEGATIVE_INFINITY;
}

/** The probability that a batch of documents has more errors than the limit allows. */
const RISK = 0.01;

/** The promise is for batches of at least this share of the documents that it is based on. */
const BATCH = 1 / 2;

/** Each class has a threshold of its own if every class has this many answers. */
const ENOUGH = 1000;

/**
 * Returns for each class the log odds from which on a document can be filed, so that of a batch of filed documents at
 * most `limit` are wrong. ∞ if no threshold can promise that.
 *
 * The threshold is the lowest of the log odds of left-out answers with which the limit holds except with probability
 * `RISK`. If k of n left-out answers above a threshold are wrong, the number K of wrong ones among m documents
 * to come is taken to be beta-binomial,
 *
 *     K ~ BetaBinomial(m, k + 1, n - k)    with m = n/2
 *
 * which is the predictive distribution behind the upper limit of Clopper and Pearson. It assumes that the documents to
 * come are like those of training, in random order.
 *
 * A model of all documents is surer than those that have left some out, the more there is to learn: its log odds were 1.05
 * to 1.2 times as high in splits of questions, intents and reviews, and hardly higher in mail. So the threshold is
 * raised by its absolute value times the error rate of all left-out answers.
 *
 * Source: Angelopoulos, Bates, Fisch, Lei and Schuster 2022 (conformal risk control); the predictive bound is ours.
 */
export function limitThresholds(answers: LeftOutAnswers, classes: number, limit: number): Float64Array {
  const errorRate = sumOf(answers.wrong) / Math.max(1, answers.wrong.length);
  const raised = (threshold: number) =>
    Number.isFinite(threshold) ? threshold + errorRate * Math.abs(threshold) : threshold;
  const sizes = new Uint32Array(classes);
  for (let i = 0; i < answers.classes.length; i++) sizes[answers.classes[i]]++;
  if (sizes.every((size) => size >= ENOUGH)) {
    return Float64Array.from(sizes, (_, c) => raised(lowestThreshold(answers, limit, c)));
  }
  return new Float64Array(classes).fill(raised(lowestThreshold(answers, limit)));
}

/** Returns the lowest threshold with which the limit holds. @param only the class of the answers. Default: all */
function lowestThreshold({ classes, logOdds, wrong }: LeftOutAnswers, limit: number, only?: number): number {
  const chosen = Array.from(logOdds.keys()).filter((i) => only === undefined || classes[i] === only);
  let errors = chosen.reduce((sum, i) => sum + wrong[i], 0);
  for (let n = chosen.length; n > 0; n--) {
    const last = chosen[n - 1];
    // Filing more answers that are right only helps, so the threshold is just above an error.
    const isEdge = n === chosen.length || (wrong[chosen[n]] === 1 && logOdds[chosen[n]] < logOdds[last]);
    if (isEdge && riskOf(errors, n, limit) <= RISK)
      return n === chosen.length ? Number.NEGATIVE_INFINITY : logOdds[last];
    errors -= wrong[last];
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns P(K > limit · m): see `limitThresholds`. */
function riskOf(errors: number, documents: number, limit: number): number {
  const batch = Math.max(1, Math.round(documents * BATCH));
  const [a, b] = [errors + 1, documents - errors];
  const most = Math.floor(limit * batch);
  if (b <= 0) return most < batch ? 1 : 0;
  /** P(K) relative to P(0), and sums of it. */
  let [p, below, above] = [1, 0, 0];
  for (let k = 0; k <= batch; k++) {
    if (k <= most) below += p;
    else above += p;
    // P(K = k + 1) / P(K = k).
    p *= ((batch - k) * (a + k)) / ((k + 1) * (b + batch - k - 1));
    if (p > LARGE) [p, below, above] = [p / LARGE, below / LARGE, above / LARGE];
  }
  return above / (above + below);
}

/** Larger sums are scaled down, so that they do not overflow. */
const LARGE = 2 ** 500;
