import { setImmediate } from "node:timers/promises";
import { DataError, UsageError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import type { TermDataset } from "../../features/dataset.js";
import { Fold, splitSubsets } from "../../model/fitting/fold.js";
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
  /** Returns whether to start no new candidate. Undefined to test all candidates on all splits. */
  readonly isLate?: (() => boolean) | undefined;
  /** Called during a test with the share of it that is done, and after it with 1. */
  readonly onTrial: (share: number) => void;
}

/** Minimum number of candidates that go on after a fold. */
const MIN_CANDIDATES = 2;

/**
 * Tests candidates that use the same terms, fold by fold. With a limit of time, the worse half is dropped after each
 * fold. If it is late, no candidate goes further. Even then, one candidate of the first list is tested on all folds, so
 * that there is a result.
 *
 * @param isFirst whether no candidate was tested before
 * @returns the candidates with a score on every fold, those that were not tested for lack of time, and the first error of
 *   a candidate that cannot learn from the documents
 * @throws DataError or UsageError without a limit, if a candidate cannot learn from the documents.
 */
export async function race(
  data: TermDataset,
  candidates: readonly Candidate[],
  isFirst: boolean,
  options: RaceOptions,
) {
  const { splits, by, measure, isLate, onTrial } = options;
  const untried: Candidate[] = [];
  let refusal: Error | undefined;
  const rulesOf = ({ candidate }: CandidateScores) => resolve(candidate.settings).rules;
  /** Trains and tests a candidate on a fold. Returns a list of its score, empty if it cannot learn from the documents. */
  const test = ({ settings }: Candidate, fold: Fold): number[] => {
    try {
      const testing = { ...measure, calibrate: settings.calibrate ?? undefined, onProgress: onTrial };
      return [measured(by, fold, resolve(settings).classifier, data.labels, testing)];
    } catch (error) {
      if (!isLate || !(error instanceof DataError || error instanceof UsageError)) throw error;
      refusal ??= error;
      return [];
    } finally {
      onTrial(1);
    }
  };
  let racing: CandidateScores[] = candidates.map((candidate) => ({ candidate, scores: [], terms: 0 }));
  for (const { train, test: tested } of splitSubsets(data, splits)) {
    const scored: CandidateScores[] = [];
    // Candidates that select the same terms share the counts of a fold.
    for (const alike of groupedBy(racing, (one) => JSON.stringify(rulesOf(one))).values()) {
      const fold = new Fold(train, tested, rulesOf(alike[0]));
      for (const { candidate, scores, terms } of alike) {
        const hasResult = !isFirst || scored.length > 0;
        if (hasResult && isLate?.()) {
          if (scores.length === 0) untried.push(candidate);
        } else {
          for (const score of test(candidate, fold)) {
            scored.push({ candidate, scores: [...scores, score], terms: terms + fold.termCount });
          }
        }
        // Lets signals and timers run.
        await setImmediate();
      }
    }
    racing = isLate ? bestFirst(scored, by).slice(0, Math.max(MIN_CANDIDATES, Math.ceil(scored.length / 2))) : scored;
  }
  const finished = racing.map(({ terms, ...one }) => ({ ...one, terms: terms / splits.length }));
  return { finished, untried, refusal };
}

/** Sorts candidates with equally many scores, best first; of equally good ones, that with fewer terms. */
export function bestFirst(all: readonly CandidateScores[], by: Measure): CandidateScores[] {
  const sign = isLoss(by) ? -1 : 1;
  return all.toSorted((a, b) => sign * (mean(b.scores) - mean(a.scores)) || a.terms - b.terms);
}
