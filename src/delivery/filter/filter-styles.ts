import { encodedText, headerParameter, joinedParameters } from "../../mail/header/header-value.js";
import type { NewField } from "../../mail/rewrite/marked-message.js";

/** What is decided of a message where one class is spam. */
export type Decision = "spam" | "ham" | "unsure";

/** What a filter says of a message. */
export interface Verdict {
  /** Its class; undefined if nobody can say. */
  readonly label: string | undefined;
  /** P(class | message); where there is no class, that of spam. */
  readonly probability: number;
  /** The id of the model that said so. */
  readonly model: string;
  /** undefined if no class is spam. */
  readonly decision: Decision | undefined;
  readonly spam: SpamProbability | undefined;
}

/** How probable it is that a message is spam. */
export interface SpamProbability {
  readonly probability: number;
  /** ln of P(spam | message) / P(anything else | message). */
  readonly logOdds: number;
  /** The probability from which it is spam. */
  readonly threshold: number;
}

/** A way to write a verdict into a header. */
interface Style {
  /** The fields that it may write: those a message came with are removed. */
  readonly names: readonly string[];
  /** Where it decides if nothing else is chosen; left out: the most probable class decides. */
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
        headerParameter("label", label ?? "unsure"),
        headerParameter("probability", probability.toFixed(3)),
        headerParameter("model", model),
      ];
      return [{ name: "X-Thresher", value: joinedParameters("X-Thresher", parameters) }];
    },
  },
  /** As bogofilter 1.2.5 writes it with `-p`. */
  bogofilter: {
    names: ["X-Bogosity"],
    /*
     * bogofilter's own, 0.45 and 0.99, are for its probabilities, nearly all of which are next to 0 or 1; P(spam) is not.
     * These err as it does, of 4,150 ham and 1,896 spam of SpamAssassin's corpus, ten folds, the mean of seeds 2 and 3:
     *
     *                                       false alarms  misses  unsure
     *     bogofilter at its own                      1.5     4.5   5.5 %
     *     the preset mail at bogofilter's              0    16.5  11.4 %
     *     the preset mail at these                     1       5   2.9 %
     */
    cutoffs: [0.2, 0.95],
    fields: (verdict) => {
      const { decision, probability } = spamOf(verdict);
      const value = `${TITLES[decision]}, tests=bogofilter, spamicity=${probability.toFixed(6)}, version=thresher`;
      return [{ name: "X-Bogosity", value }];
    },
  },
  /**
   * As SpamAssassin writes it: a flag on spam only; a score of `POINTS` a nat of log odds, 5.0
   * where the cut-off is. Cut-off and points are such that rules that act at some score meet
   * about what they did: ham from there on and spam below it, in percent, by SpamAssassin 3
   * as its `rules/STATISTICS-set3.txt` has it, and by the preset mail measured as above:
   *
   *     score                  5            10            15
   *     SpamAssassin   0.04   1.6    0.00  10.5    0.00  34.1
   *     here           0.06   3.0    0.02   8.8    0.00  41.7
   */
  spamassassin: {
    names: ["X-Spam-Flag", "X-Spam-Status", "X-Spam-Level"],
    cutoffs: [0.8, 0.8],
    fields: (verdict) => {
      const { decision, ...spam } = spamOf(verdict);
      const isSpam = decision === "spam";
      const score = spamScore(spam, isSpam);
      const status = `${isSpam ? "Yes" : "No"}, score=${score.toFixed(1)} required=${REQUIRED.toFixed(1)} tests=THRESHER`;
      return [
        ...(isSpam ? [{ name: "X-Spam-Flag", value: "YES" }] : []),
        { name: "X-Spam-Level", value: "*".repeat(Math.min(MOST_STARS, Math.max(0, Math.floor(score)))) },
        { name: "X-Spam-Status", value: status },
      ];
    },
  },
  /**
   * As POPFile writes it, which calls `unclassified` where the best class is not a hundred
   * times as probable as the next. Its naive Bayes is not tempered: of ours, without temper
   * and emphasis, that is one message in 1,200, so here the most probable class decides.
   */
  popfile: {
    names: ["X-Text-Classification"],
    fields: ({ label }) => [{ name: "X-Text-Classification", value: encodedText(label ?? "unclassified") }],
  },
};

/** `S 0.998918`, as bogofilter prints with `-t`: the decision's first letter and P(spam). */
export function terseLine(verdict: Verdict): string {
  const { decision, probability } = spamOf(verdict);
  return `${TITLES[decision][0]} ${probability.toFixed(6)}\n`;
}

const TITLES: Readonly<Record<Decision, string>> = { spam: "Spam", ham: "Ham", unsure: "Unsure" };

/** What SpamAssassin requires of spam unless told otherwise. */
const REQUIRED = 5;
/** Of SpamAssassin's for each nat of log odds. */
const POINTS = 3;
/** As many as SpamAssassin writes. */
const MOST_STARS = 50;
/** No score is further out: odds may be infinite. */
const MOST_SCORE = 999.9;

/** Rounded down, and never on the other side of what is required than the decision is. */
function spamScore({ logOdds, threshold }: SpamProbability, isSpam: boolean): number {
  const beyond = POINTS * (logOdds - Math.log(threshold / (1 - threshold)));
  const score = Number.isNaN(beyond) ? REQUIRED : Math.floor((REQUIRED + beyond) * 10) / 10;
  return isSpam
    ? Math.min(MOST_SCORE, Math.max(REQUIRED, score))
    : Math.max(-MOST_SCORE, Math.min(REQUIRED - 0.1, score));
}

function spamOf({ decision, spam }: Verdict): SpamProbability & { readonly decision: Decision } {
  if (decision === undefined || spam === undefined) throw new TypeError("a verdict that says nothing of spam");
  return { ...spam, decision };
}
