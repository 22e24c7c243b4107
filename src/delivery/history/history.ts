import { reason } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import type { Reasons } from "../../classifiers/explain/explain.js";
import { messageFacts, messageHeading } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { type FilterOptions, type MessageAnswer, verdictOf } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import { addToHistory, type DecisionEntry } from "./history-file.js";

/** In characters, of a sender, a subject, a Message-ID. */
const MAX_TEXT = 120;
/** A message names its charset itself. */
const HEADER = { as: "mail", encoding: "utf-8" } as const;

/** The decision of a model about a message. */
export interface Decided extends Pick<DecisionEntry, "label" | "probability" | "model"> {
  readonly isUnsure: boolean;
  readonly reasons?: Reasons | undefined;
}

/** Adds a decision to a history. @param place where the message was, and is now. Default: its Message-ID */
export type KeepDecision = (message: Uint8Array, decided: Decided, place?: Partial<DecisionEntry>) => void;

/**
 * Returns a function that adds decisions to a history. If one cannot be kept, one line says so, and nothing else happens.
 *
 * @param command that decides
 * @param tell shows the user a line
 */
export function historyOf(path: string, command: string, tell: (line: string) => void): KeepDecision {
  let isTold = false;
  return (message, { label, probability, isUnsure: unsure, model, reasons }, place) => {
    try {
      const read = classifiedBytes(message);
      const { from = "", subject = "" } = messageHeading(read, HEADER) ?? {};
      const { messageId: id = "" } = messageFacts(HEADER)(read);
      const digest = Buffer.from(identityOf(read).digest).toString("hex");
      const about = { time: new Date().toISOString(), command, id: cut(id), digest };
      const shown = { from: cut(from), subject: cut(subject), label, probability, unsure, model };
      addToHistory(path, { ...about, ...shown, terms: [], ...reasons, ...place });
    } catch (error) {
      if (!isTold) tell(`${reason(error)}; this decision, and later ones, may be missing in it`);
      isTold = true;
    }
  };
}

/** Returns the decision that the answer of a filter means. @param options with which it decides */
export function decidedBy(answer: MessageAnswer, options: FilterOptions): Decided {
  const { label, probability } = verdictOf(answer, options);
  const { ranking, model, reasons } = answer;
  const best = label === undefined ? ranking[0] : { label, probability };
  return { ...best, isUnsure: label === undefined, model, reasons };
}

function cut(text: string): string {
  const safe = safeText(text);
  return safe.length <= MAX_TEXT ? safe : `${safe.slice(0, MAX_TEXT - 1)}…`;
}
