import fs from "node:fs";
import { isRecord, isText } from "../../base/checks.js";
import { DataError, orElse, reason } from "../../base/errors.js";
import { safeJson, safeText } from "../../base/safe-text.js";
import type { Reason } from "../../classifiers/explain/explain.js";
import { withLock } from "../../documents/files/file-lock.js";
import { LineFile, type LineFileKind, type LinesRead } from "../../documents/files/line-file.js";
import { A_DAY } from "../../documents/files/write-file.js";
import { messageFacts, messageHeading } from "../../mail/message-facts.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { Grounds } from "../../model/grounds.js";
import { type FilterOptions, type MessageAnswer, verdictOf } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";

/** A file is full, and a new one begins, when it has this many lines or bytes, or is as old (in milliseconds). */
const FULL = { lines: 50_000, bytes: 2 ** 25, age: 45 * A_DAY } as const;
/** Maximum bytes of a line. No path is so long. */
const MAX_LINE = 1 << 14;
/** Milliseconds to wait while another process begins the new file. */
const PATIENCE = 1000;
/**
 * A power cut may lose decisions, because no message depends on them. Twice the size of a full file is read, because
 * several processes may add to it before one of them begins a new file.
 */
const HISTORY: LineFileKind = { name: "history", most: 2 * FULL.bytes, linesPerSync: Number.POSITIVE_INFINITY };

/** Returns the path of the previous file. */
export function previousOf(path: string): string {
  return `${path}.previous`;
}

/**
 * Adds an entry to a history. The file belongs to the user alone. A file with 50,000 lines or 32 MB, or whose first
 * line is 45 days old, becomes `FILE.previous`, in place of the one before. Several processes may add to one history.
 *
 * @throws DataError if the entry cannot be written.
 */
export function addToHistory(path: string, entry: HistoryEntry): void {
  const file = LineFile.open(path, HISTORY, "share");
  try {
    const { ino, size } = file.status();
    const last = Number(/^\{"n":(\d{1,9}),/.exec(file.lastLine())?.[1] ?? 0);
    const began = Date.parse(/"time":"([^"]*)"/.exec(file.firstLine())?.[1] ?? "");
    if (size >= FULL.bytes || last >= FULL.lines || Date.now() - began >= FULL.age) {
      // Another process may have begun the new file by now.
      const isSame = () => fs.lstatSync(path, { throwIfNoEntry: false })?.ino === ino;
      withLock(`${path}.lock`, PATIENCE, () => isSame() && fs.renameSync(path, previousOf(path)));
      // The file is new now, so this call adds the entry.
      addToHistory(path, entry);
      return;
    }
    // `n` is the number of the line, so that nobody has to count. Processes that add at once may write the same one.
    const line = safeJson({ n: last + 1, ...entry });
    if (Buffer.byteLength(line) >= MAX_LINE)
      throw new DataError(`the history ${path} cannot be written: the entry is too long`);
    file.add(line);
  } finally {
    file.close();
  }
}

/**
 * Reads the whole lines of a history, from an offset on. Never waits for a pipe, or follows a link.
 *
 * @throws DataError if it cannot be read, or others may have written to it.
 */
export function readHistory(path: string, onLine: (line: string) => void, from = 0): LinesRead {
  return LineFile.reading(path, HISTORY, (file) => file.read(onLine, from));
}

/** A decision about a message, as the history keeps it. It has no text of the message. */
export interface DecisionEntry {
  /** In ISO 8601. */
  readonly time: string;
  /** The command that decided, such as `mailbox sort`. */
  readonly command: string;
  /** The path of the message, `account/folder#UID` in an account, or the Message-ID in a stream. May be empty. */
  readonly id: string;
  /** The folder that was sorted into, if it is one of files. */
  readonly into?: string | undefined;
  /** The path, or the folder of an account, where it was filed. Absent if it stayed, or the command files nothing. */
  readonly filed?: string | undefined;
  /** Identifies the message to models, in hexadecimal: see `identityOf`. */
  readonly digest: string;
  /** The sender, safe to print, and cut; empty if there is none. */
  readonly from: string;
  /** The subject, likewise. */
  readonly subject: string;
  /** The most probable class. */
  readonly label: string;
  readonly probability: number;
  readonly unsure: boolean;
  /** The class that was second. Absent in histories of earlier versions, or if a server decided. */
  readonly against?: string | undefined;
  /** The terms that weighed most. Empty if a server decided. */
  readonly terms: readonly Reason[];
  /** The share of the different words that the model did not know, 0 to 1. Absent as `against`. */
  readonly unknown?: number | undefined;
  /** The number of documents that the model had learned. Absent as `against`. */
  readonly learned?: number | undefined;
  /** The id of the model. */
  readonly model: string;
}

/** The user's correction of all decisions about one message. */
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
  const { probability, unsure, terms, unknown = 0, learned = 0 } = entry;
  const isSound =
    [into, against, command, id, from, subject, label, model].every(isText) &&
    [probability, unknown, learned].every((number) => typeof number === "number") &&
    typeof unsure === "boolean" &&
    Array.isArray(terms) &&
    terms.every((term) => Array.isArray(term) && isText(term[0]) && typeof term[1] === "number");
  return isSound ? (entry as unknown as DecisionEntry) : undefined;
}

/** Maximum length of a sender, a subject or a Message-ID, in characters. */
const MAX_TEXT = 120;
/** How to read a header. Mail names its own charsets, so `encoding` is not used. */
const HEADER = { as: "mail", encoding: "utf-8" } as const;

/** The decision of a model about a message. */
export interface Decided extends Pick<DecisionEntry, "label" | "probability" | "model"> {
  readonly isUnsure: boolean;
  readonly reasons?: Grounds | undefined;
}

/** Adds a decision to a history. @param place where the message was, and is now. Default: its Message-ID */
export type KeepDecision = (message: Uint8Array, decided: Decided, place?: Partial<DecisionEntry>) => void;

/**
 * Returns a function that adds decisions to a history. If one cannot be kept, one line says so, and nothing else
 * happens.
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
