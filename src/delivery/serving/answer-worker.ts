import { parentPort, workerData } from "node:worker_threads";
import { answerOf } from "../../base/worker-thread.js";
import { FilteringModel, type FilteringOptions } from "./filtering-model.js";

// A thread of `FilteringModel`: answers each message with the model of a file. The thread that started it tells of
// faults. A message that is "reload" asks to read the file again.
const { path, ...options } = workerData as { path: string } & Omit<FilteringOptions, "tell" | "jobs">;
const model = new FilteringModel(path, { ...options, tell: () => undefined, jobs: 1 });
parentPort?.on("message", (message: Uint8Array | "reload") => {
  if (message === "reload") model.reload();
  else parentPort?.postMessage(answerOf(() => model.answer(message)));
});
