import { UsageError } from "../../../base/errors.js";
import { classifyRow } from "../../../classifiers/classification.js";
import { type Reasons, reasonsOf } from "../../../classifiers/explain/explain.js";
import { type Destination, destinationOf, type PolicyOptions } from "../../../delivery/filing/policy.js";
import type { ReadDocument } from "../../../features/analyzer.js";
import { messageHeading } from "../../../mail/message-facts.js";
import type { TextModel } from "../../../model/text-model.js";
import { NO_KNOWN_WORDS } from "../../../reports/classification/classification-lines.js";
import type { SortedMessage } from "../../../reports/filing/filing-text.js";
import { requireClasses } from "../../input/label-argument.js";
import { terminalStyle } from "../../output/output.js";

/** Messages whose class is less probable stay in place by default. Chosen by folds inside training documents. */
export const MAIL_UNSURE_BELOW = 0.8;

/** The least width of a terminal for lines with sender and subject. */
const ROOM_FOR_HEADINGS = 110;

/** The options that decide what is filed. `unsureBelow` is a probability. */
export interface DecisionOptions {
  readonly only?: readonly string[];
  readonly unsureBelow?: number;
  readonly history?: string;
}

/** The decision about a message. */
export interface Decision extends Pick<SortedMessage, "label" | "probability" | "isUnsure" | "note" | "heading"> {
  readonly destination: Destination;
  /** The terms that weighed most, for a history. */
  readonly reasons?: Reasons | undefined;
}

/** Returns a decision without the members that are not printed. */
export function shownOf({ destination, reasons, ...shown }: Decision): Omit<Decision, "destination" | "reasons"> {
  return shown;
}

/** Returns the classes whose documents are filed; undefined for all. @throws UsageError if the model has no such class */
export function chosenClasses({ only }: DecisionOptions, model: TextModel): ReadonlySet<string> | undefined {
  return only === undefined ? undefined : requireClasses("only", only, model.labels);
}

/** Returns whether lines have the sender and the subject of messages: those of mail, if the terminal is wide enough. */
export function hasHeadings({ settings }: TextModel): boolean {
  return settings.as === "mail" && (terminalStyle().columns ?? ROOM_FOR_HEADINGS) >= ROOM_FOR_HEADINGS;
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
  const { unsureBelow = model.settings.as === "mail" ? MAIL_UNSURE_BELOW : 0 } = options;
  if (unsureBelow > 1) throw new UsageError(`--unsure-below ${unsureBelow}: give a probability from 0 to 1`);
  const policy = { ...targets, only: chosenClasses(options, model), unsureBelow };
  const isHeaded = hasHeadings(model);
  return (read, bytes) => {
    const x = model.rowOfRead(read);
    const { label, probability } = classifyRow(model.model, x, 0, model.calibration);
    // `--unsure-below 0` files every document, even one without a known word.
    const isGuess = options.unsureBelow !== 0 && !model.knowsWords(x);
    const destination = destinationOf({ label, probability }, isGuess, policy);
    const note = isGuess ? NO_KNOWN_WORDS : undefined;
    const heading = isHeaded ? messageHeading(bytes, model.settings) : undefined;
    const termOf = (term: number) => model.vocabulary.term(term);
    const reasons = options.history === undefined ? undefined : reasonsOf(model.model, x, termOf);
    return { label, probability, isUnsure: destination.isUnsure, note, heading, destination, reasons };
  };
}
