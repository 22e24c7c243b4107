import { reason } from "../../base/errors.js";
import { countedBy } from "../../base/lists.js";
import { readDocument } from "../../documents/files/read-file.js";
import type { LabelledText } from "../../documents/given-text.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { learn } from "../../model/learning/learn.js";
import type { DecisionEntry } from "../history/history-entry.js";
import type { DecisionLog } from "./decision-log.js";
import { refiler } from "./file-anew.js";
import { MessageFinder } from "./message-finder.js";

/** In seconds: for another process that changes the model. The page waits meanwhile. */
const WAIT = 1;

/** How decisions are corrected. */
interface CorrectorOptions {
  /** The path of the model, and its classes. */
  readonly model: string;
  readonly labels: readonly string[];
  /** Folders with messages, as real paths. */
  readonly folders: readonly string[];
  /** The command that trains the model again, if it cannot learn single messages. */
  readonly later?: string | undefined;
}

/** Corrects decisions: keeps what the user says, teaches the model, and files messages again. One correction at a time. */
export class Corrector {
  readonly finder: MessageFinder;
  readonly #log: DecisionLog;
  readonly #options: CorrectorOptions;
  readonly #refile: ReturnType<typeof refiler>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(log: DecisionLog, options: CorrectorOptions) {
    this.#log = log;
    this.#options = options;
    this.finder = new MessageFinder(log, options.folders);
    this.#refile = refiler(options.folders, options.labels);
  }

  /** Gives decisions another class, or confirms them. @returns what was done, as a sentence */
  correct(rows: readonly DecisionEntry[], label: string): Promise<string> {
    const result = this.#last.then(() => this.#correct(rows, label));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #correct(rows: readonly DecisionEntry[], label: string): Promise<string> {
    // A message may have several decisions.
    const messages = new Map(rows.map((row) => [row.digest, row]));
    const paths = new Map<string, DecisionEntry>();
    for (const row of messages.values()) {
      const path = await this.finder.find(row);
      // First, so that nothing that follows can lose it.
      this.#keep(row, label);
      if (path !== undefined) paths.set(path, row);
    }
    const learned = this.#learn([...paths.keys()], label);
    const gone = "kept. The message is gone, so the model does not learn it";
    const outcomes = Array<string>(messages.size - paths.size).fill(gone);
    for (const [path, row] of paths) {
      const filed = await this.#file(path, row, label);
      outcomes.push(`${learned.shift()}; ${messages.size === 1 ? filed : filed.replace(/^filed as .*/, "filed")}`);
    }
    const counts = Array.from(countedBy(outcomes, (outcome) => outcome));
    return `${label}: ${counts.map(([what, n]) => (messages.size === 1 ? what : `${n} × ${what}`)).join(", ")}.`;
  }

  #keep({ digest }: DecisionEntry, correct: string, filed?: string): void {
    this.#log.correct({ time: new Date().toISOString(), digest, correct, filed });
  }

  /** Teaches the model messages. @returns what happened to each */
  #learn(paths: readonly string[], label: string): string[] {
    const { model, later } = this.#options;
    if (paths.length === 0 || later !== undefined) return paths.map(() => `learned when you run: ${later}`);
    try {
      const change = (before = load(model)) => learn(before, documentsAt(paths, label));
      const { documents } = updateModel(model, change, { wait: WAIT });
      return documents.map(({ fate }) => (fate === "binary" ? "not learned: it is binary" : "learned"));
    } catch (error) {
      return paths.map(() => `not learned: ${reason(error)}`);
    }
  }

  async #file(path: string, row: DecisionEntry, label: string): Promise<string> {
    try {
      const target = await this.#refile(path, label, row.into);
      if (target === undefined) return "in its folder already";
      this.#keep(row, label, target);
      return `filed as ${target}`;
    } catch (error) {
      return `not filed again: ${reason(error)}`;
    }
  }
}

/** Reads messages one at a time. */
function* documentsAt(paths: readonly string[], label: string): Generator<LabelledText> {
  for (const id of paths) yield { id, label, bytes: readDocument(id).bytes };
}
