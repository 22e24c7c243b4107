import { DataError, UsageError } from "../base/errors.js";
import { plural } from "../base/numbers.js";
import type { Settings } from "../model/settings.js";
import { AnswerJournal } from "./answers/answer-journal.js";
import { stepsThatCount } from "./answers/step.js";
import { type Engine, type EngineNews, type StartEngine, startEngine } from "./engine/forecast.js";
import { itemsIn } from "./pile/items.js";
import { type Pile, type ReadPile, readPile } from "./pile/read-pile.js";
import { Session, type SessionState } from "./session.js";
import type { SessionEnd } from "./session-end.js";
import type { Change, Ending, FoundDocuments, LabellingResult, LabellingState } from "./state.js";

/** The options of a session. */
export interface LabellingOptions {
  readonly pile: Pile;
  /** The folder to file into: an existing folder, as a real path. The journal is in it. */
  readonly into: string;
  /** How texts become terms. */
  readonly settings: Settings;
  readonly seed: number;
  /** How the command line says that the session ends. */
  readonly ending: Ending;
  /** How many documents the session has at most. Default: `MOST_DOCUMENTS`. */
  readonly most?: number | undefined;
  /** Files or lists the documents, and trains a model. If it was stopped, it is called again, and finds what is done. */
  readonly finish: (end: SessionEnd) => Promise<LabellingResult>;
  /** Default: in a thread. */
  readonly startEngine?: StartEngine | undefined;
}

/**
 * A labelling session: from a pile of documents, through questions and answers, to folders or a list. Every answer is on
 * disk before it is confirmed. A new session with the same folder goes on where the last one stopped.
 */
export class Labelling {
  /** Resolves when the documents are read. Rejects with a DataError if there is nothing to label. */
  readonly ready: Promise<void>;
  readonly #options: LabellingOptions;
  readonly #journal: AnswerJournal;
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  #notices: readonly string[] = [];
  #version = 1;
  /** The version after the last change of the user. */
  #changedAt = 1;
  #documentsRead = 0;
  #engine: Engine | undefined;
  #session: Session | undefined;
  #filing: LabellingState["filing"];
  #result: LabellingResult | undefined;

  /** @throws DataError if another process labels into the folder, or its journal is damaged or not trusted. */
  constructor(options: LabellingOptions) {
    this.#options = options;
    this.#journal = new AnswerJournal(options.into);
    this.ready = this.#begin();
    // The error goes to those who await `ready`. Without this, it would also end the process.
    this.ready.catch(() => undefined);
  }

