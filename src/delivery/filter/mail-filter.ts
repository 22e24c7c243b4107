import { DataError, requireChoice, UsageError } from "../../base/errors.js";
import { type Classification, classifyRow, type LabelProbability } from "../../classifiers/classification.js";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import { markedParts, unmarkedMessage } from "../../mail/rewrite/marked-message.js";
import type { IdentifiedModel } from "../../model/file/model-file.js";
import { type Decision, FILTER_STYLES, type FilterStyle, type Verdict } from "./filter-styles.js";

/** What a model, in this process or another, says of a message. */
export interface MessageAnswer extends Pick<Classification, "ranking" | "logOdds"> {
  /** The model's id: see `IdentifiedModel`. */
  readonly model: string;
}

/** Gives the answer to a whole message. */
export type MessageClassifier = (message: Uint8Array) => MessageAnswer;

/** The choices of a filter. */
export interface FilterOptions {
  /** Default `"thresher"`. */
  readonly style?: FilterStyle | undefined;
  /** Which class is spam; default: the one with that name, if there is one. */
  readonly spam?: string | undefined;
  /**
   * P(spam) from which a message is spam, and up to which it is not; between them nobody
   * can say. Equal ones leave nothing between. From 0 to 1. Default: those of the style, or
   * none, and the most probable class decides.
   */
  readonly cutoffs?: readonly [low: number, high: number] | undefined;
}

/** A message that has been filtered. */
export interface Filtered {
  readonly verdict: Verdict;
  /** The message with its new header fields, in parts one after the other. */
  readonly parts: readonly Uint8Array[];
}

/** What answers with a model that is loaded. Of a message above MAX_DOCUMENT_BYTES, the beginning is looked at. */
export function messageClassifier({ model, id }: IdentifiedModel): MessageClassifier {
  return (message) => {
    const { ranking, logOdds } = classifyRow(model.model, model.rowOf(lookedAt(message)), 0, model.calibration);
    return { ranking, logOdds, model: id };
  };
}

/** What is looked at of a message, however large it is. */
export function lookedAt(message: Uint8Array): Uint8Array {
  return firstBytes(message, MAX_DOCUMENT_BYTES);
}

/**
 * Classifies a message and writes what comes of it into its header. Fields of the style
 * that the message came with are removed first, and never looked at.
 *
 * @throws UsageError if an option is not allowed, or there is no such class; DataError if the answer is none.
 *
 * @example
 * const classify = messageClassifier(loadToFilter("mail.model"));
 * const { verdict, parts } = filterMessage(readFileSync("letter.eml"), classify, { style: "spamassassin" });
 * console.log(verdict, Buffer.concat(parts).toString());
 */
export function filterMessage(message: Uint8Array, classify: MessageClassifier, options: FilterOptions = {}): Filtered {
  const clean = cleanMessage(message, options);
  return markClean(clean, classify(clean), options);
}

/**
 * The first half of `filterMessage`, for those who have to wait for the answer: the message
 * that is to be classified, without fields of the style.
 *
 * @throws UsageError if an option is not allowed.
 */
export function cleanMessage(message: Uint8Array, options: FilterOptions): Uint8Array {
  requireOptions(options);
  return unmarkedMessage(message, FILTER_STYLES[options.style ?? "thresher"].names);
}

/**
 * The second half: what comes of an answer.
 *
 * @param clean what `cleanMessage` gave
 * @throws UsageError if there is no such class; DataError if the answer is none.
 */
export function markClean(clean: Uint8Array, answer: MessageAnswer, options: FilterOptions): Filtered {
  const { fields } = FILTER_STYLES[options.style ?? "thresher"];
  const verdict = verdictOf(answer, options);
  return { verdict, parts: markedParts(clean, fields(verdict)) };
}

/** @throws UsageError if an option is not allowed: what can be said before there is a model. */
export function requireOptions({ style = "thresher", cutoffs }: FilterOptions): void {
  if (!Object.hasOwn(FILTER_STYLES, style)) {
    throw new UsageError(
      `style: required one of ${Object.keys(FILTER_STYLES).join(", ")}, got ${JSON.stringify(style)}`,
    );
  }
  if (cutoffs === undefined) return;
  const [low, high] = cutoffs;
  if (!(low >= 0 && low <= high && high <= 1)) {
    throw new UsageError(`cutoffs: required two numbers from 0 to 1, the lower first, got ${cutoffs.join(",")}`);
  }
}

/** @throws UsageError if a class is spam that the model does not have, or none and there has to be one. */
function verdictOf(answer: MessageAnswer, { style = "thresher", spam, cutoffs }: FilterOptions): Verdict {
  const { ranking, model } = answer;
  const [best] = ranking;
  requireChoice(
    "filter",
    ranking.map(({ label }) => label),
  );
  // What a file may hold that was never looked at through and through.
  if (!Number.isFinite(best.probability)) {
    throw new DataError("filter: required a model whose counts fit together, found others: train it again");
  }
  const { cutoffs: usual } = FILTER_STYLES[style];
  const between = cutoffs ?? usual;
  const spamClass = ranking.find(({ label }) => label === (spam ?? "spam"));
  if (spamClass === undefined) {
    if (spam === undefined && between === undefined) return { ...best, decision: undefined, model, spam: undefined };
    throw new UsageError(
      `spam: required one of the classes of the model (${ranking.map(({ label }) => JSON.stringify(label)).join(", ")}), ` +
        `got ${JSON.stringify(spam ?? "spam")}: name the class that is spam`,
    );
  }
  const logOdds = spamClass === best ? answer.logOdds : Math.log(spamClass.probability / (1 - spamClass.probability));
  const { probability } = spamClass;
  const threshold = between?.[1] ?? 0.5;
  const said = { probability, logOdds, threshold };
  const decision = between === undefined ? (spamClass === best ? "spam" : "ham") : decided(probability, between);
  const chosen = labelled(decision, ranking, spamClass);
  return { ...chosen, decision, model, spam: said };
}

function decided(probability: number, [low, high]: readonly [number, number]): Decision {
  if (probability >= high) return "spam";
  return probability <= low || low === high ? "ham" : "unsure";
}

/** The class that a decision stands for: of several that are not spam, the most probable. */
function labelled(
  decision: Decision,
  ranking: readonly LabelProbability[],
  spam: LabelProbability,
): { label: string | undefined; probability: number } {
  if (decision === "spam") return spam;
  const other = ranking.find((entry) => entry !== spam);
  if (decision === "ham" && other !== undefined) return other;
  return { label: undefined, probability: spam.probability };
}
