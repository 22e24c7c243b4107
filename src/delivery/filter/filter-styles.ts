import { formatParameter, formatText, joinParameters } from "../../mail/header/header-value.js";
import type { NewField } from "../../mail/rewrite/marked-message.js";

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

/** A way to write a verdict into a header. */
interface Style {
  /** The fields that it may write. Those in the message are removed first. */
  readonly names: readonly string[];
  /** The default cut-offs; without them the most probable class decides. */
  readonly cutoffs?: readonly [low: number, high: number];
  fields(verdict: Verdict): NewField[];
}

/** The name of a style. */
export type FilterStyle = "thresher" | "bogofilter" | "spamassassin" | "popfile";

/** The styles by name. */
export const FILTER_STYLES: Readonly<Record<FilterStyle, Style>> = {
  thresher: {
    names: ["X-Thresher"],
    fields: ({ label, probability, model }) => {
      const parameters = [
        formatParameter("label", label ?? "unsure"),
        formatParameter("probability", probability.toFixed(3)),
        formatParameter("model", model),
      ];
      return [{ name: "X-Thresher", value: joinParameters("X-Thresher", parameters) }];
    },
  },
  /** As bogofilter 1.2.5 writes it with `-p`. */
  bogofilter: {
    names: ["X-Bogosity"],
    // The cut-offs match the errors of bogofilter at its own, 0.45 and 0.99: see the README of this room.
    cutoffs: [0.2, 0.95],
    fields: (verdict) => {
      const { decision, probability } = spamOf(verdict);
      const value = `${TITLES[decision]}, tests=bogofilter, spamicity=${probability.toFixed(6)}, version=thresher`;
      return [{ name: "X-Bogosity", value }];
    },
  },
  /**
   * As SpamAssassin writes it: a flag on spam only, and a score of `POINTS` for each nat of log odds, 5.0 at the
   * cut-off. So rules that act at some score meet about the same mail as before: see the README of this room. If
   * nothing of the message is known, the score is 0.
   */
  spamassassin: {
    names: ["X-Spam-Flag", "X-Spam-Status", "X-Spam-Level"],
    cutoffs: [0.8, 0.8],
    fields: (verdict) => {
      const { score, isSpam, stars } = spamScore(verdict);
      const tests = verdict.decision === "unsure" ? "THRESHER_UNSURE" : "THRESHER";
      const status = `${isSpam ? "Yes" : "No"}, score=${score} required=${REQUIRED.toFixed(1)} tests=${tests}`;
      return [
        ...(isSpam ? [{ name: "X-Spam-Flag", value: "YES" }] : []),
        { name: "X-Spam-Level", value: stars },
        { name: "X-Spam-Status", value: status },
      ];
    },
  },
  /**
   * As POPFile writes it. POPFile writes `unclassified` if the best class is not a hundred times as probable as the
   * next. Without temper and emphasis that would be one message in 1,200, so here the most probable class decides.
   */
  popfile: {
    names: ["X-Text-Classification"],
    fields: ({ label }) => [{ name: "X-Text-Classification", value: formatText(label ?? "unclassified") }],
  },
};

/**
 * Returns the line that bogofilter prints with `-t`, such as `S 0.998918`: the first letter of the decision, and
 * P(spam).
 */
export function terseLine(verdict: Verdict): string {
  const { decision, probability } = spamOf(verdict);
  return `${TITLES[decision][0]} ${probability.toFixed(6)}\n`;
}

const TITLES: Readonly<Record<Decision, string>> = { spam: "Spam", ham: "Ham", unsure: "Unsure" };

/** SpamAssassin's default score of spam. */
export const REQUIRED = 5;
/** SpamAssassin's points for each nat of log odds. */
const POINTS = 3;
/** SpamAssassin writes at most this many. */
const MAX_STARS = 50;
/** Upper bound, because the odds may be infinite. */
const MAX_SCORE = 999.9;

/** A verdict as SpamAssassin gives it. */
export interface SpamScore {
  readonly isSpam: boolean;
  /** With one decimal. It grows with the probability, is rounded down, and is at least `REQUIRED` only for spam. */
  readonly score: string;
  /** One star for each whole point. */
  readonly stars: string;
}

/** Returns the score of a verdict: 0 if nothing of the message is known. */
export function spamScore(verdict: Verdict): SpamScore {
  const { decision, logOdds, threshold } = spamOf(verdict);
  const isSpam = decision === "spam";
  const beyond = POINTS * (logOdds - Math.log(threshold / (1 - threshold)));
  const points = Number.isNaN(beyond) ? REQUIRED : Math.floor((REQUIRED + beyond) * 10) / 10;
  const [least, most] = isSpam ? [REQUIRED, MAX_SCORE] : [-MAX_SCORE, REQUIRED - 0.1];
  const score = verdict.isGuess ? 0 : Math.min(most, Math.max(least, points));
  const stars = "*".repeat(Math.min(MAX_STARS, Math.max(0, Math.floor(score))));
  return { isSpam, score: score.toFixed(1), stars };
}

function spamOf({ decision, spam }: Verdict): SpamProbability & { readonly decision: Decision } {
  if (decision === undefined || spam === undefined)
    throw new TypeError("a verdict of a model without a class for spam");
  return { ...spam, decision };
}
