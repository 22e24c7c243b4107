import type { Split } from "../../model/fitting/splits.js";
import { mean } from "../significance/intervals.js";
import type { Candidate } from "../studies/tuning-grid.js";
import type { TrialResult } from "./trial.js";

/** A candidate, and which reading of the corpus it takes. */
export interface Entry {
  readonly candidate: Candidate;
  /** Default 0. */
  readonly reading?: number | undefined;
}

/** A candidate with its results so far. */
export class Contender {
  readonly candidate: Candidate;
  readonly reading: number;
  readonly results = new Map<Split, TrialResult>();
  /** Milliseconds per document of the largest trial so far. */
  rate: number | undefined;
  /** The reason why it cannot learn from these documents. */
  refusal: string | undefined;

  constructor({ candidate, reading = 0 }: Entry, rate?: number) {
    this.candidate = candidate;
    this.reading = reading;
    this.rate = rate;
  }

  resultsOn(splits: readonly Split[]): TrialResult[] {
    return splits.flatMap((split) => this.results.get(split) ?? []);
  }

  scoreOn(splits: readonly Split[]): number {
    return mean(this.resultsOn(splits).map(({ score }) => score));
  }
}

/** A candidate for the finals, calibrated by temperature if nothing else is chosen. It takes about twice as long. */
export function calibrated({ candidate, reading, rate = 0 }: Contender): Contender {
  const { calibrate = "temperature" } = candidate;
  return new Contender({ candidate: { ...candidate, calibrate }, reading }, 2 * rate);
}
