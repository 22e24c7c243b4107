import { collectGarbage } from "../../base/process.js";
import { startThread, type WorkerCode } from "../../base/worker-thread.js";
import { packedRows, viewedRows } from "../../features/viewed-rows.js";
import type { FitProgress } from "../classifier.js";
import { fitOutOfParts } from "../out-of-parts.js";
import type { Arrays } from "../stored-arrays.js";
import type { Parts, StoredClassifier, StoredModel } from "../stored-classifier.js";
import type { OrderedDocuments } from "./order-of-contents.js";

/** A candidate fitted to all documents, and its out-of-fold score of each document. */
export interface FittedCandidate {
  /** The index of the candidate. */
  readonly candidate: number;
  readonly model: StoredModel;
  /** A row per document with a number per class. */
  readonly scores: Float64Array;
}

/** The data that threads need to fit candidates. */
export interface CandidateThreads {
  /** Returns the code that a thread runs: see `takeCandidates`. */
  readonly code: () => WorkerCode;
  /** Data from which `code` makes the candidates. */
  readonly source: unknown;
}

/** The task of a thread: see `fitCandidates`. */
export interface FitTask extends Pick<CandidateThreads, "source"> {
  readonly data: OrderedDocuments;
  readonly parts: Parts;
  /** How many candidates the threads have taken, and how many are done. */
  readonly counters: Int32Array;
}

/** The answer of a thread: a candidate with the arrays of its model. */
export interface FitAnswer extends Omit<FittedCandidate, "model"> {
  readonly arrays: Arrays;
}

/** Indices into `FitTask.counters`. */
const TAKEN = 0;
const DONE = 1;

/** Takes candidates, the last first, until the threads have taken all, and yields each after fitting it. */
export function* takeCandidates(
  candidates: readonly StoredClassifier[],
  { data, parts, counters }: Omit<FitTask, "source">,
  onProgress?: FitProgress,
): Generator<FittedCandidate> {
  for (;;) {
    const candidate = candidates.length - 1 - Atomics.add(counters, TAKEN, 1);
    if (candidate < 0) return;
    const scores = new Float64Array(data.order.length * data.labels.length);
    const rowsInOrder = { ...data, x: viewedRows(packedRows(data.x), data.order) };
    const model = fitOutOfParts(candidates[candidate], rowsInOrder, parts, scores, (done) =>
      onProgress?.((Atomics.load(counters, DONE) + done) / candidates.length),
    );
    collectGarbage(data.x.starts[data.x.starts.length - 1]);
    Atomics.add(counters, DONE, 1);
    yield { candidate, model, scores };
  }
}

/**
 * Fits candidates and returns them in order. With more than one job, threads fit some of them.
 *
 * @param others what threads need; undefined to fit all candidates in this thread
 * @throws DataError if a thread dies.
 */
export function fitCandidates(
  candidates: readonly StoredClassifier[],
  { data, parts }: Pick<FitTask, "data" | "parts">,
  jobs: number,
  others: CandidateThreads | undefined,
  onProgress?: FitProgress,
): FittedCandidate[] {
  // The counters are two numbers of four bytes.
  const task = { data, parts, counters: new Int32Array(new SharedArrayBuffer(8)) };
  const startNext = ({ code, source }: CandidateThreads) =>
    startThread<FitAnswer[]>(code(), { ...task, source } satisfies FitTask, {
      // A small young generation saves memory: nearly all memory is in arrays outside it.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
  const more = Math.min(jobs, candidates.length) - 1;
  const threads = others === undefined ? [] : Array.from({ length: more }, () => startNext(others));
  try {
    const fitted = [...takeCandidates(candidates, task, onProgress)];
    for (const thread of threads) {
      for (const { candidate, arrays, scores } of thread.next()) {
        const model = candidates[candidate].restore(data.labels, data.x.columns, arrays);
        fitted.push({ candidate, model, scores });
      }
    }
    return fitted.sort((a, b) => a.candidate - b.candidate);
  } finally {
    for (const thread of threads) thread.stop();
  }
}
