import type { Worker } from "node:worker_threads";
import { requireOptions, shown } from "../base/checks.js";
import { DataError, UsageError } from "../base/errors.js";
import { followed, type Progress, untilAborted } from "../base/following.js";
import { type Answer, newWorker, resultOf } from "../base/worker-thread.js";
import type { LabelledText, TextWithLabels } from "../documents/given-text.js";
import type { Problem } from "../documents/problem.js";
import { modelFromOwnBytes } from "./file/model-file.js";
import { withFewLabelDefaults } from "./pile/few-labels.js";
import { resolve, settingsFrom } from "./settings.js";
import type { TextModel } from "./text-model.js";
import type { TrainingOptions } from "./training.js";

/** The options of `trainInWorker`: those of `train` but your own tokenizer, because a function cannot be sent. */
export type WorkerTrainingOptions = Omit<TrainingOptions, "tokenizer">;

/** The task of the worker. */
export interface TrainTask {
  /** As `trainInWorker` takes them: the path of a corpus, or a list. */
  readonly documents: string | readonly (LabelledText | TextWithLabels)[];
  readonly options: Omit<WorkerTrainingOptions, "onProgress" | "onProblem" | "signal">;
}

/** A message of the worker. The last one has the bytes of the model, or an error. */
export type TrainMessage =
  | { readonly progress: Progress }
  | { readonly problem: Problem }
  | { readonly answer: Answer<Uint8Array> };

/**
 * Learns from labelled documents as `train` does, in a worker thread, so that the event loop stays free. The model is the
 * same, byte for byte.
 *
 * @param documents the path of a corpus, which the worker opens as `openCorpus` does, or an array of documents, which
 *   is copied
 * @param options as for `train`. An aborted `signal` ends the worker
 * @throws (the promise rejects with) the errors of `train`; UsageError if something cannot be sent to a worker;
 *   DataError if the worker dies, for example out of memory; the reason of the signal.
 */
export async function trainInWorker<L extends string = string>(
  documents: string | readonly (LabelledText<L> | TextWithLabels<L>)[],
  options: WorkerTrainingOptions = {},
): Promise<TextModel<L>> {
  requireOptions("trainInWorker", options);
  if (typeof documents !== "string" && !Array.isArray(documents)) {
    throw new UsageError(
      `trainInWorker: the documents must be a path or an array of labelled documents, not ${shown(documents)}: other iterables cannot be sent to a worker`,
    );
  }
  if ("tokenizer" in options) throw new UsageError("trainInWorker: a tokenizer cannot be sent to a worker: use train");
  const { onProgress, onProblem, signal, ...sent } = options;
  const { jobs, memory, seed, keepDocuments, remember, unlabelled, ...choices } = sent;
  // Wrong settings are refused at once. Code that the new model needs is loaded now, in a pause of its own.
  resolve(settingsFrom(unlabelled === undefined ? choices : withFewLabelDefaults(choices)));
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
    worker.on("error", ({ message }) => reject(new DataError(`trainInWorker: the worker died: ${message}`)));
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
    throw new UsageError(`trainInWorker: something cannot be sent to a worker: ${(error as Error).message}`);
  }
}
