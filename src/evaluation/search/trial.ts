import { performance } from "node:perf_hooks";
import { DataError, UsageError } from "../../base/errors.js";
import { makeClassifier } from "../../classifiers/table.js";
import { type KeptColumns, someRows, type TermDataset } from "../../features/dataset.js";
import { Fold } from "../../model/fitting/fold.js";
import type { Split } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import type { Measure } from "../metrics/measure.js";
import { type MeasureOptions, measured } from "../metrics/measured.js";
import { type Candidate, selectionOf } from "../studies/tuning-grid.js";
import { columnsOfView, viewOf } from "./text-views.js";

/** One candidate to train and test once. */
export interface Trial {
  /** Index of the reading of the corpus. The candidates share reading 0. */
  readonly reading: number;
  readonly candidate: Candidate;
  readonly split: Split;
  /** Whether to measure probabilities as if they were calibrated: see `MeasureOptions.atBestTemperature`. */
  readonly atBestTemperature?: boolean;
}

/** The result of a trial. */
export interface TrialResult {
  /** The value of the measure; NaN if the candidate cannot learn from the documents. */
  readonly score: number;
  /** Why the candidate cannot learn from the documents. Only if `score` is NaN. */
  readonly refusal?: string;
  /** Number of terms of the model. */
  readonly terms: number;
  /** How long training and testing took. */
  readonly milliseconds: number;
}

/** How to measure trials. */
export interface TrialOptions {
  /** The measure. */
  readonly by: Measure;
  /** How it is computed. */
  readonly measure: MeasureOptions;
}

/** Runs trials. */
export interface Runner {
  /** Number of trials that run at the same time. */
  readonly jobs: number;
  /** Runs a trial. Returns undefined if the time ran out before it finished. */
  run(trial: Trial): Promise<TrialResult | undefined>;
}

/**
 * Trains and tests candidates. A view is the settings that choose a candidate's terms among those of a reading. Caches
 * the columns of each view, because finding them is slow.
 */
export class TrialBench {
  /** The readings of the corpus, which the owner of the bench adds. Each candidate uses the terms of its view. */
  readonly readings: TermDataset[] = [];
  readonly #options: TrialOptions;
  /** The columns of reading 0 by view, as JSON. */
  readonly #columns = new Map<string, KeptColumns>();

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  run({ reading, candidate, split, atBestTemperature }: Trial): TrialResult {
    const start = performance.now();
    const data = this.readings[reading];
    const { by, measure } = this.#options;
    // Each other reading has only one candidate.
    const fold = foldOf(data, split, candidate, reading === 0 ? this.#columnsOf(candidate) : undefined);
    const options = { ...measure, calibrate: candidate.calibrate, atBestTemperature };
    const tested = scoreOrRefusal(() => measured(by, fold, makeClassifier(candidate), data.labels, options));
    return { ...tested, terms: fold.vocabulary, milliseconds: performance.now() - start };
  }

  /** Returns the columns of reading 0 that a candidate uses. */
  #columnsOf(candidate: Candidate): KeptColumns {
    const key = JSON.stringify(viewOf(candidate));
    const columns = this.#columns.get(key) ?? columnsOfView(this.readings[0].vocabulary, candidate);
    this.#columns.set(key, columns);
    return columns;
  }
}

/** Returns the fold of a split, with all columns or those of a view: the same as after reading with its settings. */
function foldOf(data: TermDataset, { train, test }: Split, candidate: Candidate, columns?: KeptColumns): Fold {
  const rows = new Uint32Array(train.length + test.length);
  rows.set(train);
  rows.set(test, train.length);
  const part = someRows(data, rows, columns);
  const places = Uint32Array.from(rows.keys());
  const trained = TrainingSubset.of(part, places.subarray(0, train.length));
  return new Fold(trained, { x: part.x, y: part.y, rows: places.subarray(train.length) }, selectionOf(candidate));
}

/** Returns the score, or NaN and the reason if the method needs more documents or classes than the sample has. */
function scoreOrRefusal(score: () => number): Pick<TrialResult, "score" | "refusal"> {
  try {
    return { score: score() };
  } catch (error) {
    if (error instanceof DataError || error instanceof UsageError) return { score: Number.NaN, refusal: error.message };
    throw error;
  }
}
