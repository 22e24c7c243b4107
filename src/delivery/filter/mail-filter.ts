import { DataError } from "../../base/errors.js";
import { classifyLabelsRow } from "../../classifiers/classifier.js";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { whyUnmarkable } from "../../mail/message-place.js";
import { markedParts, type NewField, unmarkedMessage } from "../../mail/rewrite/marked-message.js";
import type { groundsOf } from "../../model/grounds.js";
import { type LimitedModel, limitedAnswer } from "../../model/limits.js";
import { requireOneClass } from "../../model/multi-label.js";
import { decisionsOf } from "../../model/text-model.js";
import { type FilterOptions, type MessageAnswer, requireOptions, verdictOf } from "./decide.js";
import { FILTER_STYLES } from "./filter-styles.js";
import type { Verdict } from "./verdict.js";

/** Classifies a whole message. */
export type MessageClassifier = (message: Uint8Array) => MessageAnswer;

/** A message that has been filtered. */
export interface Filtered {
  readonly verdict: Verdict;
  /** The message with its new header fields, in parts one after the other. */
  readonly parts: readonly Uint8Array[];
}

/**
 * Returns a classifier with a loaded model. It reads the first MAX_DOCUMENT_BYTES of a message.
 *
 * @param explain `groundsOf`, for answers with their grounds
 * @throws DataError if the model gives several labels, and `explain` is given.
 */
export function messageClassifier(identified: LimitedModel, explain?: typeof groundsOf): MessageClassifier {
  const classifyRead = readClassifier(identified, explain);
  return (message) => classifyRead(identified.model.read(classifiedBytes(message)));
}

/** Does the same for messages that the model has read. */
export function readClassifier(
  identified: LimitedModel,
  explain?: typeof groundsOf,
): (read: ReadDocument) => MessageAnswer {
  const { model, id, test } = identified;
  // Only histories ask for reasons.
  if (explain !== undefined) requireOneClass(model, "history", "leave it out");
  const decisions = decisionsOf(model);
  return (read) => {
    const x = model.rowOfRead(read);
    // 0, because `x` has only one row.
    if (decisions !== undefined) {
      const { decisions: ranking, labels } = classifyLabelsRow(decisions, x, 0);
      const [{ probability }] = ranking;
      const logOdds = Math.log(probability / (1 - probability));
      return { ranking, labels, logOdds, model: id, knowsWords: model.knowsWords(x) };
    }
    const { answer, knowsWords, doubt } = limitedAnswer(identified, x, read);
    const { ranking, logOdds } = answer;
    const isUnsure = test && doubt !== undefined;
    const reasons = explain?.(model, read, x);
    return { ranking, logOdds, model: id, knowsWords, isUnsure, reasons };
  };
}

/** Returns the part of a message that is classified: its first MAX_DOCUMENT_BYTES. */
export function classifiedBytes(message: Uint8Array): Uint8Array {
  return firstBytes(message, MAX_DOCUMENT_BYTES);
}

/**
 * Classifies a message and writes the verdict into its header. Fields of the style that the message already has
 * are removed first and not classified.
 *
 * @throws UsageError if an option is not allowed, or there is no such class; DataError if the model is damaged, or
 *   if the message is in UTF-16 or a file of Apple Mail, to which no field can be added.
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
 * Does the first half of `filterMessage`, for callers that wait for a server's answer. Returns the message to classify,
 * without fields of the style.
 *
 * @throws UsageError if an option is not allowed.
 */
export function cleanMessage(message: Uint8Array, options: FilterOptions): Uint8Array {
  requireOptions(options);
  return unmarkedMessage(message, FILTER_STYLES[options.style ?? "thresher"].names);
}

/**
 * Does the second half of `filterMessage`: marks a message with an answer.
 *
 * @param clean the result of `cleanMessage`
 * @throws as `filterMessage` does.
 */
export function markClean(clean: Uint8Array, answer: MessageAnswer, options: FilterOptions): Filtered {
  const { fields } = FILTER_STYLES[options.style ?? "thresher"];
  const verdict = verdictOf(answer, options);
  return { verdict, parts: partsWith(clean, fields(verdict)) };
}

/**
 * Adds fields to a message that has no more of them. Returns it in parts.
 *
 * @throws DataError if the message has no place for them
 */
export function partsWith(clean: Uint8Array, fields: readonly NewField[]): Uint8Array[] {
  const why = whyUnmarkable(clean);
  if (why !== undefined) throw new DataError(`${why}: no field can be added to it`);
  return markedParts(clean, fields);
}
