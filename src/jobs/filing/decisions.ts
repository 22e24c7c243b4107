import { UsageError } from "../../base/errors.js";
import { quoted } from "../../base/safe-text.js";
import { classifyRow } from "../../classifiers/classification.js";
import { type Reasons, reasonsOf } from "../../classifiers/explain/explain.js";
import { type Destination, destinationOf, type PolicyOptions } from "../../delivery/filing/policy.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { messageHeading } from "../../mail/message-facts.js";
import type { TextModel } from "../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../reports/classification/classification-lines.js";
import type { SortedMessage } from "../../reports/filing/filing-text.js";

/** Messages whose class is less probable stay in place by default. Chosen by folds inside training documents. */
export const MAIL_UNSURE_BELOW = 0.8;

/** The options that decide what is filed. */
export interface DecisionOptions {
  /** The classes whose documents are filed. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Documents whose class is less probable are unsure. Default: .8 for mail, otherwise 0. At 0, every document is filed. */
  readonly unsureBelow?: number | undefined;
  /** A file that gets each decision. */
  readonly history?: string | undefined;
}

/** The decision about a message. */
export interface Decision {
  /** What is shown of it. */
  readonly shown: Pick<SortedMessage, "label" | "probability" | "isUnsure" | "note" | "heading">;
  readonly destination: Destination;
  /** The terms that weighed most, for a history. */
  readonly reasons?: Reasons | undefined;
}

/** Returns the classes whose documents are filed; undefined for all. @throws UsageError if the model has no such class */
export function chosenClasses({ only }: DecisionOptions, labels: readonly string[]): ReadonlySet<string> | undefined {
  const unknown = only?.find((name) => !labels.includes(name));
  if (unknown === undefined) return only && new Set(only);
  const message = `only: this model has no class ${JSON.stringify(unknown)}; it has ${quoted(labels)}`;
  throw new UsageError(message, { options: ["only"] });
}

/**
 * Returns a function that decides where a document goes.
 *
 * @param targets the folder of each class, and the one for unsure documents, if there is one
 * @throws UsageError if an option is wrong
 */
export function decider(
  model: TextModel,
  options: DecisionOptions,
  targets: Pick<PolicyOptions, "folders" | "unsure">,
): (read: ReadDocument, bytes: Uint8Array) => Decision {
  const isMail = model.settings.as === "mail";
  const { unsureBelow = isMail ? MAIL_UNSURE_BELOW : 0 } = options;
  if (unsureBelow > 1) {
    throw new UsageError(`unsureBelow ${unsureBelow}: give a probability from 0 to 1`, { options: ["unsureBelow"] });
  }
  const policy = { ...targets, only: chosenClasses(options, model.labels), unsureBelow };
  return (read, bytes) => {
    const x = model.rowOfRead(read);
    const { label, probability } = classifyRow(model.model, x, 0, model.calibration);
    // At `unsureBelow` 0, even a document without a known word is filed.
    const isGuess = options.unsureBelow !== 0 && !model.knowsWords(x);
    const destination = destinationOf({ label, probability }, isGuess, policy);
    const note = isGuess ? NO_KNOWN_WORDS : undefined;
    const heading = isMail ? messageHeading(bytes, model.settings) : undefined;
    const termOf = (term: number) => model.vocabulary.term(term);
    const reasons = options.history === undefined ? undefined : reasonsOf(model.model, x, termOf);
    return { shown: { label, probability, isUnsure: destination.isUnsure, note, heading }, destination, reasons };
  };
}
