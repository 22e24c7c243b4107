import { reason } from "../../base/errors.js";
import { readDocument } from "../../documents/files/read-file.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import { learn } from "../../model/learning/learn.js";
import type { DecisionEntry } from "../history/history-entry.js";
import type { DecisionLog } from "./decision-log.js";
import { refiler } from "./file-anew.js";
import { MessageFinder } from "./message-finder.js";

/** In seconds: for another process that changes the model. The page waits meanwhile. */
const WAIT = 1;

/** Corrects decisions: keeps what the user says, teaches the model, and files the message anew. One at a time. */
export class Corrector {
  readonly finder: MessageFinder;
  readonly #log: DecisionLog;
  readonly #model: string;
  readonly #refile: ReturnType<typeof refiler>;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param model the path of the model
   * @param labels its classes
   * @param folders with messages, as real paths
   */
  constructor(log: DecisionLog, model: string, labels: readonly string[], folders: readonly string[]) {
    this.#log = log;
    this.#model = model;
    this.finder = new MessageFinder(log, folders);
    this.#refile = refiler(folders, labels);
  }

  /** Gives a decision another class, or confirms it. @returns what was done, as a sentence */
  correct(row: DecisionEntry, label: string): Promise<string> {
    const result = this.#last.then(() => this.#correct(row, label));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #correct(row: DecisionEntry, label: string): Promise<string> {
    const keep = (filed?: string) =>
      this.#log.correct({ time: new Date().toISOString(), digest: row.digest, correct: label, filed });
    const path = await this.finder.find(row);
    // First, so that nothing that follows can lose it.
    keep();
    if (path === undefined) return `${label}: kept. The message is gone, so the model does not learn it.`;
    const learned = await orWhy("not learned: ", () => this.#learn(path, label));
    const filed = await orWhy("not filed anew: ", async () => {
      const target = await this.#refile(path, label, row.into);
      if (target === undefined) return "in its folder already";
      keep(target);
      return `filed as ${target}`;
    });
    return `${label}: ${learned}; ${filed}.`;
  }

  #learn(id: string, label: string): string {
    const { bytes } = readDocument(id);
    const change = (model = load(this.#model)) => learn(model, [{ id, label, bytes }]);
    const { documents } = updateModel(this.#model, change, { wait: WAIT });
    return documents[0].fate === "binary" ? "not learned: it is binary" : "learned";
  }
}

/** Returns what a part of a correction says, or why it failed. Nothing else depends on it. */
async function orWhy(failed: string, run: () => string | Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    return failed + reason(error);
  }
}
