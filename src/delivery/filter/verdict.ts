import type { LabelProbability } from "../../classifiers/classifier.js";

/** The decision about a message if one class is spam. */
export type Decision = "spam" | "ham" | "unsure";

/** The verdict of a filter on a message. */
export interface Verdict {
  /** Its class; undefined if it is unsure. */
  readonly label: string | undefined;
  /** The labels, if the model gives several; undefined if it is unsure. */
  readonly labels?: readonly LabelProbability[] | undefined;
  /** P(class | message). If it is unsure, P(spam | message), or that of the most probable class if no class is spam. */
  readonly probability: number;
  /** The id of the model. */
  readonly model: string;
  /** Undefined if no class is spam. */
  readonly decision: Decision | undefined;
  /** Whether it is unsure because the model knows no word of the message, nor its sender. */
  readonly isGuess?: boolean | undefined;
  /** Undefined if no class is spam. */
  readonly spam: SpamProbability | undefined;
}

/** The probability that a message is spam. */
export interface SpamProbability {
  readonly probability: number;
  /** ln (P(spam | message) / P(all other classes | message)). */
  readonly logOdds: number;
  /** The lowest probability with which a message is spam; 0.5 if the most probable class decides. */
  readonly threshold: number;
}

/** Returns the decision and the probability of spam of a verdict. @throws TypeError if no class is spam */
export function spamOf({ decision, spam }: Verdict): SpamProbability & { readonly decision: Decision } {
  if (decision === undefined || spam === undefined)
    throw new TypeError("a verdict of a model without a class for spam");
  return { ...spam, decision };
}

/** The score from which SpamAssassin calls a message spam, by default. */
export const REQUIRED = 5;
/** Points for each nat of log odds; our own scale. */
const POINTS = 3;
/** SpamAssassin writes at most this many stars. */
const MAX_STARS = 50;
/** The highest score, because the odds may be infinite. */
const MAX_SCORE = 999.9;

/**
 * Returns a verdict as SpamAssassin gives it: points that grow with the odds of spam, 5.0 at the cut-off.
 *
 * @returns `score`: with one decimal. It grows with the probability, is rounded down, and is at least `REQUIRED` only
 *   for spam; 0 if nothing of the message is known. `stars`: one for each whole point
 */
export function spamScore(verdict: Verdict) {
  const { decision, logOdds, threshold } = spamOf(verdict);
  const isSpam = decision === "spam";
  // The points above the cut-off. NaN if both are infinite: at a cut-off of 0 or 1.
  const beyond = POINTS * (logOdds - Math.log(threshold / (1 - threshold)));
  const points = Number.isNaN(beyond) ? REQUIRED : Math.floor((REQUIRED + beyond) * 10) / 10;
  // Rounding must not move a score to the other side of the cut-off.
  const [least, most] = isSpam ? [REQUIRED, MAX_SCORE] : [-MAX_SCORE, REQUIRED - 0.1];
  const score = verdict.isGuess ? 0 : Math.min(most, Math.max(least, points));
  const stars = "*".repeat(Math.min(MAX_STARS, Math.max(0, Math.floor(score))));
  return { isSpam, score: score.toFixed(1), stars };
}
