import { sumOf } from "../../base/lists.js";
import { startThread } from "../../base/worker-thread.js";
import type { Corpus, CorpusShare } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/problem.js";
import type { MessageFacts } from "../../mail/message-facts.js";
import type { TextSettings } from "../analyzer.js";
import type { ShardCounts, WantedSums } from "../document-sums.js";
import type { RowBuilder } from "../row-builder.js";
import type { KnownIdentity } from "./known-documents.js";

/** Facts to read from each document in addition to its tokens. */
export interface Extras {
  /** Its identity, which needs a digest. */
  readonly identify: boolean;
  /** Its date, sender and thread, if it is a message. */
  readonly facts: boolean;
}

/** The task of a worker thread. */
export interface WorkerTask {
  /** Its share of each corpus. */
  readonly shares: readonly CorpusShare[];
  readonly settings: TextSettings;
  readonly extras: Extras;
  /** Set if the first corpus is to be counted instead of read. The others are always read. */
  readonly counting: Counting | undefined;
}

/** How a thread counts. */
export interface Counting {
  readonly sums: WantedSums;
  /** The most memory for its counts, in bytes. */
  readonly memory: number;
}

/** The documents that were read, in order, and the problems found. */
export interface ReadResult {
  readonly ids: string[];
  readonly labels: string[];
  readonly problems: Problem[];
  /** The identity of each document, if asked for; otherwise empty. */
  readonly identities: KnownIdentity[];
  /** The date, sender and thread of each document, if asked for; otherwise empty. */
  readonly facts: MessageFacts[];
}

/** The result of a worker thread: its rows, over their own terms. */
export interface ShardResult extends ReadResult {
  readonly rows: ReturnType<RowBuilder["finishCounted"]>;
}

/** The result of a worker thread that counts. */
export interface CountResult {
  readonly counted: ShardCounts;
  readonly problems: readonly Problem[];
}

/** Most objects live only as long as a document, so a small young generation saves memory and costs no time. */
const YOUNG_GENERATION_MB = 4;

/**
 * Starts threads that read or count shares of corpora. Waiting for them blocks, so reading remains a synchronous call.
 *
 * @param shares for each thread, its share of each corpus
 * @param counting set if the first corpus is to be counted instead of read
 * @returns functions that wait for the results of all threads, and one that stops the threads
 */
export function startWorkers(
  shares: readonly (readonly Corpus[])[],
  settings: TextSettings,
  extras: Extras,
  counting: Counting | undefined,
) {
  const threads = shares.map((corpora) => {
    const task: WorkerTask = { shares: corpora.map((corpus) => corpus.share()), settings, extras, counting };
    return startThread<ShardResult | CountResult>(new URL("./parallel-worker.js", import.meta.url), task, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
  });
  function* results<Result extends ShardResult | CountResult>(): Generator<Result> {
    // A thread answers once for each corpus. The caller knows whether the next answer has rows or counts.
    for (const thread of threads) yield thread.next() as Result;
  }
  return {
    /** Returns the rows of the next corpus, in the order of the parts. Call it once per corpus, in order. */
    rows: results<ShardResult>,
    /** Returns the counts of the first corpus, if its sums are wanted. */
    counts: results<CountResult>,
    stop(): void {
      for (const thread of threads) thread.stop();
    },
  };
}

/** The extra share of a part that the calling thread reads while the other threads start. */
const HEAD_START = 0.5;

/**
 * Returns the share of all documents before a part, 0 to 1. The first part, that of the calling thread, is one and a
 * half times as large as each of the others.
 */
export function shareBefore(part: number, parts: number): number {
  return part === 0 ? 0 : (part + HEAD_START) / (parts + HEAD_START);
}

/**
 * Divides the documents of all corpora into at most `parts` neighbouring parts that take about the same time.
 * Corpora that cannot be divided give fewer.
 *
 * @returns for each part, its share of each corpus; the first part is that of the calling thread
 */
export function corpusShares(corpora: readonly Corpus[], parts: number): Corpus[][] {
  /** The number of documents of each corpus, perhaps estimated. */
  const weights = corpora.map(({ weight }) => weight);
  /** Returns where a part begins, counted over the documents of all corpora. */
  const beginOf = (part: number) => Math.floor(sumOf(weights) * shareBefore(part, parts));
  const shares = Array.from({ length: parts }, (_, part) =>
    corpora.map((corpus, c) => {
      const before = sumOf(weights, 0, c);
      const inCorpus = (place: number) => Math.min(corpus.weight, Math.max(0, place - before));
      return corpus.slice(inCorpus(beginOf(part)), inCorpus(beginOf(part + 1)));
    }),
  );
  return shares.filter((share, part) => part === 0 || share.some((corpus) => corpus.weight > 0));
}
