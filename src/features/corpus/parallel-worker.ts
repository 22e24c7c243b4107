/**
 * The code of a thread that reads shares of corpora: see `startWorkers`. It answers once for each corpus, in order: the
 * first with its counts if these are wanted, the others with their rows.
 */

import { workerData } from "node:worker_threads";
import { type AnswerLine, answerWith, signalLife } from "../../base/worker-thread.js";
import { Corpus, type CorpusShare } from "../../documents/corpora/corpus.js";
import { analyzerFor } from "../analyzer.js";
import { RowBuilder } from "../row-builder.js";
import { corpusTable } from "../vocabulary.js";
import { readInto, rowCollection } from "./collections.js";
import type { ShareRead, WorkerTask } from "./start-workers.js";
import { termCounter } from "./term-counter.js";

const { shares, settings, facts, sums, memory, ...line } = workerData as WorkerTask &
  AnswerLine & { readonly shares: readonly CorpusShare[] };
const analyzer = analyzerFor(settings);

function readShare(share: CorpusShare, isFirst: boolean): ShareRead {
  const corpus = new Corpus(share);
  const collection =
    isFirst && sums !== undefined
      ? termCounter(sums, analyzer.hasWords, memory)
      : rowCollection(new RowBuilder(corpusTable(analyzer.hasWords), corpus.size), settings, facts, corpus);
  const problems = readInto(collection, corpus, analyzer, () => signalLife(line));
  return { part: collection.part(), problems };
}

/** Returns the memory of the arrays in a value, which is moved to the starter and not copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}

for (const [c, share] of shares.entries()) {
  answerWith(
    line,
    () => readShare(share, c === 0),
    ({ part }) => buffersOf("rows" in part ? part.rows : part),
  );
}
