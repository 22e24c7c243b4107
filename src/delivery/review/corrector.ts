import { reason } from "../../base/errors.js";
import { countedBy } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
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
    const found: { readonly path: string; readonly row: DecisionEntry }[] = [];
    for (const row of messages.values()) {
      const path = await this.finder.find(row);
      // First, so that nothing that follows can lose it.
      this.#keep(row, label);
      if (path !== undefined) found.push({ path, row });
    }
    const gone = messages.size - found.length;
    const one = gone === 0 ? [] : ["kept. The message is gone, so the model does not learn it"];
    const some = gone === 0 ? [] : [`kept for ${plural(gone, "message")} that ${gone === 1 ? "is" : "are"} gone`];
    if (found.length === 0) return `${label}: ${(gone === 1 ? one : some).join()}.`;
    const paths = found.map(({ path }) => path);
    const learned = await orWhy("not learned: ", () => this.#learn(paths, label));
    const filed = countedBy(await this.#fileAll(found, label), (outcome) => outcome);
    const done = Array.from(filed, ([what, times]) => (messages.size === 1 ? what : `${what}: ${times}`));
    return `${label}: ${[learned, ...done, ...some].join("; ")}.`;
  }

  #keep({ digest }: DecisionEntry, correct: string, filed?: string): void {
    this.#log.correct({ time: new Date().toISOString(), digest, correct, filed });
  }

  #learn(paths: readonly string[], label: string): string {
    const { model, later } = this.#options;
    if (later !== undefined) return `learned when you run: ${later}`;
    const change = (before = load(model)) => learn(before, documentsAt(paths, label));
    const { documents } = updateModel(model, change, { wait: WAIT });
    const binary = documents.filter(({ fate }) => fate === "binary").length;
    if (documents.length === 1) return binary === 1 ? "not learned: it is binary" : "learned";
    return `learned: ${documents.length - binary}${binary > 0 ? `; not learned, because they are binary: ${binary}` : ""}`;
  }

  /** Files messages again. @returns what happened to each */
  async #fileAll(found: readonly { path: string; row: DecisionEntry }[], label: string): Promise<string[]> {
    const outcomes: string[] = [];
    for (const { path, row } of found) {
      const outcome = await orWhy("not filed anew: ", async () => {
        const target = await this.#refile(path, label, row.into);
        if (target === undefined) return "in its folder already";
        this.#keep(row, label, target);
        return found.length === 1 ? `filed as ${target}` : "filed";
      });
      outcomes.push(outcome);
    }
    return outcomes;
  }
}

/** Reads messages one at a time. */
function* documentsAt(paths: readonly string[], label: string): Generator<LabelledText> {
  for (const id of paths) yield { id, label, bytes: readDocument(id).bytes };
}

/** Returns what a part of a correction says, or why it failed. Nothing else depends on it. */
async function orWhy(failed: string, run: () => string | Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    return failed + reason(error);
  }
}
