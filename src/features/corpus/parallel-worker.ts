import { workerData } from "node:worker_threads";
import { DataError } from "../../base/errors.js";
import { openShare } from "../../documents/corpora/readers.js";
import { readShard } from "./dataset.js";
import { ALIVE, ANSWERS, type ShardAnswer, type WorkerTask } from "./parallel.js";

const { shares, settings, extras, port, shared } = workerData as WorkerTask;

for (const share of shares) {
  let answer: ShardAnswer;
  const buffers: ArrayBuffer[] = [];
  try {
    const result = readShard(openShare(share), settings, extras, () => Atomics.add(shared, ALIVE, 1));
    answer = { result };
    for (const array of Object.values(result.rows)) buffers.push(array.buffer as ArrayBuffer);
  } catch (error) {
    answer = { error: error as Error, isDataError: error instanceof DataError };
  }
  port.postMessage(answer, [...new Set(buffers)]);
  Atomics.add(shared, ANSWERS, 1);
  Atomics.notify(shared, ANSWERS);
}
