import { fileURLToPath } from "node:url";
import { startThread } from "../../base/worker-thread.js";
import type { Corpus, CorpusShare } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/document.js";
import type { MessageFacts } from "../../mail/message-facts.js";
import type { TextSettings } from "../analyzer.js";
import type { CountedRows } from "../row-builder.js";
import type { WantedSums } from "../runs/document-sums.js";
import type { KnownIdentity } from "./known-documents.js";
import type { SharedCounts } from "./spilling-counter.js";

/** Facts to read from each document in addition to its tokens. */
export interface Extras {
  /** Its identity, which takes a digest. */
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
  /** Set if the first corpus is counted, not read. */
  readonly counting: Counting | undefined;
}

/** How a thread counts. */
export interface Counting {
  readonly sums: WantedSums;
  /** For its counts, in bytes; more go to disk. */
  readonly memory: number;
}

/** Objects live only as long as a document, so that a small young generation saves memory and costs no time. */
const YOUNG_GENERATION_MB = 4;

/** Divides all corpora among at most so many threads: as they read, if all corpora can be, otherwise as `sharesOf`. */
export function divided(corpora: readonly Corpus[], threads: number): Corpus[][] {
  const among = corpora.map((corpus) => corpus.amongThreads?.(threads));
  if (among.includes(undefined)) return sharesOf(corpora, threads);
  return Array.from({ length: threads }, (_, thread) => among.map((parts) => (parts as Corpus[])[thread]));
}

/**
 * Divides the documents of all corpora into at most `parts` neighbouring parts that end at about the same time.
 * Corpora that cannot be divided give fewer.
 */
export function sharesOf(corpora: readonly Corpus[], parts: number): Corpus[][] {
  const weight = corpora.reduce((sum, corpus) => sum + corpus.weight, 0);
  let before = 0;
  const places = corpora.map((corpus) => {
    const ends = Array.from({ length: parts + 1 }, (_, part) =>
      Math.min(corpus.weight, Math.max(0, Math.floor(weight * shareBefore(part, parts)) - before)),
    );
    before += corpus.weight;
    return ends;
  });
  const shares = Array.from({ length: parts }, (_, part) =>
    corpora.map((corpus, c) => corpus.slice(places[c][part], places[c][part + 1])),
  );
  return shares.filter((share, part) => part === 0 || share.some((corpus) => corpus.weight > 0));
}

/** The share of all documents before a part. The first part, that of the caller, is larger. */
export function shareBefore(part: number, parts: number): number {
  return part === 0 ? 0 : (part + HEAD_START) / (parts + HEAD_START);
}

/** How much more of a part the caller reads while the other threads start. */
const HEAD_START = 0.5;

/** Starts a thread for each share of the corpora. Waiting for them blocks, so that reading stays an ordinary call. */
export function startWorkers(
  shares: readonly (readonly Corpus[])[],
  settings: TextSettings,
  extras: Extras,
  counting: Counting | undefined,
) {
  const threads = shares.map((corpora) => {
    const task: WorkerTask = { shares: corpora.map((corpus) => corpus.share()), settings, extras, counting };
    return startThread<ShardResult | CountResult>(
      fileURLToPath(new URL("./parallel-worker.js", import.meta.url)),
      task,
      { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } },
    );
  });
  function* results<Result>(): Generator<Result> {
    for (const thread of threads) yield thread.next() as Result;
  }
  return {
    /** The rows of the next corpus, in the order of the parts. Ask for each corpus once, in order. */
    rows: results<ShardResult>,
    /** The counts of the first corpus, if sums are wanted of it. */
    counts: results<CountResult>,
    stop(): void {
      for (const thread of threads) thread.stop();
    },
  };
}

/** The documents that were read, in order, and the problems met. */
export interface ReadResult {
  readonly ids: string[];
  readonly labels: string[];
  readonly problems: Problem[];
  /** The identity of each document, if asked for; otherwise empty. */
  readonly identities: KnownIdentity[];
  /** The date, sender and thread of each document, if asked for; otherwise empty. */
  readonly facts: MessageFacts[];
  /** The runs of neighbours among the documents, if threads have divided the corpus as they went; otherwise empty. */
  readonly runs: { readonly place: number; readonly from: number }[];
}

/** The answer of a worker thread: its rows over their own terms. */
export interface ShardResult extends ReadResult {
  readonly rows: CountedRows;
}

/** The answer of a worker thread that counts. */
export interface CountResult {
  readonly counted: SharedCounts;
  readonly problems: readonly Problem[];
}
