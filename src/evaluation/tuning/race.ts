import { setImmediate } from "node:timers/promises";
import { DataError, UsageError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import type { TermDataset } from "../../features/dataset.js";
import { Fold } from "../../model/fitting/fold.js";
import { splitSubsets } from "../../model/fitting/split-folds.js";
import type { Split } from "../../model/fitting/splits.js";
import { resolve } from "../../model/settings.js";
import { isLoss, type Measure, type MeasureOptions, measured } from "../metrics/measure.js";
import { mean } from "../significance/intervals.js";
import type { Candidate } from "./candidates.js";

/** The scores of a candidate. */
export interface CandidateScores {
  readonly candidate: Candidate;
  /** The value of the measure in each split. */
  readonly scores: readonly number[];
  /** Mean number of terms over the splits. */
  readonly terms: number;
}

/** How candidates are tested. */
export interface RaceOptions {
  readonly splits: readonly Split[];
  readonly by: Measure;
  readonly measure: MeasureOptions;
  /** Whether to drop candidates, and to pass over those that cannot learn from the documents. */
  readonly isOpen: boolean;
  /** Returns whether to start no new candidate. */
  readonly isLate: () => boolean;
  /** Called during a test with the share of it that is done, and after it with 1. */
  readonly onTrial: (share: number) => void;
}

/** Minimum number of candidates that go on after a fold of an open race. */
const FEWEST = 2;

/** A candidate that is being tested. `terms` is the sum over its folds. */
interface Racer {
  readonly candidate: Candidate;
  readonly scores: number[];
  terms: number;
}

/**
 * Tests candidates that use the same terms, fold by fold. In an open race, the worse half is dropped after each fold. If
 * it is late, the others go no further, but the first candidate of all is tested on all folds.
 *
 * @param isFirst whether no candidate was tested before
 * @returns the candidates with a score on every fold, those that were not tested for lack of time, and the first error of
 *   a candidate that cannot learn from the documents
 * @throws DataError or UsageError if a candidate cannot learn from the documents and the race is not open.
 */
export async function race(
  data: TermDataset,
  candidates: readonly Candidate[],
  isFirst: boolean,
  options: RaceOptions,
) {
  const { splits, by, measure, isOpen, isLate, onTrial } = options;
  const untried: Candidate[] = [];
  let refusal: Error | undefined;
  const rulesOf = ({ candidate }: Racer) => resolve(candidate.settings).rules;
  /** Trains and tests a candidate on a fold. Returns false if it cannot learn from the documents. */
  const test = ({ candidate: { settings }, scores }: Racer, fold: Fold): boolean => {
    try {
      const testing = { ...measure, calibrate: settings.calibrate ?? undefined, onProgress: onTrial };
      scores.push(measured(by, fold, resolve(settings).classifier, data.labels, testing));
      return true;
    } catch (error) {
      if (!isOpen || !(error instanceof DataError || error instanceof UsageError)) throw error;
      refusal ??= error;
      return false;
    } finally {
      onTrial(1);
    }
  };
  let racing: Racer[] = candidates.map((candidate) => ({ candidate, scores: [], terms: 0 }));
  for (const { train, test: tested } of splitSubsets(data, splits)) {
    const scored: Racer[] = [];
    // Candidates that select the same terms share the counts of a fold.
    for (const alike of groupedBy(racing, (one) => JSON.stringify(rulesOf(one))).values()) {
      const fold = new Fold(train, tested, rulesOf(alike[0]));
      for (const one of alike) {
        if (isOpen && isLate() && (!isFirst || scored.length > 0)) {
          if (one.scores.length === 0) untried.push(one.candidate);
        } else if (test(one, fold)) {
          one.terms += fold.vocabulary;
          scored.push(one);
        }
        // Lets signals and timers run.
        await setImmediate();
      }
    }
    racing = isOpen ? bestFirst(scored, by).slice(0, Math.max(FEWEST, Math.ceil(scored.length / 2))) : scored;
  }
  const finished = racing.map((one): CandidateScores => ({ ...one, terms: one.terms / splits.length }));
  return { finished, untried, refusal };
}

/** Sorts candidates with equally many scores, best first; of equally good ones, that with fewer terms. */
export function bestFirst<T extends CandidateScores>(all: readonly T[], by: Measure): T[] {
  const sign = isLoss(by) ? -1 : 1;
  return all.toSorted((a, b) => sign * (mean(b.scores) - mean(a.scores)) || a.terms - b.terms);
}
