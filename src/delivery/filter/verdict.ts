/** The decision about a message if one class is spam. */
export type Decision = "spam" | "ham" | "unsure";

/** The verdict of a filter on a message. */
export interface Verdict {
  /** Its class; undefined if it is unsure. */
  readonly label: string | undefined;
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
  /** The lowest probability with which a message is spam. */
  readonly threshold: number;
}

/** Returns the decision and the probability of spam of a verdict. @throws TypeError if no class is spam */
export function spamOf({ decision, spam }: Verdict): SpamProbability & { readonly decision: Decision } {
  if (decision === undefined || spam === undefined)
    throw new TypeError("a verdict of a model without a class for spam");
  return { ...spam, decision };
}
