import { isRecord, isText } from "../../base/checks.js";
import { orElse } from "../../base/errors.js";
import type { Reason } from "../../classifiers/explain/reasons.js";

/** A decision about a message, as the history keeps it. It has no text of the message. */
export interface DecisionEntry {
  /** In ISO 8601. */
  readonly time: string;
  /** The command that decided, such as `mailbox sort`. */
  readonly command: string;
  /** The path of the message; in an account, `account/folder#UID`; of a message from a stream, its Message-ID. May be empty. */
  readonly id: string;
  /** The folder that was sorted into, if it is one of files. */
  readonly into?: string | undefined;
  /** The path, or the folder of an account, where it was filed. Absent if it stayed, or the command files nothing. */
  readonly filed?: string | undefined;
  /** By which models recognize the message: see `identityOf`. In hexadecimal. */
  readonly digest: string;
  /** The sender and the subject, safe to print, and cut; empty if there are none. */
  readonly from: string;
  readonly subject: string;
  /** The most probable class. */
  readonly label: string;
  readonly probability: number;
  readonly unsure: boolean;
  /** The class that was second. Absent in histories of earlier versions, or if a server decided. */
  readonly against?: string | undefined;
  /** The terms that weighed most. Empty if a server decided. */
  readonly terms: readonly Reason[];
  /** The id of the model. */
  readonly model: string;
}

/** The word of the user on all decisions about one message. */
export interface CorrectionEntry {
  readonly time: string;
  readonly digest: string;
  /** The right class. */
  readonly correct: string;
  /** The path where the message was filed again. */
  readonly filed?: string | undefined;
}

export type HistoryEntry = DecisionEntry | CorrectionEntry;

/** Parses a line of a history. Returns undefined if it is not an entry. Labels and paths may be anything. */
export function parseEntry(line: string): HistoryEntry | undefined {
  const entry: unknown = orElse(() => JSON.parse(line), undefined);
  if (!isRecord(entry)) return undefined;
  const { time, digest, filed = "", into = "", against = "", command, id, from, subject, label, model } = entry;
  if (!isText(time) || Number.isNaN(Date.parse(time)) || ![digest, filed].every(isText)) return undefined;
  if ("correct" in entry) return isText(entry.correct) ? (entry as unknown as CorrectionEntry) : undefined;
  const { probability, unsure, terms } = entry;
  const isSound =
    [into, against, command, id, from, subject, label, model].every(isText) &&
    typeof probability === "number" &&
    typeof unsure === "boolean" &&
    Array.isArray(terms) &&
    terms.every((term) => Array.isArray(term) && isText(term[0]) && typeof term[1] === "number");
  return isSound ? (entry as unknown as DecisionEntry) : undefined;
}
