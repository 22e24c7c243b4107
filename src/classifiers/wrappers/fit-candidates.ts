import { fileURLToPath } from "node:url";
import { DataError } from "../../base/errors.js";
import { startThread } from "../../base/worker-thread.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import type { FitProgress } from "../classifier.js";
import {
  type Arrays,
  fitOutOfParts,
  type Parts,
  type StoredClassifier,
  type StoredModel,
} from "../stored-classifier.js";

/** A candidate for a combination, in one or several settings. The best setting is tried as a member. */
export type Candidate = readonly StoredClassifier[];

/** The number of a candidate, and of one of its settings. */
export type Choice = readonly [candidate: number, setting: number];

/** A candidate in one setting, fitted to all documents, and its scores of each as a model of other folds gives them. */
export interface FittedCandidate {
  readonly choice: Choice;
  readonly model: StoredModel;
  /** A row per document with a number per class. */
  readonly scores: Float64Array;
}

/** What threads need to fit candidates. */
export interface CandidateThreads {
  /** The file that a thread runs: see `takeChoices`. */
  readonly file: URL;
  /** The candidates, as `file` makes them again. */
  readonly source: unknown;
}

/** The task of a thread: see `fitCandidates`. */
export interface FitTask {
  readonly data: Dataset;
  readonly parts: Parts;
  /** See `CandidateThreads`. */
  readonly source: unknown;
  readonly choices: readonly Choice[];
  /** How many choices were taken by a thread, and how many of them are done. */
  readonly counters: Int32Array;
}

/** What a thread answers: its choices, with the arrays of their models. */
export interface FitAnswer {
  readonly choice: Choice;
  readonly arrays: Arrays;
  readonly scores: Float64Array;
}

/** The places of `FitTask.counters`. */
const TAKEN = 0;
const DONE = 1;

/** Takes choices, the last first, until none is left, and fits each. */
export function* takeChoices(
  candidates: readonly Candidate[],
  { data, parts, choices, counters }: Omit<FitTask, "source">,
  onProgress?: FitProgress,
): Generator<FittedCandidate> {
  for (;;) {
    const number = choices.length - 1 - Atomics.add(counters, TAKEN, 1);
    if (number < 0) return;
    const choice = choices[number];
    const [candidate, setting] = choice;
    const scores = new Float64Array(data.x.rows * data.labels.length);
    const model = fitOutOfParts(candidates[candidate][setting], data, parts, scores, (done) =>
      onProgress?.((Atomics.load(counters, DONE) + done) / choices.length),
    );
    Atomics.add(counters, DONE, 1);
    yield { choice, model, scores };
  }
}

/**
 * Fits candidates, in the order of the choices. With more than one job, threads fit some of them: rows must then be in
 * memory that threads share (see `inOrderOfContents`).
 *
 * @throws DataError if a thread dies.
 */
export function fitCandidates(
  candidates: readonly Candidate[],
  { data, parts, choices }: Pick<FitTask, "data" | "parts" | "choices">,
  jobs: number,
  others: CandidateThreads | undefined,
  onProgress?: FitProgress,
): FittedCandidate[] {
  const task = { data, parts, choices, counters: new Int32Array(new SharedArrayBuffer(8)) };
  const more = others === undefined ? 0 : Math.min(jobs, choices.length) - 1;
  const threads = Array.from({ length: more }, () =>
    startThread<FitAnswer[]>(fileURLToPath(others?.file ?? ""), { ...task, source: others?.source } satisfies FitTask),
  );
  try {
    const fitted = [...takeChoices(candidates, task, onProgress)];
    for (const thread of threads) {
      const answers = thread.next();
      if (answers === undefined) throw new DataError("a learning thread died, perhaps out of memory: try --jobs 1");
      for (const { choice, arrays, scores } of answers) {
        const model = candidates[choice[0]][choice[1]].restore(data.labels, data.x.columns, arrays);
        fitted.push({ choice, model, scores });
      }
    }
    return fitted.sort((a, b) => a.choice[0] - b.choice[0] || a.choice[1] - b.choice[1]);
  } finally {
    for (const thread of threads) thread.stop();
  }
}
