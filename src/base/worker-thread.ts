import { createRequire } from "node:module";
import type WorkerThreads from "node:worker_threads";
import type { MessagePort, WorkerOptions } from "node:worker_threads";
import { DataError } from "./errors.js";

/** The port and the shared memory by which a thread answers. It gets them together with its task: see `answerWith`. */
export interface AnswerLine {
  readonly port: MessagePort;
  /** Two numbers: see `ANSWERS` and `ALIVE`. */
  readonly shared: Int32Array;
}

/** An answer. An error loses its class on the way. */
type Answer<T> =
  | { readonly result: T }
  | { readonly error: Error; readonly data?: Pick<DataError, "message" | "options"> };

/** Places in the memory shared with a thread: the number of answers on the port, and a sign of life. */
const ANSWERS = 0;
const ALIVE = 1;

/** Milliseconds after which a silent thread is taken for dead. It shows a sign of life every few seconds at most. */
const PATIENCE = 30_000;

/** A thread as its starter sees it. */
export interface Thread<T> {
  /**
   * Waits for the next answer; it blocks, so that the caller stays an ordinary function.
   *
   * @throws the error of the thread, or DataError if the thread has died
   */
  next(): T;
  stop(): void;
}

/** Starts a thread on a file; its `workerData` is the task with an `AnswerLine`. */
export function startThread<T>(
  file: string,
  task: object,
  options: Pick<WorkerOptions, "resourceLimits"> = {},
): Thread<T> {
  const { MessageChannel, receiveMessageOnPort, Worker } = createRequire(import.meta.url)(
    "node:worker_threads",
  ) as typeof WorkerThreads;
  const { port1, port2 } = new MessageChannel();
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(file, {
    workerData: { ...task, port: port2, shared },
    transferList: [port2],
    ...options,
    // It writes nothing, and pipes to our own streams would stay for as long as this thread is busy.
    stdout: true,
    stderr: true,
    // A profiler of the command (--cpu-prof) does not profile its threads.
    execArgv: [],
    // Temporary files that it has written are read when it has ended.
    trackUnmanagedFds: false,
  });
  worker.unref();
  // Nobody waits for the event: a thread that fails to start is noticed by its silence.
  worker.on("error", () => undefined);
  port1.unref();
  let answers = 0;
  return {
    next() {
      if (!answered(shared, ++answers)) {
        throw new DataError("a thread died, perhaps out of memory: try jobs 1", { options: ["jobs"] });
      }
      const answer = receiveMessageOnPort(port1)?.message as Answer<T>;
      if ("result" in answer) return answer.result;
      throw answer.data === undefined ? answer.error : new DataError(answer.data.message, answer.data);
    },
    stop() {
      port1.close();
      void worker.terminate();
    },
  };
}

/** Waits for this number of answers; false if the thread is dead. */
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

/** Sends what `compute` returns, or its error. The buffers of the result move, they are not copied. */
export function answerWith<T>({ port, shared }: AnswerLine, compute: () => T, buffersOf: (result: T) => ArrayBuffer[]) {
  let answer: Answer<T>;
  let buffers: ArrayBuffer[] = [];
  try {
    const result = compute();
    answer = { result };
    buffers = buffersOf(result);
  } catch (error) {
    answer =
      error instanceof DataError
        ? { error, data: { message: error.message, options: error.options } }
        : { error: error as Error };
  }
  port.postMessage(answer, [...new Set(buffers)]);
  Atomics.add(shared, ANSWERS, 1);
  Atomics.notify(shared, ANSWERS);
}

/** Tells the starter that the thread is not dead. */
export function signalLife({ shared }: AnswerLine): void {
  Atomics.add(shared, ALIVE, 1);
}
