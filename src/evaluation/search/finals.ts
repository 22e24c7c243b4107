import { neighboursOf } from "./candidates.js";
import { Contender } from "./contender.js";
import { Round } from "./round.js";

/** Maximum number of neighbours of the best candidate to test. */
const MAX_REFINEMENTS = 16;

/** The round on all folds. It remembers the candidates. */
export class Finals extends Round {
  /** Candidates that were not tested for lack of time. */
  readonly unfinished: Contender[] = [];
  /** Number of neighbours of the best candidate that were tested. */
  refinements = 0;
  readonly #seen = new Set<string>();

  /** Tests as `Round.test` does, and lists a candidate for which there is no time as unfinished. */
  override async test(one: Contender): Promise<boolean> {
    this.#seen.add(JSON.stringify(one.candidate));
    const isDone = await super.test(one);
    if (!isDone) this.unfinished.push(one);
    return isDone;
  }

  /** Whether a candidate was tested here, or left out for lack of time. */
  hasSeen({ candidate }: Pick<Contender, "candidate">): boolean {
    return this.#seen.has(JSON.stringify(candidate));
  }

  /** Tests a candidate without an earlier trial. It is tested on a sample first, which shows how long it takes. */
  async testLate(one: Contender, sample: Round): Promise<void> {
    if (await sample.test(one)) await this.test(one);
    else this.unfinished.push(one);
  }

  /** Tests neighbours of the best candidate. If one of them is better, its neighbours are next. */
  async refine(): Promise<void> {
    for (; this.refinements < MAX_REFINEMENTS; this.refinements++) {
      const [best] = this.ranked();
      const near = best === undefined ? [] : neighboursOf(best.candidate);
      const candidate = near.find((candidate) => !this.hasSeen({ candidate }));
      if (candidate === undefined) return;
      await this.test(new Contender(candidate, best.reading, best.rate));
    }
  }
}
