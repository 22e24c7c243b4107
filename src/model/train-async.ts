import type { Worker } from "node:worker_threads";
import { requireOptions, shown } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import { followed, type Progress, untilAborted } from "../base/following.js";
import { type Answer, newWorker, resultOf } from "../base/worker-thread.js";
import { eachLaterDocument, type LabelledText, type TextWithLabels } from "../documents/given-text.js";
import type { Problem } from "../documents/problem.js";
import { readCorpusAsync } from "../features/corpus/read-corpus.js";
import { modelFromOwnBytes } from "./file/model-file.js";
import { inCell } from "./multi-label.js";
import { readingFor } from "./reading.js";
import type { TextModel } from "./text-model.js";
import { trainOn } from "./train-on.js";
import { type TrainingOptions, trainingOf } from "./training.js";

/** The task of the worker. */
export interface TrainTask {
  /** As `trainAsync` takes them: the path of a corpus, or a list. */
  readonly documents: string | readonly (LabelledText | TextWithLabels)[];
  readonly options: Omit<TrainingOptions, "onProgress" | "onProblem" | "signal" | "tokenizer">;
}

/** A message of the worker. The last one has the bytes of the model, or an error. */
export type TrainMessage =
  | { readonly progress: Progress }
  | { readonly problem: Problem }
  | { readonly answer: Answer<Uint8Array> };

/**
 * Learns from labelled documents as `train` does, and leaves the event loop free. The model is the same, byte for byte.
 *
 * A path or an array is learned in a worker thread. Documents of an async iterable are read here, as they come.
 *
 * @param documents the path of a corpus, which the worker opens as `openCorpus` does; an array of documents, which is
 *   copied; or an async iterable
 * @param options as for `train`; a `tokenizer` only with an async iterable. An aborted `signal` ends the worker
 * @throws (the promise rejects with) the errors of `train`; UsageError if something cannot be sent to a worker;
 *   DataError if the worker dies, for example out of memory; the reason of the signal.
 *
 * @example
 * const model = await trainAsync("corpora/mail", { preset: "best" });
 */
export async function trainAsync<L extends string = string>(
  documents:
    | string
    | readonly (LabelledText<L> | TextWithLabels<L>)[]
    | AsyncIterable<LabelledText<L> | TextWithLabels<L>>,
  options: TrainingOptions = {},
): Promise<TextModel<L>> {
  requireOptions("trainAsync", options);
  const isHere = Symbol.asyncIterator in Object(documents);
  if (isHere) return trainHere(documents as AsyncIterable<LabelledText>, options) as Promise<TextModel<L>>;
  if (typeof documents !== "string" && !Array.isArray(documents)) {
    throw new UsageError(
      `trainAsync: the documents must be a path, an array or an async iterable of labelled documents, not ${shown(documents)}: for another iterable, use train`,
    );
  }
  return trainInWorker(documents, options) as Promise<TextModel<L>>;
}

/** Learns in this thread from documents that come later. */
async function trainHere(documents: AsyncIterable<LabelledText>, options: TrainingOptions): Promise<TextModel> {
  const { settings, training } = trainingOf(options);
  const { signal, remember, keepDocuments, unlabelled } = options;
  if (unlabelled !== undefined) {
    throw new UsageError("unlabelled: the labelled documents must not be an async iterable: collect them in an array");
  }
  const reading = { ...options, identify: remember, ...readingFor([settings], keepDocuments) };
  const read = readCorpusAsync(eachLaterDocument(documents, inCell), settings, reading);
  return trainOn(await untilAborted(read, signal), settings, training);
}

/** Learns in a worker thread. */
async function trainInWorker(documents: TrainTask["documents"], options: TrainingOptions): Promise<TextModel> {
  const { onProgress, onProblem, signal, tokenizer, ...sent } = options;
  if (tokenizer !== undefined) throw new UsageError("trainAsync: a tokenizer cannot be sent to a worker: use train");
  // Refuses wrong settings at once. Also loads what they need, such as stemmers: loading the new model at the end then
  // blocks the event loop for less time.
  trainingOf(options);
  // Checks both options, throws if the signal is aborted already, and tells that reading begins. The worker tells the rest.
  followed({ onProgress, signal }, "reading");
  const worker = startWorker({ documents, options: sent });
  const done = new Promise<Uint8Array>((resolve, reject) => {
    worker.on("message", (message: TrainMessage) => {
      try {
        if ("progress" in message) onProgress?.(message.progress);
        else if ("problem" in message) onProblem?.(message.problem);
        else resolve(resultOf(message.answer));
      } catch (error) {
        reject(error);
      }
    });
    worker.on("error", ({ message }) => reject(new DataError(`trainAsync: the worker died: ${message}`)));
  });
  try {
    return await modelFromOwnBytes(await untilAborted(done, signal));
  } finally {
    await worker.terminate();
  }
}

/** @throws UsageError if the task has something that cannot be copied, such as a function. */
function startWorker(task: TrainTask): Worker {
  try {
    return newWorker(new URL("./train-worker.js", import.meta.url), { workerData: task, execArgv: [] });
  } catch (error) {
    throw new UsageError(`trainAsync: something cannot be sent to a worker: ${(error as Error).message}`);
  }
}
