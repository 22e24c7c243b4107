import type { Split } from "../../model/fitting/splits.js";
import { mean } from "../significance/intervals.js";
import type { Candidate } from "../studies/tuning-grid.js";
import type { TrialResult } from "./trial.js";

/** A candidate with its results so far. */
export class Contender {
  readonly candidate: Candidate;
  /** Index of the reading of the corpus that the candidate uses. Reading 0 serves all but some presets. */
  readonly reading: number;
  /** The results so far, by split. */
  readonly results = new Map<Split, TrialResult>();
  /** Milliseconds per training document in the largest trial so far. */
  rate: number | undefined;
  /** Why the candidate cannot learn from these documents. */
  refusal: string | undefined;

  constructor(candidate: Candidate, reading = 0, rate?: number) {
    this.candidate = candidate;
    this.reading = reading;
    this.rate = rate;
  }

  /** Returns the results on these splits, in their order. Leaves out splits without a result. */
  resultsOn(splits: readonly Split[]): TrialResult[] {
    return splits.flatMap((split) => this.results.get(split) ?? []);
  }

  /** Returns the mean score on these splits; NaN without results. */
  scoreOn(splits: readonly Split[]): number {
    return mean(this.resultsOn(splits).map(({ score }) => score));
  }
}

/** Returns a candidate for the finals. By default it is calibrated by temperature, which takes about twice as long. */
export function calibrated({ candidate, reading, rate = 0 }: Contender): Contender {
  const { calibrate = "temperature" } = candidate;
  return new Contender({ ...candidate, calibrate }, reading, 2 * rate);
}
