import { requireOneOf } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { quoted } from "../../base/safe-text.js";
import type { Classification, LabelProbability } from "../../classifiers/classifier.js";
import { cellOfLabels } from "../../documents/label-cells.js";
import { spamClasses } from "../../documents/spam-classes.js";
import type { Grounds } from "../../model/grounds.js";
import { requireChoice } from "../../model/text-model.js";
import { FILTER_STYLES, type FilterStyle } from "./filter-styles.js";
import type { Decision, Verdict } from "./verdict.js";

/** The answer of a model, in this process or another, to a message: the facts from which the filter decides. */
export interface MessageAnswer extends Pick<Classification, "ranking" | "logOdds"> {
  /** The model's id: see `IdentifiedModel`. */
  readonly model: string;
  /** The labels that it gives, if it gives several. `ranking` then has each with its own probability. */
  readonly labels?: readonly string[] | undefined;
  /** The file of the model. Undefined if another process has it. */
  readonly file?: string | undefined;
  /** The id of the model in its file, which does not have the lessons that wait. */
  readonly saved?: string | undefined;
  /** Whether it is the user's own model, as opposed to one for all users. */
  readonly isOwn?: boolean | undefined;
  /** Whether the model knows any word of the message, or its sender: see `TextModel.knowsWords`. Default: true. */
  readonly knowsWords?: boolean | undefined;
  /** Whether filing the message would exceed the limit of errors: see `limitTest`. Undefined without a limit. */
  readonly isUnsure?: boolean | undefined;
  /** The terms that weighed most and the share of unknown words, if they were asked for. */
  readonly reasons?: Grounds | undefined;
}

/** The options of a filter. */
export interface FilterOptions {
  /** The style of the header fields. Default `"thresher"`. */
  readonly style?: FilterStyle | undefined;
  /** The class that is spam. Default: `spam`, or the only one with a usual name of spam, such as `Junk`. */
  readonly spam?: string | undefined;
  /**
   * A message is spam if P(spam) is at least `high`, not spam if it is at most `low`, and unsure between them.
   * From 0 to 1. Default: the cut-offs of the style; if it has none, the most probable class decides. A message is
   * unsure if the model knows none of its words, nor its sender, unless `low` and `high` are given and equal.
   */
  readonly cutoffs?: readonly [low: number, high: number] | undefined;
}

/** Checks the options that do not depend on the model. @throws UsageError if one is not allowed */
export function requireOptions({ style = "thresher", cutoffs }: FilterOptions): void {
  requireOneOf("style", style, Object.keys(FILTER_STYLES));
  if (cutoffs === undefined) return;
  const [low, high] = cutoffs;
  if (!(low >= 0 && low <= high && high <= 1)) {
    throw new UsageError(`cutoffs must be two numbers from 0 to 1, the lower first, not ${cutoffs.join(",")}`);
  }
}

/**
 * Returns the verdict on a message: its class, and, if one class is spam, whether the message is spam, ham or unsure.
 *
 * @param answer of the model to the message
 * @throws UsageError if the model has no class for spam and needs one; DataError if it is damaged.
 */
export function verdictOf(answer: MessageAnswer, options: FilterOptions): Verdict {
  const { labels, ranking } = answer;
  const verdict = oneVerdict(answer, options);
  if (labels === undefined) return verdict;
  const given = verdict.isGuess ? undefined : ranking.filter(({ label }) => labels.includes(label));
  return { ...verdict, label: given?.length ? cellOfLabels(labels) : undefined, labels: given };
}

