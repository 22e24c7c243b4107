import type { BestSoFar, TuneCorpusOptions } from "../../../evaluation/corpora/tune-corpus.js";
import type { CommonOptions } from "../../options/options.js";
import { say } from "../../output/notices.js";
import { progressBar, stopProgress } from "../../output/progress.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Shows a progress bar with a clock during a search, and tells the best so far at Ctrl-C. */
export function searchClock(
  options: Pick<CommonOptions, "quiet">,
  describe: (best: BestSoFar) => string,
): Required<Pick<TuneCorpusOptions, "onBest" | "doSearch">> {
  let best: BestSoFar | undefined;
  return {
    onBest: (standing) => {
      best = standing;
    },
    async doSearch(milliseconds, work) {
      const start = performance.now();
      const bar = progressBar("searching", "share", options, " · 99:59 left");
      const tick = setInterval(() => {
        const gone = performance.now() - start;
        bar.update(gone / milliseconds, ` · ${clockText(milliseconds - gone)} left`);
      }, 500);
      const stopped = (signal: NodeJS.Signals) => {
        stopProgress();
        say(best === undefined ? "stopped before any candidate was tested" : `stopped; ${describe(best)}`);
        for (const other of SIGNALS) process.removeAllListeners(other);
        process.kill(process.pid, signal);
      };
      for (const signal of SIGNALS) process.once(signal, stopped);
      try {
        return await work();
      } finally {
        for (const signal of SIGNALS) process.removeListener(signal, stopped);
        clearInterval(tick);
        bar.stop();
      }
    },
  };
}

function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
