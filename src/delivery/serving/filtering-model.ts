import type { Worker } from "node:worker_threads";
import { DataError } from "../../base/errors.js";
import { type Answer, newWorker, resultOf } from "../../base/worker-thread.js";
import { groundsOf } from "../../model/grounds.js";
import { type LimitedModel, loadLimited } from "../../model/limits.js";
import { type MessageAnswer, requireSpam } from "../filter/decide.js";
import { classifiedBytes, type MessageClassifier, messageClassifier } from "../filter/mail-filter.js";
import type { Models } from "../filter/teacher.js";
import { FollowedFile, type FollowOptions } from "./followed-file.js";

/** The options of a model that only answers. */
export interface FilteringOptions extends FollowOptions {
  /**
   * Number of threads that answer, this one included. If given, the models get ready for thousands of messages. Default:
   * only this thread, ready for a few.
   */
  readonly jobs?: number;
}

/** Maximum number of messages that a thread has: the one it reads, and the next one. */
const MAX_WAITING = 2;

/** Resolves the promise of a caller with the answer to its message. */
type Resolve = (answer: Answer<MessageAnswer>) => void;

/**
 * The model of a file that answers, in several threads if that is wanted, each with the model in memory. A message goes to
 * a thread that has little to do, and otherwise to this one, which also talks to the clients.
 */
export class FilteringModel
  extends FollowedFile<LimitedModel & { readonly classify: MessageClassifier }>
  implements Models
{
  /** The other threads, and the messages that each has, in their order. */
  readonly #threads = new Map<Worker, Resolve[]>();

  /** @throws DataError if there is no model to begin with. */
  constructor(path: string, options: FilteringOptions) {
    const { jobs, explains, forMail } = options;
    const load = () => {
      const loaded = loadLimited(path, options, options.tell);
      if (forMail !== undefined) requireSpam(loaded.model.labels, forMail);
      if (jobs !== undefined) loaded.model.expectMany();
      return { ...loaded, classify: messageClassifier(loaded, explains ? groundsOf : undefined) };
    };
    super(path, load, options);
    for (let n = 1; n < (jobs ?? 1); n++) this.#add(options);
  }

  /** Ends the other threads. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#threads.keys(), (thread) => thread.terminate()));
  }

  override reload(): void {
    super.reload();
    for (const thread of this.#threads.keys()) thread.postMessage("reload");
  }

  /** Returns the model that the file holds now. */
  site(): LimitedModel {
    return this.latest();
  }

  /** Returns the answer of the model that the file holds now. @throws DataError if a thread dies */
  answer(message: Uint8Array): MessageAnswer | Promise<MessageAnswer> {
    // Asked for even if another thread answers: this thread reports that the file has changed.
    const { classify } = this.latest();
    const [freest] = [...this.#threads].sort(([, a], [, b]) => a.length - b.length);
    const [thread, waiting] = freest ?? [];
    if (waiting === undefined || waiting.length === MAX_WAITING) return { ...classify(message), file: this.path };
    // A copy, because posting a view posts all bytes of its buffer.
    thread.postMessage(new Uint8Array(classifiedBytes(message)));
    return new Promise<Answer<MessageAnswer>>((resolve) => waiting.push(resolve)).then(resultOf);
  }

  /** Starts a thread. If it dies, its messages get an error. */
  #add({ tell, explains, errorsAtMost, forMail }: FollowOptions): void {
    const code = new URL("./answer-worker.js", import.meta.url);
    const workerData = { path: this.path, explains, errorsAtMost, forMail };
    const thread = newWorker(code, { workerData, execArgv: [] });
    // So that the process ends if the server cannot start.
    thread.unref();
    const waiting: Resolve[] = [];
    this.#threads.set(thread, waiting);
    thread.on("message", (answer: Answer<MessageAnswer>) => waiting.shift()?.(answer));
    thread.on("error", ({ message }) => {
      this.#threads.delete(thread);
      const error = new DataError(`a thread died (${message}), perhaps out of memory`);
      tell(`${error.message}; the others go on`);
      for (const resolve of waiting) resolve({ error });
    });
  }
}
