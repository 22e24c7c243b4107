import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type WorkerThreads from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { DataError } from "../../base/errors.js";
import type { Corpus, CorpusShare } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/document.js";
import type { ThreadedMessage } from "../../mail/header/threads.js";
import type { TextSettings } from "../analyzer.js";
import type { CountedRows } from "../row-builder.js";
import type { KnownIdentity } from "./known-documents.js";

/** Facts to read from each document in addition to its tokens. */
export interface Extras {
  /** Its identity, which takes a digest. */
  readonly identify: boolean;
  /** The Message-IDs and the subject that tell its thread, if it is a message. */
  readonly threads: boolean;
}

/** The task of a worker thread. */
export interface WorkerTask {
  /** Its share of each corpus. */
  readonly shares: readonly CorpusShare[];
  readonly settings: TextSettings;
  readonly extras: Extras;
  readonly port: MessagePort;
  /** Two numbers: see `ANSWERS` and `ALIVE`. */
  readonly shared: Int32Array;
}

/** The answer of a worker. An error loses its class on the way. */
export type ShardAnswer = { readonly result: ShardResult } | { readonly error: Error; readonly isDataError: boolean };

/** Milliseconds after which a silent worker is taken for dead. It signals every document, which takes seconds at most. */
const PATIENCE = 30_000;

/** Places in the memory shared with a worker: the number of answers on the port, and a sign of life. */
export const ANSWERS = 0;
export const ALIVE = 1;

/** Objects live only as long as a document, so that a small young generation saves memory and costs no time. */
const YOUNG_GENERATION_MB = 4;

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
    return corpus.placesOf?.(ends) ?? ends;
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
export function startWorkers(shares: readonly (readonly Corpus[])[], settings: TextSettings, extras: Extras) {
  const { MessageChannel, receiveMessageOnPort, Worker } = createRequire(import.meta.url)(
    "node:worker_threads",
  ) as typeof WorkerThreads;
  const workers = shares.map((corpora) => {
    const { port1, port2 } = new MessageChannel();
    const shared = new Int32Array(new SharedArrayBuffer(8));
    const task: WorkerTask = {
      shares: corpora.map((corpus) => corpus.share()),
      settings,
      extras,
      port: port2,
      shared,
    };
    const worker = new Worker(fileURLToPath(new URL("./parallel-worker.js", import.meta.url)), {
      workerData: task,
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      // A profiler of the command (--cpu-prof) does not profile its threads.
      execArgv: [],
    });
    worker.unref();
    // Nobody waits for the event: a worker that fails to start is noticed by its silence.
    worker.on("error", () => undefined);
    port1.unref();
    return { worker, port: port1, shared };
  });
  return {
    /** The results for corpus `c`, in the order of the parts. Ask for each corpus once, in order. */
    *results(c: number): Generator<ShardResult> {
      for (const { port, shared } of workers) {
        if (!answered(shared, c + 1)) {
          throw new DataError(`${shares[0][c].root}: a reading thread died, perhaps out of memory: try --jobs 1`);
        }
        const answer = receiveMessageOnPort(port)?.message as ShardAnswer;
        if ("result" in answer) yield answer.result;
        else throw answer.isDataError ? new DataError(answer.error.message) : answer.error;
      }
    },
    stop(): void {
      for (const { worker, port } of workers) {
        port.close();
        void worker.terminate();
      }
    },
  };
}

/** Waits for this number of answers; false if the worker is dead. */
function answered(shared: Int32Array, answers: number): boolean {
  let alive = Atomics.load(shared, ALIVE);
  for (;;) {
    const before = Atomics.load(shared, ANSWERS);
    if (before >= answers) return true;
    if (Atomics.wait(shared, ANSWERS, before, PATIENCE) !== "timed-out") continue;
    if (Atomics.load(shared, ALIVE) === alive) return false;
    alive = Atomics.load(shared, ALIVE);
  }
}

/** The documents that were read, in order, and the problems met. */
export interface ReadResult {
  readonly ids: string[];
  readonly labels: string[];
  readonly problems: Problem[];
  /** The identity of each document, if asked for; otherwise empty. */
  readonly identities: KnownIdentity[];
  /** The facts that tell the thread of each document, if asked for; otherwise empty. */
  readonly messages: ThreadedMessage[];
}

/** The answer of a worker thread: its rows over their own terms. */
export interface ShardResult extends ReadResult {
  readonly rows: CountedRows;
}
