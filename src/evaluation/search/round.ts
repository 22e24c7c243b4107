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
export interface RoundOptions {
  /** The measure that ranks candidates. */
  readonly by: Measure;
  /** The clock, and the time limit on it, in milliseconds. */
  readonly now: () => number;
  readonly until: number;
  /** Called with the best candidate so far, after each candidate of a round. */
  readonly onBest?: ((best: Standing) => void) | undefined;
}

/** Factor for larger samples: time grows a little faster than the number of documents, because the vocabulary grows. */
const SLACK = 1.25;

/** Tests candidates on the same splits, until the time limit. */
export class Round {
  readonly splits: readonly Split[];
  /** Number of documents from which each model learns. */
  readonly documents: number;
  /** The candidates that have a result on every split. */
  readonly tested: Contender[] = [];
  readonly #runner: Runner;
  readonly #options: RoundOptions;
  readonly #isRough: boolean;

  /** @param isRough whether to measure probabilities as if they were calibrated */
  constructor(splits: readonly Split[], runner: Runner, options: RoundOptions, isRough = false) {
    this.splits = splits;
    this.documents = splits[0].train.length;
    this.#runner = runner;
    this.#options = options;
    this.#isRough = isRough;
  }

  /** Returns the tested candidates, best first. */
  ranked(): Contender[] {
    const sign = isLoss(this.#options.by) ? -1 : 1;
    const scoreOf = (contender: Contender) => sign * contender.scoreOn(this.splits);
    return this.tested.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  }

  /**
   * Estimates the milliseconds for a candidate on some splits, by default all, from an earlier trial. Returns 0 without
   * an earlier trial.
   */
  timeFor({ rate = 0 }: Contender, { length } = this.splits): number {
    return SLACK * rate * this.documents * Math.ceil(length / this.#runner.jobs);
  }

  /** Tests a candidate if there is time. @returns whether it has a result on every split */
  async test(one: Contender): Promise<boolean> {
    const missing = this.splits.filter((split) => !one.results.has(split));
    const { now, until, onBest } = this.#options;
    if (now() + this.timeFor(one, missing) >= until) return false;
    const { candidate, reading } = one;
    await Promise.all(
      missing.map(async (split) => {
        const result = await this.#runner.run({ reading, candidate, split, atBestTemperature: this.#isRough });
        one.refusal ??= result?.refusal;
        if (result === undefined || Number.isNaN(result.score)) return;
        one.results.set(split, result);
        one.rate = result.milliseconds / split.train.length;
      }),
    );
    if (!this.splits.every((split) => one.results.has(split))) return false;
    this.tested.push(one);
    const [best] = this.ranked();
    onBest?.({ candidate: best.candidate, score: best.scoreOn(this.splits), documents: this.documents });
    return true;
  }
}
