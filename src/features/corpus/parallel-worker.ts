import { workerData } from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../../base/worker-thread.js";
import { openShare } from "../../documents/corpora/readers.js";
import { readShard } from "./dataset.js";
import type { WorkerTask } from "./parallel.js";

const { shares, settings, extras, ...line } = workerData as WorkerTask & AnswerLine;

for (const share of shares) {
  answerWith(
    line,
    () => readShard(openShare(share), settings, extras, () => signalLife(line)),
    ({ rows }) => Object.values(rows).map((array) => array.buffer as ArrayBuffer),
  );
}
