import { join } from "node:path";
import { startThread, type Thread } from "../../base/worker-thread.js";
import { statusOf } from "../../documents/files/files.js";
import type { IdentifiedModel } from "../../model/file/model-file.js";
import type { Answering } from "./answers.js";
import { type FileAnswer, SharedFiles } from "./files.js";
import { THREAD, type ThreadAnswer, type ThreadTask } from "./thread.js";

/** Fewer files for each thread are nearly done when another thread has started and loaded the model. */
const FEWEST = 500;

/** In bytes. Each thread has a copy of the model. */
const LARGEST_MODEL = 1 << 26;

/** In milliseconds. A thread that takes longer compiles its code again. */
const MOST_WAIT = 100;

/** Threads that classify files, beside the one that has started them. */
export class ClassifyingThreads {
  readonly #files: SharedFiles;
  readonly #threads: readonly Thread<ThreadAnswer>[];
  /** Those that have not said that there is nothing left. */
  readonly #working: Set<Thread<ThreadAnswer>>;
  /** By chunk, until they are given. */
  readonly #known = new Map<number, readonly FileAnswer[]>();
  readonly #loaded = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #id = "";

  private constructor(given: Pick<ThreadTask, "paths" | "model" | "hasHeadings">, others: number) {
    this.#files = new SharedFiles(given);
    const task: ThreadTask = { ...given, taken: this.#files.taken, loaded: this.#loaded };
    const file = join(import.meta.dirname, "thresher.cjs");
    this.#threads = Array.from({ length: others }, () => startThread<ThreadAnswer>(file, task, { argv: [THREAD] }));
    this.#working = new Set(this.#threads);
  }

  /** Starts threads, which load the model themselves; undefined if that is not worth it. @param jobs the most threads */
  static start(
    task: Pick<ThreadTask, "paths" | "model" | "hasHeadings">,
    jobs: number,
  ): ClassifyingThreads | undefined {
    const threads = Math.min(jobs, Math.floor(task.paths.length / FEWEST));
    if (threads < 2 || (statusOf(task.model)?.size ?? 0) > LARGEST_MODEL) return undefined;
    return new ClassifyingThreads(task, threads - 1);
  }

  /**
   * Waits a little until the threads have loaded their code. V8 takes what it has compiled before only under the limits
   * under which it was made, so that `compileLess` has to come later.
   */
  waitForCode(): void {
    const end = performance.now() + MOST_WAIT;
    for (;;) {
      const loaded = Atomics.load(this.#loaded, 0);
      const left = end - performance.now();
      if (loaded >= this.#threads.length || left <= 0) return;
      Atomics.wait(this.#loaded, 0, loaded, left);
    }
  }

  /** Classifies the files, in this thread too. The answers come in the order of the files. */
  *answers({ model, id }: IdentifiedModel, answering: Answering): Generator<FileAnswer> {
    this.#id = id;
    const files = this.#files;
    const answerHere = (chunk: number) => this.#known.set(chunk, files.answersTo(chunk, model, answering));
    try {
      for (let next = 0; next < files.chunks; ) {
        for (const thread of this.#working) while (this.#working.has(thread) && thread.hasAnswer()) this.#take(thread);
        const answers = this.#known.get(next);
        if (answers !== undefined) {
          yield* answers;
          this.#known.delete(next++);
          continue;
        }
        const chunk = files.take();
        if (chunk >= 0) answerHere(chunk);
        // A thread that died or that has another model has left its files to this one.
        else if (!this.#waitFor(next)) answerHere(next);
      }
    } finally {
      this.stop();
    }
  }

  stop(): void {
    for (const thread of this.#threads) thread.stop();
  }

  /** Waits until a thread has done a chunk. @returns whether one has */
  #waitFor(chunk: number): boolean {
    for (const thread of this.#working) while (this.#working.has(thread) && !this.#known.has(chunk)) this.#take(thread);
    return this.#known.has(chunk);
  }

  #take(thread: Thread<ThreadAnswer>): void {
    let answer: ThreadAnswer;
    try {
      answer = thread.next();
    } catch {
      // Its files are read again in this thread, where the error occurs again, or not.
    }
    if (answer === undefined) this.#working.delete(thread);
    // The file of the model may have been replaced meanwhile.
    else if (answer.id === this.#id) this.#known.set(answer.chunk, answer.answers);
  }
}
