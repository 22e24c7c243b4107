import { sumOf } from "../../base/lists.js";
import { startThread, type Thread } from "../../base/worker-thread.js";
import type { Corpus, CorpusShare } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/problem.js";
import type { TextSettings } from "../analyzer.js";
import type { ShardCounts, WantedSums } from "../document-sums.js";
import type { RowsPart, WantedFacts } from "./collections.js";

/** The task of a worker thread. */
export interface WorkerTask {
  readonly settings: TextSettings;
  readonly facts: WantedFacts;
  /** Set if the first corpus is to be counted instead of read. The others are always read. */
  readonly sums: WantedSums | undefined;
  /** The most memory for counts, in bytes. */
  readonly memory: number;
}

/** The answer of a thread for a corpus: its counts if they are wanted, otherwise its rows. */
export interface ShareRead {
  readonly part: ShardCounts | RowsPart;
  readonly problems: readonly Problem[];
}

/** Most objects live only as long as a document, so a small young generation saves memory and costs no time. */
const YOUNG_GENERATION_MB = 4;

/**
 * Starts threads that read or count shares of corpora. Each answers once for each corpus, in order. Waiting for an answer
 * blocks, so reading remains a synchronous call.
 *
 * @param shares for each thread, its share of each corpus
 */
export function startWorkers(shares: readonly (readonly Corpus[])[], task: WorkerTask): Thread<ShareRead>[] {
  return shares.map((corpora) => {
    const packedShares: readonly CorpusShare[] = corpora.map((corpus) => corpus.share());
    return startThread<ShareRead>(
      new URL("./parallel-worker.js", import.meta.url),
      { ...task, shares: packedShares },
      { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } },
    );
  });
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
