import { parentPort, workerData } from "node:worker_threads";
import { answerOf } from "../../base/worker-thread.js";
import { CurrentModel } from "./followed-file.js";

// A thread of `ThreadedModel`: answers each message with the model of a file. The thread that started it tells of
// faults. A message that is "reload" asks to read the file again.
const { path, explains } = workerData as { path: string; explains: boolean | undefined };
const model = new CurrentModel(path, { tell: () => undefined, isBusy: true, explains });
parentPort?.on("message", (message: Uint8Array | "reload") => {
  if (message === "reload") model.reload();
  else parentPort?.postMessage(answerOf(() => model.answer(message)));
});
