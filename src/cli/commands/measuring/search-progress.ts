import type { Progress } from "../../../base/following.js";
import type { BestSoFar } from "../../../evaluation/corpora/tune-corpus.js";
import type { CommonOptions } from "../../options/options.js";
import { say } from "../../output/notices.js";
import { progressBar, stopProgress } from "../../output/progress.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Shows how much of its time a search has used, and tells the best so far at Ctrl-C. */
export function searchProgress(options: Pick<CommonOptions, "quiet">, describe: (best: BestSoFar) => string) {
  let best: BestSoFar | undefined;
  let tick: NodeJS.Timeout | undefined;
  const stopped = (signal: NodeJS.Signals) => {
    stopProgress();
    say(best === undefined ? "stopped before any candidate was tested" : `stopped; ${describe(best)}`);
    for (const other of SIGNALS) process.removeAllListeners(other);
    process.kill(process.pid, signal);
  };
  return {
    onBest(standing: BestSoFar): void {
      best = standing;
    },
    /** Shows the bar when the search begins. @param total the time of the search, in milliseconds */
    onSearch({ total = 0 }: Pick<Progress, "total">): void {
      if (tick !== undefined) return;
      const start = performance.now();
      const bar = progressBar("searching", "share", options);
      tick = setInterval(() => bar.update((performance.now() - start) / total), 500);
      for (const signal of SIGNALS) process.once(signal, stopped);
    },
    stop(): void {
      for (const signal of SIGNALS) process.removeListener(signal, stopped);
      clearInterval(tick);
      stopProgress();
    },
  };
}
