import { type SearchData, type Trial, TrialBench, type TrialOptions, type TrialResult } from "./trial.js";

/** Trains and tests; undefined if that was cut off because the time was over. */
export interface Runner {
  /** How many trials run at the same time. */
  readonly jobs: number;
  run(trial: Trial): Promise<TrialResult | undefined>;
}

/** A runner in this thread; between trials, timers and signals get their turn. */
export function ownThread(readings: readonly SearchData[], options: TrialOptions): Runner {
  const bench = new TrialBench(readings, options);
  return {
    jobs: 1,
    run: async (trial) => {
      await new Promise((resolve) => setImmediate(resolve));
      return bench.run(trial);
    },
  };
}
