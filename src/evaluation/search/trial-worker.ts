import { parentPort, workerData } from "node:worker_threads";
import { Vocabulary } from "../../features/vocabulary.js";
import { type SearchData, TrialBench } from "./trial.js";
import type { PoolAnswer, PoolMessage, PoolTask } from "./trial-pool.js";

const { options } = workerData as PoolTask;
const readings: SearchData[] = [];
const bench = new TrialBench(readings, options);

parentPort?.on("message", (message: PoolMessage) => {
  if ("reading" in message) {
    const { pool, offsets, ...data } = message.reading;
    readings.push({ ...data, vocabulary: Vocabulary.fromContents(pool, offsets) });
    return;
  }
  let answer: PoolAnswer;
  try {
    answer = { result: bench.run(message.trial) };
  } catch (error) {
    answer = { error: error as Error };
  }
  parentPort?.postMessage(answer);
});