/** Returns the verdict as if there were one class. Whether a label is spam has nothing to do with the other labels. */
function oneVerdict(answer: MessageAnswer, { style = "thresher", spam, cutoffs }: FilterOptions): Verdict {
  const { ranking, model, isUnsure } = answer;
  const [best] = ranking;
  const labels = ranking.map(({ label }) => label);
  if (answer.labels === undefined) requireChoice("filter", labels);
  // The fast loader skips validation, so this may be NaN.
  if (!Number.isFinite(best.probability)) throw new DataError("the counts of the model are damaged: train it again");
  const usual = cutoffs ?? FILTER_STYLES[style].cutoffs;
  const spamClass = spamIn(ranking, spam, usual !== undefined);
  // The cut-offs; undefined if the most probable class decides, as it does with a limit of errors.
  const limits = isUnsure === undefined ? usual : undefined;
  // If the user gives one cut-off, no message is unsure.
  const isGuess = answer.knowsWords === false && (cutoffs === undefined || cutoffs[0] < cutoffs[1]);
  if (spamClass === undefined) {
    const { label, probability } = best;
    return {
      label: isGuess || isUnsure ? undefined : label,
      probability,
      decision: undefined,
      model,
      isGuess,
      spam: undefined,
    };
  }
  const logOdds = spamClass === best ? answer.logOdds : Math.log(spamClass.probability / (1 - spamClass.probability));
  const { probability } = spamClass;
  const isSpam = answer.labels?.includes(spamClass.label) ?? spamClass === best;
  const byRank = isSpam ? "spam" : "ham";
  const decision = isGuess || isUnsure ? "unsure" : limits === undefined ? byRank : decided(probability, limits);
  // Ham is the most probable class that is not spam. An unsure message has no class, and the probability of spam.
  const classes = { spam: spamClass, ham: ranking.find((entry) => entry !== spamClass), unsure: undefined };
  const chosen = classes[decision] ?? { label: undefined, probability };
  return { ...chosen, decision, model, isGuess, spam: { probability, logOdds, threshold: limits?.[1] ?? 0.5 } };
}

/**
 * Returns the spam class with its probability; undefined if no class is clearly spam, and the options do not need one.
 *
 * @param spam the name of the class. Default: found by its usual names
 * @param isNeeded whether the options need a spam class
 * @throws UsageError if the chosen class is missing, or if the options need a spam class and none is clear.
 */
export function spamIn<T extends Pick<LabelProbability, "label">>(
  ranking: readonly T[],
  spam: string | undefined,
  isNeeded = true,
): T | undefined {
  const labels = ranking.map(({ label }) => label);
  const found = spam === undefined ? spamClasses(labels) : labels.filter((label) => label === spam);
  if (found.length === 1) return ranking[labels.indexOf(found[0])];
  if (spam === undefined && !isNeeded) return undefined;
  const refused = (why: string) => new UsageError(`spam: this model has ${why}`, { options: ["spam"] });
  // Sorted, because the order of the ranking depends on the message.
  if (found.length > 1) throw refused(`several classes of that kind, ${quoted(found.toSorted())}: choose one`);
  throw refused(`no class ${JSON.stringify(spam ?? "spam")}; it has ${quoted(labels.toSorted())}`);
}

/** @throws UsageError if a model with these classes has none for spam, which mail programs need */
export function requireSpam(labels: readonly string[], { spam }: Pick<FilterOptions, "spam">): void {
  const classes = labels.map((label) => ({ label }));
  spamIn(classes, spam);
}

/**
 * Returns the class that a lesson is about: the one for spam, or the likeliest of the others.
 *
 * @throws UsageError as `spamIn`; DataError if there is no other class
 */
export function labelFor(ranking: readonly LabelProbability[], as: "spam" | "ham", spam?: string): string {
  const spamClass = spamIn(ranking, spam);
  const { label } = (as === "spam" ? spamClass : ranking.find((entry) => entry !== spamClass)) ?? {};
  if (label === undefined) throw new DataError("the model has only one class, spam: teach it ham first");
  return label;
}

/** Decides by the probability of spam. If both limits are equal, nothing is unsure. */
function decided(probability: number, [low, high]: readonly [number, number]): Decision {
  if (probability >= high) return "spam";
  return probability <= low || low === high ? "ham" : "unsure";
}
