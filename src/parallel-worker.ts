import { workerData } from "node:worker_threads";
import { readShard } from "./dataset.js";
import { FolderCorpus } from "./documents/folders.js";
import type { ShardAnswer, WorkerTask } from "./parallel.js";

const { shards, settings, port, done } = workerData as WorkerTask;

for (const { root, ids, strict } of shards) {
  let answer: ShardAnswer;
  const buffers: ArrayBuffer[] = [];
  try {
    const result = readShard(new FolderCorpus(root, ids, [], strict), settings);
    answer = { result };
    for (const array of Object.values(result.rows)) buffers.push(array.buffer as ArrayBuffer);
  } catch (error) {
    answer = { error: (error as Error).message };
  }
  port.postMessage(answer, [...new Set(buffers)]);
  Atomics.add(done, 0, 1);
  Atomics.notify(done, 0);
}
