import { sumOf } from "../../base/lists.js";
import { type LeftOutAnswers, limitThresholds, noneThreshold } from "../../classifiers/calibration/left-out-answers.js";
import { bestLogOdds, scoreDifference } from "../../classifiers/scores.js";

/** The actual and the predicted class of a test document. */
interface Predicted {
  readonly actual: number;
  readonly predicted: number;
}

const isRight = ({ actual, predicted }: Predicted) => actual === predicted;

/** The limits of errors that are tried. */
const LIMITS = [0.01, 0.02, 0.05] as const;

/** How many of the tested documents are filed with a limit of errors, and how many of these are wrong. */
export interface LimitOutcome {
  readonly limit: number;
  readonly filed: number;
  readonly wrong: number;
}

/** The effect of the answer "none of these" on test documents. */
export interface NoneOutcome {
  /** The number of documents of classes that the training set has. */
  readonly inside: number;
  /** How many of these get their class, and how many none. */
  readonly right: number;
  readonly refused: number;
  /** The number of other documents, and how many of them get none. */
  readonly outside: number;
  readonly found: number;
}

/** The answers to test documents, of a model with the classes `classes`. */
interface TestedAnswers {
  /** The index of the class in the model. */
  readonly classOf: ArrayLike<number>;
  readonly logOdds: ArrayLike<number>;
  readonly clarity: ArrayLike<number>;
  readonly predictions: readonly Predicted[];
}

/**
 * Tries the limits of errors, and the answer "none of these", on test documents; both are undefined without answers to
 * choose thresholds by.
 */
export function limitsOf(
  leftOut: LeftOutAnswers | undefined,
  { classOf, logOdds, clarity, predictions }: TestedAnswers,
  classes: Uint32Array,
  noneBelow: number | undefined,
): { readonly limits: LimitOutcome[] | undefined; readonly none: NoneOutcome | undefined } {
  if (leftOut === undefined) return { limits: undefined, none: undefined };
  const clearest = noneBelow === undefined ? Number.NEGATIVE_INFINITY : noneThreshold(leftOut, noneBelow);
  const isNone = (i: number) => clarity[i] < clearest;
  const limits = LIMITS.map((limit) => {
    const thresholds = limitThresholds(leftOut, classes.length, limit);
    const filed = predictions.filter((_, i) => !isNone(i) && logOdds[i] >= thresholds[classOf[i]]);
    return { limit, filed: filed.length, wrong: filed.filter((one) => !isRight(one)).length };
  });
  if (noneBelow === undefined) return { limits, none: undefined };
  const known = new Set(classes);
  const count = (has: (one: Predicted, i: number) => boolean) => predictions.filter(has).length;
  const isInside = ({ actual }: Predicted) => known.has(actual);
  const none = {
    inside: count(isInside),
    right: count((one, i) => !isNone(i) && isRight(one)),
    refused: count((one, i) => isInside(one) && isNone(i)),
    outside: count((one) => !isInside(one)),
    found: count((one, i) => !isInside(one) && isNone(i)),
  };
  return { limits, none };
}

/** The documents that the limits of errors file in a run. */
interface LimitedOutcome {
  readonly predictions: readonly unknown[];
  readonly limits: readonly LimitOutcome[] | undefined;
}

/** Sums what the runs file with each limit of errors, and counts the runs in which the limit held. */
export function limitFigures(outcomes: readonly LimitedOutcome[]) {
  const documents = sumOf(outcomes.map(({ predictions }) => predictions.length));
  return outcomes[0].limits?.map(({ limit }, i) => {
    const runs = outcomes.flatMap(({ limits }) => limits?.[i] ?? []);
    const filed = sumOf(runs.map((run) => run.filed));
    const wrong = sumOf(runs.map((run) => run.wrong));
    const held = runs.filter((run) => run.wrong <= limit * run.filed).length;
    /** The share of documents that are filed, the share of wrong ones among these, and in how many runs it is not more. */
    return { limit, filed: filed / documents, wrong: filed === 0 ? 0 : wrong / filed, held };
  });
}

/** Sums what the answer "none of these" does over the runs. Shares are null without a document to take them of. */
export function noneFigures(runs: readonly NoneOutcome[]) {
  const of = (part: keyof NoneOutcome) => sumOf(runs.map((run) => run[part]));
  const [inside, outside] = [of("inside"), of("outside")];
  const share = (count: number, all: number) => (all === 0 ? null : count / all);
  return {
    /** The number of documents of other classes than those of training, and the share of them that gets none. */
    outside,
    recall: share(of("found"), outside),
    /** The shares of the other documents that get their class, and none. */
    accuracy: share(of("right"), inside),
    refused: share(of("refused"), inside),
  };
}

/** Returns the share of wrong answers among the surest ones, at about 100 points. @param logs predictions × labels */
export function errorsOfSurest(predictions: readonly Predicted[], logs: Float64Array, labels: readonly string[]) {
  const oddsOf = (i: number) => bestLogOdds(logs.subarray(i * labels.length, (i + 1) * labels.length));
  const surest = predictions.map((one, i) => ({ odds: oddsOf(i), isWrong: !isRight(one) }));
  surest.sort((a, b) => scoreDifference(b.odds, a.odds));
  const step = Math.ceil(surest.length / 100);
  let wrong = 0;
  return surest.flatMap(({ isWrong }, i) => {
    if (isWrong) wrong++;
    return (surest.length - 1 - i) % step === 0 ? { filed: (i + 1) / surest.length, wrong: wrong / (i + 1) } : [];
  });
}
