import { newWorker } from "../../base/worker-thread.js";
import type { EngineAnswers, EngineNews, EngineTask } from "./forecast.js";

/** A running engine. */
export interface Engine {
  /** Tells the answers so far. A forecast follows. */
  tell(answers: EngineAnswers): void;
  stop(): Promise<unknown>;
}

/** Starts an engine. @param onNews called with each of its messages */
export type StartEngine = (task: EngineTask, onNews: (news: EngineNews) => void) => Engine;

/** Starts an engine in a worker thread, so that views are answered while it computes. */
export const startEngine: StartEngine = (task, onNews) => {
  const worker = newWorker(new URL("./engine-worker.js", import.meta.url), { workerData: task, execArgv: [] });
  worker.on("message", onNews);
  worker.on("error", ({ message }) => onNews({ error: `the forecast has stopped: ${message}` }));
  return { tell: (answers) => worker.postMessage(answers), stop: () => worker.terminate() };
};
