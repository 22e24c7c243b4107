import { formatParameter, formatText, joinParameters } from "../../mail/header/header-value.js";
import type { NewField } from "../../mail/rewrite/marked-message.js";
import { type Decision, REQUIRED, spamOf, spamScore, type Verdict } from "./verdict.js";

/** How another filter writes a verdict into a header. */
interface Style {
  /** The fields that it may write. Removes these fields from the message first. */
  readonly names: readonly string[];
  /** The default cut-offs; without them the most probable class decides. */
  readonly cutoffs?: readonly [low: number, high: number];
  /** Returns the new fields, in their order in the header. */
  fields(verdict: Verdict): NewField[];
}

/** The name of a style. */
export type FilterStyle = "thresher" | "bogofilter" | "spamassassin" | "popfile";

/** The styles by name. */
export const FILTER_STYLES: Readonly<Record<FilterStyle, Style>> = {
  thresher: {
    names: ["X-Thresher"],
    // Each label has parameters of its own, so that rules look for label=NAME in every model.
    fields: ({ label: one = "unsure", probability: ofOne, labels = [{ label: one, probability: ofOne }], model }) => {
      const parameters = labels.flatMap(({ label, probability }) => [
        formatParameter("label", label),
        formatParameter("probability", probability.toFixed(3)),
      ]);
      parameters.push(formatParameter("model", model));
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
   * As SpamAssassin writes it: a flag on spam only, and a score of 3 points for each nat of log odds, 5.0 at
   * the cut-off. So rules that act at some score meet about the same mail as before: see the README of this room. If
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
   * next. Naive Bayes without temper and emphasis is that sure of all but 3 of 6,046 messages (SpamAssassin's corpus, ten
   * folds), so here the most probable class decides.
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

/** How bogofilter writes decisions. */
const TITLES: Readonly<Record<Decision, string>> = { spam: "Spam", ham: "Ham", unsure: "Unsure" };
