import type { Progress } from "../../../base/following.js";
import type { BestSoFar } from "../../../evaluation/corpora/tuned-corpus.js";
import type { CommonOptions } from "../../options/options.js";
import { say } from "../../output/notices.js";
import { progressBar, stopProgress } from "../../output/progress.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Shows how much of its time a search has used. If a signal such as Ctrl-C stops the search, prints the best candidate
 * so far.
 *
 * @param describe returns the best candidate in words
 * @returns callbacks for the search, and `stop`, to be called at its end
 */
export function searchProgress(options: Pick<CommonOptions, "quiet">, describe: (best: BestSoFar) => string) {
  let best: BestSoFar | undefined;
  let tick: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    stopProgress();
    say(best === undefined ? "stopped before any candidate was tested" : `stopped; ${describe(best)}`);
    // Without listeners, the signal ends the process, and its parent sees that.
    for (const other of SIGNALS) process.removeAllListeners(other);
    process.kill(process.pid, signal);
  };
  return {
    /** Takes note of the best candidate so far. */
    onBest(found: BestSoFar): void {
      best = found;
    },
    /** Shows the bar, at the first call only. @param total the time that the search may take, in milliseconds */
    onSearch({ total = 0 }: Pick<Progress, "total">): void {
      if (tick !== undefined) return;
      const start = performance.now();
      const bar = progressBar("searching", "share", options);
      tick = setInterval(() => bar.update((performance.now() - start) / total), 500);
      for (const signal of SIGNALS) process.once(signal, onSignal);
    },
    /** Removes the bar and the handlers of signals. */
    stop(): void {
      for (const signal of SIGNALS) process.removeListener(signal, onSignal);
      clearInterval(tick);
      stopProgress();
    },
  };
}
