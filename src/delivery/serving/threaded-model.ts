import type { Worker } from "node:worker_threads";
import { DataError } from "../../base/errors.js";
import { type Answer, newWorker, resultOf } from "../../base/worker-thread.js";
import type { MessageAnswer } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import { CurrentModel, type FollowOptions } from "./followed-file.js";

/** Messages that a thread has at a time: it reads one, and the next one is there when it has finished. */
const MOST = 2;

/** Resolves the promise of a caller with the answer to its message. */
type Ending = (answer: Answer<MessageAnswer>) => void;

/**
 * A model that follows its file and answers in several threads, each with the model in memory. A message goes to a thread
 * that has little to do, and otherwise to this one, which also talks to the clients.
 */
export class ThreadedModel {
  readonly #own: CurrentModel;
  /** The other threads, and the messages that each has, in their order. */
  readonly #threads = new Map<Worker, Ending[]>();

  /** @param jobs how many threads answer @throws DataError if there is no model to begin with. */
  constructor(path: string, options: FollowOptions, jobs: number) {
    this.#own = new CurrentModel(path, { ...options, isBusy: true });
    for (let n = 1; n < jobs; n++) this.#add(path, options);
  }

  get id(): string {
    return this.#own.id;
  }

  /** Ends the other threads. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#threads.keys(), (thread) => thread.terminate()));
  }

  /** Reads the file now, even if it looks unchanged. */
  reload(): void {
    this.#own.reload();
    for (const thread of this.#threads.keys()) thread.postMessage("reload");
  }

  /** Returns the answer of the model that the file holds now. @throws DataError if a thread dies */
  answer(message: Uint8Array): MessageAnswer | Promise<MessageAnswer> {
    const [thread, endings] = [...this.#threads].find(([, { length }]) => length < MOST) ?? [];
    if (thread === undefined) return this.#own.answer(message);
    // So that it tells of a new file.
    this.#own.latest();
    // A copy, because posting a view posts all bytes of its buffer.
    thread.postMessage(new Uint8Array(classifiedBytes(message)));
    return new Promise<Answer<MessageAnswer>>((end) => endings?.push(end)).then(resultOf);
  }

  /** Starts a thread. If it dies, its messages get an error. */
  #add(path: string, { tell, explains }: FollowOptions): void {
    const code = new URL("./answer-worker.js", import.meta.url);
    const thread = newWorker(code, { workerData: { path, explains }, execArgv: [] });
    // So that the process ends if the server cannot start.
    thread.unref();
    const endings: Ending[] = [];
    this.#threads.set(thread, endings);
    thread.on("message", (answer: Answer<MessageAnswer>) => endings.shift()?.(answer));
    thread.on("error", ({ message }) => {
      this.#threads.delete(thread);
      const error = new DataError(`a thread died (${message}), perhaps out of memory`);
      tell(`${error.message}; the others go on`);
      for (const end of endings) end({ error });
    });
  }
}
