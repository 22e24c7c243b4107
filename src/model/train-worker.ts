/**
 * The code of the worker of `trainAsync`: trains a model and posts its bytes, or an error. Before that, it posts each
 * progress and each problem.
 */

import { parentPort, workerData } from "node:worker_threads";
import { answerOf } from "../base/worker-thread.js";
import type { LabelledText } from "../documents/given-text.js";
import { serialize } from "./file/save-model.js";
import type { TrainMessage, TrainTask } from "./train-async.js";
import { train } from "./training.js";

const { documents, options } = workerData as TrainTask;
const post = (message: TrainMessage, buffers: ArrayBuffer[] = []) => parentPort?.postMessage(message, buffers);

const answer = answerOf(() =>
  serialize(
    // The same documents that `train` takes: with several labels each, if the options have `multiLabel`.
    train(documents as string | LabelledText[], {
      ...options,
      onProgress: (progress) => post({ progress }),
      onProblem: (problem) => post({ problem }),
    }),
  ),
);
post({ answer }, "result" in answer ? [answer.result.buffer as ArrayBuffer] : []);
