import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** What asks a command to end. */
export type Signal = (typeof SIGNALS)[number];

/** As a shell tells of a program that a signal has ended. */
const SIGNALLED = 128;

/**
 * Ends a command between two documents when it is asked to (Ctrl-C, `kill`), so that it can
 * still say what it has done. A second signal is not listened to: it ends the process, as ever.
 */
export class Stopping {
  #signal: Signal | undefined;
  readonly #listener = (signal: Signal) => {
    this.#signal = signal;
    this.end();
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#listener);
  }

  /** To be asked after each document: by which signal it is to end now, if any. */
  async isAsked(): Promise<Signal | undefined> {
    // A signal is heard of only when the event loop has its turn.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#signal;
  }

  /** Listens no more. */
  end(): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#listener);
  }
}

/** Says that a command was stopped, and what to do then; the exit code is that of the signal. */
export function tellStopped(signal: Signal, how: string): void {
  console.error(`thresher: stopped by ${signal} ${how}`);
  process.exitCode = SIGNALLED + constants.signals[signal];
}