  /** Returns what a view shows now. */
  state(): LabellingState {
    const documents = this.#documentsRead;
    const reading: SessionState = {
      phase: "reading",
      reading: { documents, of: this.#options.pile.files },
      ...{ classes: [], groups: [], isGrouping: false, progress: { labelled: 0, documents }, canUndo: false },
    };
    return {
      ...(this.#session?.state() ?? reading),
      ...(this.#result && { phase: "done" }),
      version: this.#version,
      ending: this.#options.ending,
      notices: this.#notices,
      filing: this.#filing,
      result: this.#result,
    };
  }

  /**
   * Makes a change.
   *
   * @param seen the version of the state that the user saw
   * @returns the new state
   * @throws UsageError if another view has changed something since, or the change is not allowed, such as a
   *   class whose name cannot be that of a folder; DataError if the journal cannot be written, or filing failed. In all
   *   cases nothing earlier is lost.
   */
  async change(change: Change, seen: number): Promise<LabellingState> {
    if (this.#session === undefined) await this.ready;
    const session = this.#session;
    if (session === undefined || this.#filing !== undefined || this.#result !== undefined) {
      throw new UsageError("this session is finished: start the same command again to go on");
    }
    if (seen < this.#changedAt) throw new UsageError("another window changed this session; showing its current state");
    if (change.do === "finish") await this.#finish(session, change);
    else session.change(change);
    this.#changed();
    return this.state();
  }

  /** Finds the documents that have all words of a text; without a text, those that the user has answered. */
  find(text: string): FoundDocuments | undefined {
    return this.#session?.find(text);
  }

  /** Calls a function after each change, also of the forecast. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the session. No answer is lost: the same command continues. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.ready.catch(() => undefined);
    await this.#engine?.stop();
    this.#journal.close();
  }

  async #begin(): Promise<void> {
    const { pile, into, settings, seed, most } = this.#options;
    const before = stepsThatCount(this.#journal.before);
    const onProgress = (documents: number) => {
      this.#documentsRead = documents;
      this.#tell();
    };
    const read = await readPile(pile, { settings, seed, most, onProgress, signal: this.#stop.signal });
    requireSeveral(read.documents.length, "there is only one document");
    const folders = new Set(read.documents.flatMap(({ label }) => label ?? []));
    this.#journal.requireNames(folders);
    const items = itemsIn(pile, read, settings, await this.#startEngine(read));
    requireSeveral(items.size, "all documents are copies of one, or messages of one thread");
    const { steps, missing } = items.findItems(before);
    if (missing.length > 0 && missing.length === before.filter((step) => step.items.length > 0).length) {
      throw new DataError(`${into} holds answers for a different pile: use that pile, or another folder`);
    }
    // Steps about missing documents come first, because "undo" takes back the last step.
    this.#journal.open([...missing, ...before.filter((step) => !missing.includes(step))]);
    this.#session = new Session(items, this.#journal, steps, seed);
    const isMerged = folders.size > this.#session.state().classes.length;
    this.#notices = [
      missing.length > 0 && `${plural(missing.length, "answer")} left out: their documents are gone or changed`,
      read.binary > 0 && `${plural(read.binary, "document")} left out: not text`,
      isMerged && "folders whose names differ only in case are one class: documents are filed into the first",
    ].filter((notice) => notice !== false);
    this.#changed();
  }

  /** Starts the engine. Returns the item of each document. */
  #startEngine({ x, threads, vocabulary }: ReadPile): Promise<Uint32Array> {
    const { seed, startEngine: start = startEngine } = this.#options;
    return new Promise((resolve, reject) => {
      const onNews = (news: EngineNews) => {
        if ("items" in news) return resolve(news.items);
        if ("groups" in news) this.#session?.propose(news.groups);
        else if ("forecast" in news) this.#session?.expect(news.forecast);
        else {
          this.#notices = [...this.#notices, news.error];
          this.#session?.expect();
          reject(new DataError(news.error));
        }
        this.#tell();
      };
      this.#stop.signal.addEventListener("abort", () => reject(new DataError("the session was closed")));
      this.#engine = start({ x, threads, seed, terms: vocabulary.contents() }, onNews);
    });
  }

  /** Files or lists the documents. If that fails, the user may go on, or try again. */
  async #finish(session: Session, { how, sureToo }: Extract<Change, { readonly do: "finish" }>): Promise<void> {
    const end = session.end(sureToo);
    const of = end.decided.filter(({ isFiled }) => !isFiled).length;
    const onProgress = (documents: number) => {
      this.#filing = { documents, of };
      this.#tell();
    };
    onProgress(0);
    try {
      this.#result = await this.#options.finish({ ...end, how, onProgress });
    } finally {
      this.#filing = undefined;
      this.#tell();
    }
  }

  /** Notes a change of the user, and tells the engine and the listeners. */
  #changed(): void {
    this.#tell();
    this.#changedAt = this.#version;
    const answers = this.#session?.answers(this.#version);
    if (answers !== undefined) this.#engine?.tell(answers);
  }

  /** Tells the listeners that there is a new version. */
  #tell(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}

/** @throws DataError if there is nothing to tell apart. @param why the reason if there is one */
function requireSeveral(count: number, why: string): void {
  if (count === 0) throw new DataError("there is no document to label that is text and can be read");
  if (count === 1) throw new DataError(`${why}: there is nothing to tell apart`);
}
