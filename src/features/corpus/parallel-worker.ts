/**
 * The code of a thread that reads shares of corpora: see `startWorkers`. It answers once for each corpus, in order: the
 * first with its counts if these are wanted, the others with their rows.
 */

import { workerData } from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../../base/worker-thread.js";
import { openShare } from "../../documents/corpora/readers.js";
import { shardReader } from "./corpus-reader.js";
import type { WorkerTask } from "./start-workers.js";

const { shares, settings, extras, counting, ...line } = workerData as WorkerTask & AnswerLine;
const onProgress = () => signalLife(line);
/** Returns the memory of these arrays, which is moved to the starter and not copied. */
const buffersOf = (arrays: object) =>
  Object.values(arrays).flatMap((array) => (ArrayBuffer.isView(array) ? [array.buffer as ArrayBuffer] : []));

const reader = shardReader(settings);
for (const [c, share] of shares.entries()) {
  if (c === 0 && counting !== undefined) {
    answerWith(
      line,
      () => reader.count(openShare(share), counting, onProgress),
      ({ counted }) => [counted, ...counted.sums, ...counted.sums.map(({ sums }) => sums)].flatMap(buffersOf),
    );
  } else {
    answerWith(
      line,
      () => reader.read(openShare(share), extras, onProgress),
      ({ rows }) => buffersOf(rows),
    );
  }
}
