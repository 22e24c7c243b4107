import type { Split } from "../../model/fitting/splits.js";
import { neighboursOf } from "./candidates.js";
import { Contender } from "./contender.js";
import type { TimedTests } from "./timed-tests.js";

/** The most candidates next to the best that are tested. */
const MAX_REFINEMENTS = 16;

/** Tests candidates on all folds, and remembers which were tested. */
export class Finals {
  readonly done: Contender[] = [];
  /** Candidates for which there was no time. */
  readonly unfinished: Contender[] = [];
  /** The number of candidates next to the best that were tested. */
  refinements = 0;
  readonly #tests: TimedTests;
  readonly #folds: readonly Split[];
  readonly #seen = new Set<string>();

  constructor(tests: TimedTests, folds: readonly Split[]) {
    this.#tests = tests;
    this.#folds = folds;
  }

  /** Tests a candidate, even if it has been tested before. */
  async test(one: Contender): Promise<void> {
    this.#seen.add(JSON.stringify(one.candidate));
    const isDone = await this.#tests.test(one, this.#folds);
    (isDone ? this.done : this.unfinished).push(one);
    if (isDone) this.#tests.tellBest(this.done, this.#folds);
  }

  hasSeen({ candidate }: Pick<Contender, "candidate">): boolean {
    return this.#seen.has(JSON.stringify(candidate));
  }

  /** Tests candidates next to the best, and next to those that are better. */
  async refine(): Promise<void> {
    for (; this.refinements < MAX_REFINEMENTS; this.refinements++) {
      const [best] = this.#tests.ranked(this.done, this.#folds);
      const near = best === undefined ? [] : neighboursOf(best.candidate);
      const candidate = near.find((candidate) => !this.hasSeen({ candidate }));
      if (candidate === undefined) return;
      await this.test(new Contender({ candidate, reading: best.reading }, best.rate));
    }
  }
}
