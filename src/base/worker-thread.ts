/**
 * Worker threads whose starter waits for their answers. The starter calls `startThread`; the code of the thread calls
 * `answerWith` for each answer, and `signalLife` every few seconds.
 */

import type { MessagePort, Worker, WorkerOptions } from "node:worker_threads";
import { DataError, UsageError } from "./errors.js";
import { programPath } from "./optional-package.js";

/** The port and the shared memory through which a thread answers. They come with its task: see `answerWith`. */
export interface AnswerLine {
  /** Carries the answers to the starter. */
  readonly port: MessagePort;
  /** Two numbers: see `ANSWERS` and `ALIVE`. */
  readonly shared: Int32Array;
}

/** An answer of a thread. Posting an error loses its class, so an error of Thresher also sends its data. */
export type Answer<T> =
  | { readonly result: T }
  | { readonly error: Error; readonly data?: Pick<DataError | UsageError, "name" | "message" | "options"> };

/** Computes an answer. An error becomes a part of it. */
export function answerOf<T>(compute: () => T): Answer<T> {
  try {
    return { result: compute() };
  } catch (error) {
    if (!(error instanceof DataError || error instanceof UsageError)) return { error: error as Error };
    const { name, message, options } = error;
    return { error, data: { name, message, options } };
  }
}

/** Returns the result of an answer. @throws the error of the answer */
export function resultOf<T>(answer: Answer<T>): T {
  if ("result" in answer) return answer.result;
  const { error, data } = answer;
  if (data === undefined) throw error;
  throw data.name === "UsageError" ? new UsageError(data.message, data) : new DataError(data.message, data);
}

/** The index in the shared memory of the number of answers that were posted to the port. */
const ANSWERS = 0;
/** The index in the shared memory of a counter of signs of life. */
const ALIVE = 1;

/** Milliseconds of silence after which a thread is taken for dead. A living thread gives a sign every few seconds. */
const PATIENCE = 30_000;

/** A thread, seen from its starter. */
export interface Thread<T> {
  /**
   * Waits for the next answer. It blocks, so that the caller can stay synchronous.
   *
   * @throws the error of the thread, or DataError if the thread has died
   */
  next(): T;
  /** Ends the thread, even in the middle of its work. */
  stop(): void;
}

/** The code of a worker: a file or, in the published library, a text that needs `vendored` and `program` in its `workerData`. */
export type WorkerCode = URL | { readonly text: string; readonly vendored: object };

/** Starts a worker from either kind of code. @param options its `workerData` must be an object */
export function newWorker(code: WorkerCode, options: WorkerOptions): Worker {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  if (code instanceof URL) return new Worker(code, options);
  return new Worker(code.text, {
    ...options,
    eval: true,
    workerData: { ...options.workerData, vendored: code.vendored, program: programPath() },
  });
}

/**
 * Starts a thread. It does not keep the program running.
 *
 * @param task what the thread has to do, in any form that its code expects. Its `workerData` is the task with the fields of
 *   an `AnswerLine`
 */
export function startThread<T>(
  code: WorkerCode,
  task: object,
  options: Pick<WorkerOptions, "resourceLimits"> = {},
): Thread<T> {
  const { MessageChannel, receiveMessageOnPort } = process.getBuiltinModule("node:worker_threads");
  const { port1, port2 } = new MessageChannel();
  // Two numbers of four bytes.
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = newWorker(code, {
    workerData: { ...task, port: port2, shared },
    transferList: [port2],
    ...options,
    // The thread writes nothing. Pipes to our own streams would stay open while this thread is busy.
    stdout: true,
    stderr: true,
    // The thread is not profiled with the command (--cpu-prof).
    execArgv: [],
    // The temporary files of the thread are read after its end, so they must stay open.
    trackUnmanagedFds: false,
  });
  // The program ends without waiting for the thread.
  worker.unref();
  // Without a handler, the event would end the program. A thread that fails to start is noticed by its silence.
  worker.on("error", () => undefined);
  port1.unref();
  let answers = 0;
  return {
    next() {
      if (!answered(shared, ++answers)) {
        throw new DataError("a thread died, perhaps out of memory: try jobs 1", { options: ["jobs"] });
      }
      return resultOf(receiveMessageOnPort(port1)?.message as Answer<T>);
    },
    stop() {
      port1.close();
      void worker.terminate();
    },
  };
}

/** Waits until this number of answers has arrived. Returns false if the thread is dead. */
function answered(shared: Int32Array, answers: number): boolean {
  let alive = Atomics.load(shared, ALIVE);
  for (;;) {
    const before = Atomics.load(shared, ANSWERS);
    if (before >= answers) return true;
    if (Atomics.wait(shared, ANSWERS, before, PATIENCE) !== "timed-out") continue;
    if (Atomics.load(shared, ALIVE) === alive) return false;
    alive = Atomics.load(shared, ALIVE);
  }
}

/**
 * Sends the result of `compute`, or its error, to the starter.
 *
 * @param buffersOf returns the buffers of the result. They are transferred, not copied
 */
export function answerWith<T>({ port, shared }: AnswerLine, compute: () => T, buffersOf: (result: T) => ArrayBuffer[]) {
  const answer = answerOf(compute);
  const buffers = "result" in answer ? buffersOf(answer.result) : [];
  port.postMessage(answer, [...new Set(buffers)]);
  Atomics.add(shared, ANSWERS, 1);
  Atomics.notify(shared, ANSWERS);
}

/** Tells the starter that the thread is still alive. */
export function signalLife({ shared }: AnswerLine): void {
  Atomics.add(shared, ALIVE, 1);
}
