import { setImmediate } from "node:timers/promises";
import { DataError, UsageError } from "../../base/errors.js";
import { append, groupedBy } from "../../base/lists.js";
import type { TermDataset } from "../../features/dataset.js";
import { Fold } from "../../model/fitting/fold.js";
import { splitSubsets } from "../../model/fitting/split-folds.js";
import type { Split } from "../../model/fitting/splits.js";
import { resolve } from "../../model/settings.js";
import { isLoss, type Measure, type MeasureOptions, measured } from "../metrics/measure.js";
import { mean } from "../significance/intervals.js";
import type { Candidate } from "./candidates.js";
import type { CandidateScores } from "./ranking.js";

/** How candidates are tested. */
export interface RaceOptions {
  readonly splits: readonly Split[];
  readonly by: Measure;
  readonly measure: MeasureOptions;
  /** Whether to drop candidates, and to pass over those that cannot learn from the documents. */
  readonly isOpen: boolean;
  /** When to start no new candidate, by `performance.now()`. */
  readonly until: number;
  /** Called during a test with the share of it that is done, and after it with 1. */
  readonly onTrial: (share: number) => void;
}

/** Minimum number of candidates that go on after a fold of an open race. */
const FEWEST = 2;

/** Tests candidates fold by fold. In an open race, the worse half is dropped after each fold. */
export class Race {
  /** The candidates with a score on every fold. */
  readonly finished: CandidateScores[] = [];
  /** The candidates that were not tested for lack of time. */
  readonly untried: Candidate[] = [];
  /** Number of candidates that were tested on one fold at least. */
  tested = 0;
  /** The settings that were tested, or left for lack of time, as JSON. */
  readonly #seen = new Set<string>();
  #refusal: Error | undefined;
  readonly #options: RaceOptions;

  constructor(options: RaceOptions) {
    this.#options = options;
  }

  get isLate(): boolean {
    return performance.now() >= this.#options.until;
  }

  /** The finished candidate with the best mean score; the first of several. */
  get best(): CandidateScores | undefined {
    return ranked(this.finished, this.#options.by).at(0);
  }

  /**
   * Tests candidates that use the same terms, unless they were tested before.
   *
   * @throws DataError or UsageError if a candidate cannot learn from the documents. In an open race, only if none has
   *   finished and none is left.
   */
  async run(data: TermDataset, candidates: readonly Candidate[]): Promise<void> {
    const { splits, isOpen } = this.#options;
    const fresh = candidates.filter(({ settings }) => !this.#seen.has(JSON.stringify(settings)));
    for (const { settings } of fresh) this.#seen.add(JSON.stringify(settings));
    let racing: Racer[] = fresh.map((candidate) => ({ candidate, scores: [], terms: 0 }));
    for (const { train, test } of splitSubsets(data, splits)) {
      const rulesOf = ({ candidate }: Racer) => resolve(candidate.settings).rules;
      const scored: Racer[] = [];
      // Candidates that select the same terms share the counts of a fold.
      for (const alike of groupedBy(racing, (one) => JSON.stringify(rulesOf(one))).values()) {
        const fold = new Fold(train, test, rulesOf(alike[0]));
        for (const one of alike) {
          // The first answer takes its time: one candidate goes on to the last fold.
          if (isOpen && this.isLate && this.finished.length + scored.length > 0) {
            if (one.scores.length === 0) this.untried.push(one.candidate);
          } else if (this.#test(one, fold, data.labels)) scored.push(one);
          // Lets signals and timers run.
          await setImmediate();
        }
      }
      const better = ranked(scored, this.#options.by).slice(0, Math.max(FEWEST, Math.ceil(scored.length / 2)));
      racing = isOpen ? better : scored;
    }
    append(
      this.finished,
      racing.map((one) => ({ ...one, terms: one.terms / splits.length })),
    );
    if (this.finished.length === 0) throw this.#refusal;
  }

  /** Trains and tests a candidate on a fold. Returns false if it cannot learn from the documents. */
  #test(one: Racer, fold: Fold, labels: readonly string[]): boolean {
    const { by, measure, isOpen, onTrial } = this.#options;
    const { settings } = one.candidate;
    const options = { ...measure, calibrate: settings.calibrate ?? undefined, onProgress: onTrial };
    if (one.scores.length === 0) this.tested++;
    try {
      one.scores.push(measured(by, fold, resolve(settings).classifier, labels, options));
      one.terms += fold.vocabulary;
      return true;
    } catch (error) {
      if (!isOpen || !(error instanceof DataError || error instanceof UsageError)) throw error;
      this.#refusal ??= error;
      return false;
    } finally {
      onTrial(1);
    }
  }
}

/** A candidate that is being tested. `terms` is the sum over its folds. */
interface Racer {
  readonly candidate: Candidate;
  readonly scores: number[];
  terms: number;
}

/** Returns candidates with equally many scores, best first. */
function ranked<T extends CandidateScores>(all: readonly T[], by: Measure): T[] {
  const sign = isLoss(by) ? -1 : 1;
  return all.toSorted((a, b) => sign * (mean(b.scores) - mean(a.scores)));
}
