import type { Split } from "../../model/fitting/splits.js";
import { isLoss, type Measure } from "../metrics/measure.js";
import type { Candidate } from "../studies/tuning-grid.js";
import type { Contender } from "./contender.js";
import type { Runner } from "./trial.js";

/** A candidate with its current score. */
export interface Standing {
  readonly candidate: Candidate;
  /** Mean of the measure over the splits. */
  readonly score: number;
  /** Number of documents from which its models learned. */
  readonly documents: number;
}

/** The measure, the time limit and a callback. */
export interface TestOptions {
  readonly by: Measure;
  /** The clock, and the time limit on it, in milliseconds. */
  readonly now: () => number;
  readonly until: number;
  /** Called with the best candidate so far, after each candidate of a round. */
  readonly onBest?: ((best: Standing) => void) | undefined;
}

/** Factor for larger samples: time grows a little faster than the number of documents, because the vocabulary grows. */
const SLACK = 1.25;

/** Tests candidates until the time limit. */
export class TimedTests {
  readonly jobs: number;
  readonly #runner: Runner;
  readonly #options: TestOptions;

  constructor(runner: Runner, options: TestOptions) {
    this.jobs = runner.jobs;
    this.#runner = runner;
    this.#options = options;
  }

  /** Returns the candidates, best first. */
  ranked(contenders: readonly Contender[], splits: readonly Split[]): Contender[] {
    const sign = isLoss(this.#options.by) ? -1 : 1;
    return [...contenders].sort((a, b) => sign * (b.scoreOn(splits) - a.scoreOn(splits)));
  }

  /** Reports the best of the candidates that were tested on these splits. */
  tellBest(tested: readonly Contender[], splits: readonly Split[]): void {
    const [best] = this.ranked(tested, splits);
    const { candidate } = best;
    this.#options.onBest?.({ candidate, score: best.scoreOn(splits), documents: splits[0].train.length });
  }

  /** Estimates the milliseconds for tests on splits, from an earlier trial. Returns 0 without an earlier trial. */
  timeFor({ rate = 0 }: Contender, { length }: readonly Split[], documents: number): number {
    return SLACK * rate * documents * Math.ceil(length / this.jobs);
  }

  /** Tests a candidate on splits if there is time. @returns whether it has a result on every split */
  async test(one: Contender, splits: readonly Split[], atBestTemperature = false): Promise<boolean> {
    const missing = splits.filter((split) => !one.results.has(split));
    const { now, until } = this.#options;
    if (now() + this.timeFor(one, missing, splits[0].train.length) >= until) return false;
    const { candidate, reading } = one;
    await Promise.all(
      missing.map(async (split) => {
        const result = await this.#runner.run({ reading, candidate, split, atBestTemperature });
        one.refusal ??= result?.refusal;
        if (result === undefined || Number.isNaN(result.score)) return;
        one.results.set(split, result);
        one.rate = result.milliseconds / split.train.length;
      }),
    );
    return splits.every((split) => one.results.has(split));
  }
}
