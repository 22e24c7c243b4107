import fs, { type Stats } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { closing } from "../../documents/files/open-file.js";
import { statusOf } from "../filing/file-system.js";
import { folderJournals } from "../filing/read-journal.js";
import { type CorrectionEntry, type DecisionEntry, parseEntry } from "../history/history-entry.js";
import { addToHistory, openHistory, previousOf } from "../history/history-file.js";

/** In bytes. A history begins a new file long before. */
const MAX_BYTES = 2 ** 26;
/** The name of the corrections in a folder that `sort` or `label` has filled. */
const FOLDER_HISTORY = ".thresher-history";
const LINE_END = 10;

/** A decision in memory. */
export interface DecisionRow extends Pick<DecisionEntry, "label" | "probability" | "unsure" | "digest" | "model"> {
  /** In milliseconds since 1970. */
  readonly time: number;
  /** The terms that weighed most. */
  readonly terms: readonly string[];
  /** The whole entry in JSON. Bytes need less memory than a string, and much less than the entry. */
  readonly line: Buffer;
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
  /** The decisions of the journals. */
  readonly #steps: readonly DecisionRow[] = [];
  /** The file as far as it was read. */
  #read: Pick<Stats, "ino" | "size"> = { ino: -1, size: 0 };

  /**
   * @param path of a history, or of a folder
   * @param tell shows the user which journals are not used
   * @throws DataError if it is not a history or such a folder, has no decisions, or others may have written to it.
   */
  constructor(path: string, tell: (line: string) => void) {
    this.folder = statusOf(path)?.isDirectory() ? fs.realpathSync(path) : undefined;
    this.#path = this.folder === undefined ? path : join(this.folder, FOLDER_HISTORY);
    this.refresh();
    if (this.folder !== undefined) {
      // Later steps are those that filed corrected messages anew.
      const isDecided = ({ time, digest }: DecisionRow) =>
        !(time >= Date.parse(this.corrections.get(digest)?.time ?? ""));
      this.#steps = stepsIn(this.folder, tell).filter(isDecided);
      this.rows = [...this.#steps];
    }
    if (this.rows.length > 0) return;
    throw new DataError(
      this.damaged === 0
        ? `${path} has no decisions yet`
        : `${path} is not a history of thresher: none of its ${plural(this.damaged, "line")} is an entry`,
    );
  }

  /** Reads what has been added since the last call. @returns whether numbers of decisions have changed */
  refresh(): boolean {
    if (this.folder !== undefined && statusOf(this.#path) === undefined) return false;
    return closing(openHistory(this.#path), (file) => {
      const { ino, size } = fs.fstatSync(file);
      const isSame = ino === this.#read.ino && size >= this.#read.size;
      if (!isSame) this.#begin();
      this.#readLines(file, size);
      this.#read.ino = ino;
      return !isSame;
    });
  }

  /** Returns all that is known of a decision. */
  entry({ line }: DecisionRow): DecisionEntry {
    return parseEntry(line.toString()) as DecisionEntry;
  }

  /** Keeps a correction. @throws DataError if it cannot be written */
  correct(correction: CorrectionEntry): void {
    addToHistory(this.#path, correction);
    this.refresh();
  }

  /** Begins anew, with the file before the present one. */
  #begin(): void {
    this.rows = [...this.#steps];
    this.corrections.clear();
    this.damaged = 0;
    const previous = previousOf(this.#path);
    this.#read.size = 0;
    if (statusOf(previous) === undefined) return;
    closing(openHistory(previous), (file) => this.#readLines(file, fs.fstatSync(file).size));
    this.#read.size = 0;
  }

  /** Reads the complete lines of a file that were not read yet. */
  #readLines(file: number, size: number): void {
    if (size > MAX_BYTES) throw new DataError(`${this.#path} has ${size} bytes, more than a history can have`);
    const bytes = Buffer.allocUnsafe(size - this.#read.size);
    fs.readSync(file, bytes, 0, bytes.length, this.#read.size);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      this.#take(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#read.size += start;
  }

  #take(line: Buffer): void {
    const entry = parseEntry(line.toString());
    if (entry === undefined) this.damaged++;
    else if (!("correct" in entry)) this.rows.push(rowOf(entry, line));
    else if (entry.correct === null) this.corrections.delete(entry.digest);
    else {
      // The time remains that of the first correction.
      const { time } = this.corrections.get(entry.digest) ?? entry;
      this.corrections.set(entry.digest, { ...entry, time });
    }
  }
}

function rowOf(entry: DecisionEntry, line: Buffer): DecisionRow {
  const { time, label, probability, unsure, digest, model, terms } = entry;
  return {
    time: Date.parse(time),
    label,
    probability,
    unsure,
    digest,
    model,
    terms: terms.map(([term]) => term),
    line,
  };
}

/**
 * Returns the decisions of the journals of a folder, the oldest first. Sender, subject and reasons are not in a journal.
 *
 * @throws DataError if it has no journal
 */
function stepsIn(folder: string, tell: (line: string) => void): DecisionRow[] {
  const journals = folderJournals(folder, ({ message }) => tell(message));
  if (journals.length === 0) {
    throw new DataError(
      `${folder} has no journal of thresher sort or label: name a folder that one of them has filled, or a history`,
    );
  }
  const steps = journals
    .flatMap(({ steps }) => steps)
    .filter(({ state, mode }) => state === "done" && mode !== "double");
  return steps.map(({ time, source: id, into, id: target, label = "", probability, digest }) => {
    const facts = { time, command: "sort", id, into, filed: join(into, target), digest, label, probability };
    const entry = { ...facts, unsure: label === "", from: "", subject: "", terms: [], model: "" };
    return rowOf(entry, Buffer.from(JSON.stringify(entry)));
  });
}
