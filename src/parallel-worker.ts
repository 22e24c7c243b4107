import { workerData } from "node:worker_threads";
import { readShard } from "./dataset.js";
import { FolderCorpus } from "./documents/folders.js";
import { DataError } from "./errors.js";
import { ALIVE, ANSWERS, type ShardAnswer, type WorkerTask } from "./parallel.js";

const { shards, settings, port, shared } = workerData as WorkerTask;

for (const { root, ids, strict } of shards) {
  let answer: ShardAnswer;
  const buffers: ArrayBuffer[] = [];
  try {
    const result = readShard(new FolderCorpus(root, ids, [], strict), settings, () => Atomics.add(shared, ALIVE, 1));
    answer = { result };
    for (const array of Object.values(result.rows)) buffers.push(array.buffer as ArrayBuffer);
  } catch (error) {
    answer = { error: error as Error, isDataError: error instanceof DataError };
  }
  port.postMessage(answer, [...new Set(buffers)]);
  Atomics.add(shared, ANSWERS, 1);
  Atomics.notify(shared, ANSWERS);
}
