import { constants } from "node:os";

/** Aborted at the first SIGINT or SIGTERM; a second one ends the process at once. */
export interface StopSignals {
  readonly signal: AbortSignal;
  /** What a process that a signal has ended exits with; undefined if none has come. */
  exitCode(): number | undefined;
}

export function stopSignals(): StopSignals {
  const stop = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => {
      stoppedBy = name;
      stop.abort();
    });
  }
  return {
    signal: stop.signal,
    exitCode: () => (stoppedBy === undefined ? undefined : 128 + constants.signals[stoppedBy]),
  };
}
