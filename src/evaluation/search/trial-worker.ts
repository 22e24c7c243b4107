/** The code of a thread of `TrialPool`: keeps the readings of the corpus that it gets, and answers each trial. */

import { parentPort, workerData } from "node:worker_threads";
import { Vocabulary } from "../../features/vocabulary.js";
import { TrialBench, type TrialOptions } from "./trial.js";
import type { PoolAnswer, PoolMessage } from "./trial-pool.js";

const bench = new TrialBench(workerData as TrialOptions);

parentPort?.on("message", (message: PoolMessage) => {
  if ("reading" in message) {
    const { pool, offsets, ...data } = message.reading;
    bench.readings.push({ ...data, vocabulary: Vocabulary.fromContents(pool, offsets) });
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
