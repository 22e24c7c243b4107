import fs from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { LinesRead } from "../../documents/files/line-file.js";
import { isFolder, statusOf } from "../filing/file-system.js";
import { folderJournals } from "../filing/read-journal.js";
import { type CorrectionEntry, type DecisionEntry, parseEntry } from "../history/history-entry.js";
import { addToHistory, openHistory, previousOf } from "../history/history-file.js";

/** The name of the corrections in a folder that `sort` or `label` has filled. */
const FOLDER_HISTORY = ".thresher-history";

/**
 * The decisions of a history, or of the journals of a folder that `sort` or `label` has filled, and the corrections of
 * the user. A history may grow while it is open.
 */
export class DecisionLog {
  /** The oldest first. New ones are added at the end. */
  rows: DecisionEntry[] = [];
  /** By the digest of the message. */
  readonly corrections = new Map<string, CorrectionEntry>();
  /** Lines that are no entries. */
  damaged = 0;
  /** The folder, if the decisions are those of its journals. */
  readonly folder: string | undefined;
  readonly #path: string;
  /** The file that was read last, and the place after its last whole line. */
  #ino = -1;
  #end = 0;

  /**
   * @param path of a history, or of a folder
   * @param tell shows the user which journals are not used
   * @throws DataError if it is not a history or such a folder, has no decisions, or others may have written to it.
   */
  constructor(path: string, tell: (line: string) => void) {
    this.folder = isFolder(path) ? fs.realpathSync(path) : undefined;
    this.#path = this.folder === undefined ? path : join(this.folder, FOLDER_HISTORY);
    this.refresh();
    if (this.folder !== undefined) {
      // Later steps filed corrected messages again.
      const isDecided = ({ time, digest }: DecisionEntry) =>
        !(Date.parse(time) >= Date.parse(this.corrections.get(digest)?.time ?? ""));
      this.rows = stepsIn(this.folder, tell).filter(isDecided);
    }
    if (this.rows.length > 0) return;
    throw new DataError(
      this.damaged === 0
        ? `${path} has no decisions yet`
        : `${path} is not a history of thresher: none of its ${plural(this.damaged, "line")} is an entry`,
    );
  }

  /** Reads what has been added since the last call. */
  refresh(): void {
    if (this.folder !== undefined && statusOf(this.#path) === undefined) return;
    const previous = previousOf(this.#path);
    const isSame = statusOf(this.#path)?.ino === this.#ino;
    // The file that was read last, if there is one, has become the previous one.
    if (!isSame && statusOf(previous)) this.#read(previous, this.#end);
    const { ino, end } = this.#read(this.#path, isSame ? this.#end : 0);
    [this.#ino, this.#end] = [ino, end];
  }

  /** Keeps a correction. @throws DataError if it cannot be written */
  correct(correction: CorrectionEntry): void {
    addToHistory(this.#path, correction);
    this.refresh();
  }

  /** Reads the whole lines of a file, from an offset on. */
  #read(path: string, from: number): LinesRead {
    const file = openHistory(path);
    try {
      return file.read((line) => this.#take(line), from);
    } finally {
      file.close();
    }
  }

  #take(line: string): void {
    const entry = parseEntry(line);
    if (entry === undefined) this.damaged++;
    else if (!("correct" in entry)) this.rows.push(entry);
    else {
      // The time remains that of the first correction, and the path if it is not filed again.
      const before = this.corrections.get(entry.digest);
      this.corrections.set(entry.digest, { ...before, ...entry, time: before?.time ?? entry.time });
    }
  }
}

/**
 * Returns the decisions of the journals of a folder, the oldest first. Sender, subject and reasons are not in a journal.
 *
 * @throws DataError if it has no journal
 */
function stepsIn(folder: string, tell: (line: string) => void): DecisionEntry[] {
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
    return { ...facts, unsure: label === "", from: "", subject: "", terms: [], model: "" };
  });
}
