import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** A signal that ends a command. */
export type Signal = (typeof SIGNALS)[number];

/** Shells add this to the number of the signal that ended a program. */
const SIGNALLED = 128;

/**
 * Ends a command between two documents on Ctrl-C or `kill`, so that it can tell what it has done. A second signal ends
 * the process at once.
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

  /** The signal that asks for the end, if any; call this after each document. */
  async isAsked(): Promise<Signal | undefined> {
    // Signals arrive only in the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#signal;
  }

  /** Stops listening. */
  end(): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#listener);
  }
}

/** Tells that a command was stopped, and sets the exit code of the signal. @param how how far it got, and how to go on */
export function tellStopped(signal: Signal, how: string): void {
  console.error(`thresher: stopped by ${signal} ${how}`);
  process.exitCode = SIGNALLED + constants.signals[signal];
}
