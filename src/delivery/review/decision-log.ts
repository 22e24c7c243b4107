import fs from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { quoted } from "../../base/safe-text.js";
import { isFolder, statusOf } from "../filing/file-system.js";
import { folderJournals } from "../filing/read-journal.js";
import {
  addToHistory,
  type CorrectionEntry,
  type DecisionEntry,
  parseEntry,
  previousOf,
  readHistory,
} from "../history/history.js";

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
  /** The number of lines that are not entries. */
  damaged = 0;
  /** The folder, if the decisions are those of its journals. */
  readonly folder: string | undefined;
  readonly #path: string;
  /** The inode of the file that was read last. */
  #ino = -1;
  /** The offset after its last whole line. */
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
      // Steps after a correction have filed the message again. Without a correction, the comparison is with NaN.
      const isDecision = ({ time, digest }: DecisionEntry) =>
        !(Date.parse(time) >= Date.parse(this.corrections.get(digest)?.time ?? ""));
      this.rows = stepsIn(this.folder, tell).filter(isDecision);
    }
    if (this.rows.length > 0) return;
    throw new DataError(
      this.damaged === 0
        ? `${path} has no decisions yet`
        : `${path} is not a history of thresher: none of its ${plural(this.damaged, "line")} is an entry`,
    );
  }

  /** @throws DataError if classes were decided, and a model has none of them. @param labels the classes of the model */
  requireClasses(labels: readonly string[]): void {
    const decided = [...new Set(this.rows.map(({ label }) => label))].filter((label) => label !== "");
    if (decided.length === 0 || decided.some((label) => labels.includes(label))) return;
    throw new DataError(
      `${this.folder ?? this.#path} is about other classes than the model: ${quoted(decided.slice(0, 5))}, not ${quoted(labels.slice(0, 5))}: name the model that decided`,
    );
  }

  /** Reads what has been added since the last call. */
  refresh(): void {
    if (this.folder !== undefined && statusOf(this.#path) === undefined) return;
    const previous = previousOf(this.#path);
    const isSame = statusOf(this.#path)?.ino === this.#ino;
    const take = (line: string) => this.#take(line);
    // The file that was read last, if there is one, has become the previous one.
    if (!isSame && statusOf(previous)) readHistory(previous, take, this.#end);
    const { ino, end } = readHistory(this.#path, take, isSame ? this.#end : 0);
    [this.#ino, this.#end] = [ino, end];
  }

  /** Keeps a correction. @throws DataError if it cannot be written */
  correct(correction: CorrectionEntry): void {
    addToHistory(this.#path, correction);
    this.refresh();
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
 * Returns the decisions of the journals of a folder, the oldest first. Sender, subject and reasons are not in a
 * journal.
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

/** The decisions to find. */
export interface Wanted {
  /** In sender, subject, path, class, a term or the text of the message, in any case. Empty for all. */
  readonly text: string;
  /** The class that was decided. Empty for all. */
  readonly label: string;
  /** `latest first`, `unsure` or `corrected`; otherwise unsure decisions that nobody has corrected come first. */
  readonly show: string;
}

/** Number of decisions after which other requests get their turn. */
const SLICE = 50;

/**
 * Returns the decisions that are wanted, as indices into `rows`, in the order in which they are shown.
 *
 * @param textOf returns the text of a message in lower case, empty if it is gone
 * @param signal ends the search early
 */
export async function findDecisions(
  { rows, corrections }: DecisionLog,
  { text, label, show }: Wanted,
  textOf: (row: DecisionEntry) => string,
  signal?: AbortSignal,
): Promise<number[]> {
  const wanted = text.trim().toLowerCase();
  const headOf = ({ from, subject, id, filed = "", label, terms }: DecisionEntry) =>
    [from, subject, id, filed, label, ...terms.map(([term]) => term)].join("\n").toLowerCase();
  const isWanted = (row: DecisionEntry) =>
    (label === "" || row.label === label) &&
    (show !== "unsure" || row.unsure) &&
    (show !== "corrected" || corrections.has(row.digest)) &&
    (wanted === "" || headOf(row).includes(wanted) || textOf(row).includes(wanted));
  const found: number[] = [];
  for (const [n, row] of rows.entries()) {
    if (isWanted(row)) found.push(n);
    if (n % SLICE === 0) await nextTurn();
    if (signal?.aborted) break;
  }
  found.reverse();
  if (["latest first", "unsure", "corrected"].includes(show)) return found;
  const isOpen = (n: number) => rows[n].unsure && !corrections.has(rows[n].digest);
  return [...found.filter(isOpen), ...found.filter((n) => !isOpen(n))];
}
