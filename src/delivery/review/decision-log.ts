import fs, { type Stats } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { closing } from "../../documents/files/open-file.js";
import { statusOf } from "../filing/file-system.js";
import type { JournalStep } from "../filing/journal.js";
import { folderJournals } from "../filing/read-journal.js";
import { type CorrectionEntry, type DecisionEntry, parseEntry } from "../history/history-entry.js";
import { addToHistory, openHistory, previousOf } from "../history/history-file.js";

/** In bytes. A history begins a new file long before. */
const MAX_BYTES = 2 ** 26;
/** The name of the corrections in a folder that `sort` or `label` has filled. */
const FOLDER_HISTORY = ".thresher-history";
const LINE_END = 10;

/** A decision in memory. The rest of it stays in the bytes of its line, or in the step of a journal. */
export interface DecisionRow extends Pick<DecisionEntry, "label" | "probability" | "unsure" | "digest" | "model"> {
  /** In milliseconds since 1970. */
  readonly time: number;
  /** The terms that weighed most. */
  readonly terms: readonly string[];
  readonly source: Line | JournalStep;
}

/** A line in the bytes of a file. */
interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * The decisions of a history, or of the journals of a folder that `sort` or `label` has filled, and the corrections of
 * the user. A history may grow while it is open.
 */
export class DecisionLog {
  /** The oldest first. */
  rows: DecisionRow[] = [];
  /** By the digest of the message. */
  corrections = new Map<string, CorrectionEntry>();
  /** Lines that are no entries. */
  damaged = 0;
  /** The folder, if the decisions are those of its journals. */
  readonly folder: string | undefined;
  readonly #path: string;
  readonly #steps: readonly DecisionRow[];
  /** The file as far as it was read. */
  #read: Pick<Stats, "ino" | "size"> = { ino: -1, size: 0 };
  /** When messages were first corrected, by their digests. */
  readonly #since = new Map<string, string>();

  /**
   * @param path of a history, or of a folder
   * @param tell shows the user which journals are not used
   * @throws DataError if it is not a history or such a folder, has no decisions, or others may have written to it.
   */
  constructor(path: string, tell: (line: string) => void) {
    const isFolder = statusOf(path)?.isDirectory() === true;
    this.folder = isFolder ? fs.realpathSync(path) : undefined;
    this.#path = this.folder === undefined ? path : join(this.folder, FOLDER_HISTORY);
    this.#steps = this.folder === undefined ? [] : stepsIn(this.folder, tell).map((step) => rowOf(entryOf(step), step));
    this.refresh();
    if (this.rows.length > 0) return;
    throw new DataError(
      this.damaged === 0
        ? `${path} has no decisions yet`
        : `${path} is not a history of thresher: none of its ${plural(this.damaged, "line")} is an entry`,
    );
  }

  /** Reads what has been added since the last call. @returns whether numbers of decisions have changed */
  refresh(): boolean {
    if (this.folder !== undefined && statusOf(this.#path) === undefined) {
      this.#setSteps();
      return false;
    }
    return closing(openHistory(this.#path), (file) => {
      const { ino, size } = fs.fstatSync(file);
      const isSame = ino === this.#read.ino && size >= this.#read.size;
      if (isSame && size === this.#read.size) return false;
      if (!isSame) this.#begin();
      this.#readLines(file, isSame ? this.#read.size : 0, size);
      this.#read.ino = ino;
      if (this.folder !== undefined) this.#setSteps();
      return !isSame;
    });
  }

  /** Returns all that is known of a decision. */
  entry({ source }: DecisionRow): DecisionEntry {
    return "bytes" in source ? (parseEntry(textOf(source)) as DecisionEntry) : entryOf(source);
  }

  /** Keeps a correction. @throws DataError if it cannot be written */
  correct(correction: CorrectionEntry): void {
    addToHistory(this.#path, correction);
    this.refresh();
  }

  /** Begins anew, with the file before the present one. */
  #begin(): void {
    this.rows = [];
    this.corrections.clear();
    this.damaged = 0;
    const previous = previousOf(this.#path);
    if (statusOf(previous) === undefined) return;
    closing(openHistory(previous), (file) => this.#readLines(file, 0, fs.fstatSync(file).size));
  }

  /** Reads complete lines from a place in a file on. */
  #readLines(file: number, from: number, size: number): void {
    if (size > MAX_BYTES) throw new DataError(`${this.#path} has ${size} bytes, more than a history can have`);
    const bytes = Buffer.allocUnsafe(size - from);
    fs.readSync(file, bytes, 0, bytes.length, from);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      this.#take({ bytes, start, end });
      start = end + 1;
    }
    this.#read.size = from + start;
  }

  #take(source: Line): void {
    const entry = parseEntry(textOf(source));
    if (entry === undefined) this.damaged++;
    else if (!("correct" in entry)) this.rows.push(rowOf(entry, source));
    else if (entry.correct === null) this.corrections.delete(entry.digest);
    else {
      this.corrections.set(entry.digest, entry);
      if (!this.#since.has(entry.digest)) this.#since.set(entry.digest, entry.time);
    }
  }

  /** Leaves out the steps with which messages were filed anew. */
  #setSteps(): void {
    this.rows = this.#steps.filter(({ time, digest }) => time < Date.parse(this.#since.get(digest) ?? "9999-01-01"));
  }
}

/** Returns the steps that filed a document of a folder, the oldest first. @throws DataError if it has no journal */
function stepsIn(folder: string, tell: (line: string) => void): JournalStep[] {
  const journals = folderJournals(folder, ({ message }) => tell(message));
  if (journals.length === 0) {
    throw new DataError(
      `${folder} has no journal of thresher sort or label: name a folder that one of them has filled, or a history`,
    );
  }
  return journals.flatMap(({ steps }) => steps).filter(({ state, mode }) => state === "done" && mode !== "double");
}

/** Returns the text of a line. */
export function textOf({ bytes, start, end }: Line): string {
  return bytes.toString("utf8", start, end);
}

function rowOf(entry: DecisionEntry, source: DecisionRow["source"]): DecisionRow {
  const { time, label, probability, unsure, digest, model, terms } = entry;
  const names = terms.map(([term]) => term);
  return { time: Date.parse(time), label, probability, unsure, digest, model, terms: names, source };
}

/** Returns the decision of a step. Sender, subject and reasons are not in a journal. */
function entryOf({ time, source: id, into, id: target, label = "", probability, digest }: JournalStep): DecisionEntry {
  const facts = { time, command: "sort", id, into, filed: join(into, target), digest, label, probability };
  return { ...facts, unsure: label === "", from: "", subject: "", terms: [], model: "" };
}
