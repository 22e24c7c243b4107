import type { Split } from "../../model/fitting/splits.js";
import { neighboursOf } from "./candidates.js";
import { Contender } from "./contender.js";
import type { TimedTests } from "./timed-tests.js";

/** Maximum number of neighbours of the best candidate to test. */
const MAX_REFINEMENTS = 16;

/** Tests candidates on all folds and remembers them. */
export class Finals {
  readonly done: Contender[] = [];
  /** Candidates that were not tested for lack of time. */
  readonly unfinished: Contender[] = [];
  /** Number of neighbours of the best candidate that were tested. */
  refinements = 0;
  readonly #tests: TimedTests;
  readonly #folds: readonly Split[];
  readonly #seen = new Set<string>();

  constructor(tests: TimedTests, folds: readonly Split[]) {
    this.#tests = tests;
    this.#folds = folds;
  }

  /** Tests a candidate, even if it was tested before. */
  async test(one: Contender): Promise<void> {
    this.#seen.add(JSON.stringify(one.candidate));
    const isDone = await this.#tests.test(one, this.#folds);
    (isDone ? this.done : this.unfinished).push(one);
    if (isDone) this.#tests.tellBest(this.done, this.#folds);
  }

  hasSeen({ candidate }: Pick<Contender, "candidate">): boolean {
    return this.#seen.has(JSON.stringify(candidate));
  }

  /** Tests neighbours of the best candidate. If one of them is better, its neighbours are next. */
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
