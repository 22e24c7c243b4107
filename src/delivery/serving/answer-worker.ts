import { parentPort, workerData } from "node:worker_threads";
import { answerOf } from "../../base/worker-thread.js";
import { CurrentModel } from "./current-model.js";

// The thread that started this one tells of faults of the file.
const { path, explains } = workerData as { path: string; explains: boolean | undefined };
const model = new CurrentModel(path, { tell: () => undefined, isBusy: true, explains });
parentPort?.on("message", (message: Uint8Array | "reload") => {
  if (message === "reload") model.reload();
  else parentPort?.postMessage(answerOf(() => model.answer(message)));
});
