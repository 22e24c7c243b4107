import { requireCallback, shown } from "./checks.js";
import { UsageError } from "./errors.js";

/** A slow phase of a call. */
export type Phase =
  | "reading"
  | "training"
  | "testing"
  | "searching"
  | "counting"
  | "classifying"
  | "sorting"
  | "counting messages"
  | "downloading";

/** How far a call is. */
export interface Progress {
  readonly phase: Phase;
  /**
   * While reading, the number of documents. While testing, the number of models trained and tested (with leave-one-out,
   * of documents tested), with a fraction for the next one. While searching, the share
   * of the time limit that has passed. While workers count, the number of shards. While classifying, the number of files.
   * While sorting, the number of files or messages. While counting messages, the number of folders. While downloading,
   * the number of messages. Otherwise the share that is done, 0 to 1.
   */
  readonly done: number;
  /** The value of `done` at the end of the phase; undefined if it is not known. */
  readonly total?: number | undefined;
}

/** The part of an `AbortSignal` that is used here. It needs no types of Node.js or of browsers. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Calls the listener when the signal aborts. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Forgets the listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The options to follow and to stop a call that takes long. */
export interface Following {
  /** Called at the beginning of each phase and then often, for example with each document. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Stops the call: it throws the reason of the signal, or rejects with it. A call that returns no promise blocks the
   * event loop, so only its own callbacks, such as `onProgress` or a tokenizer, can abort the signal meanwhile.
   */
  readonly signal?: StopSignal | undefined;
}

/**
 * Begins a phase. Returns a function that reports how much of it is done.
 *
 * @throws the reason of the signal if it is aborted, as the returned function does; UsageError if an option is not
 *   allowed.
 */
export function followed(
  { onProgress, signal }: Following,
  phase: Phase,
  total?: number | undefined,
): (done: number) => void {
  requireCallback("onProgress", onProgress);
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw new UsageError(`signal must be an AbortSignal, not ${shown(signal)}`);
  }
  const tell = (done: number) => {
    if (signal?.aborted) throw signal.reason;
    onProgress?.({ phase, done, total });
    if (signal?.aborted) throw signal.reason;
  };
  tell(0);
  return tell;
}

/**
 * Waits for a promise, but not longer than until the signal is aborted. If it is aborted already, that is not noticed:
 * call `followed` before, which throws then.
 *
 * @throws the reason of the signal
 */
export function untilAborted<T>(promise: Promise<T>, signal: StopSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
