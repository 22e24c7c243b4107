import { followed } from "../../base/following.js";
import { append, sumOf } from "../../base/lists.js";
import { type Corpus, isCorpus } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/problem.js";
import { type Analyzer, analyzerFor, type TextSettings } from "../analyzer.js";
import type { DocumentSums, WantedSums } from "../document-sums.js";
import { corpusTable } from "../token-counter.js";
import type { Vocabulary } from "../vocabulary.js";
import { CorpusBuilder } from "./corpus-builder.js";
import { type CorpusData, type Documents, dataOf, extrasOf, machineMemory, type ReadOptions } from "./corpus-data.js";
import { byPlace, countInto, readInto } from "./corpus-reader.js";
import { corpusShares, type ReadResult, shareBefore, startWorkers } from "./start-workers.js";
import { TermCounter } from "./term-counter.js";

/** The sums of a corpus over its documents. */
export interface CorpusCounts extends DocumentSums {
  readonly problems: readonly Problem[];
}

/**
 * Reads several corpora, one after another. Each is divided among threads: this thread reads the first share while
 * others read the rest.
 */
export class CorporaReader {
  readonly #corpora: readonly Documents[];
  readonly #settings: TextSettings;
  readonly #options: ReadOptions;
  readonly #analyzer: Analyzer;
  /** The share of each corpus that this thread reads. */
  readonly #own: readonly Documents[];
  /** The number of threads, with this one. */
  readonly #threads: number;
  readonly #workers: ReturnType<typeof startWorkers> | undefined;
  /** Reports how many documents have been read. */
  readonly #tellDone: (documents: number) => void;
  /** The number of documents in the corpora that have been read. */
  #done = 0;

  /**
   * Starts the other threads.
   *
   * @param sums if given, the first corpus must be counted; the others must be read
   */
  constructor(
    corpora: readonly Documents[],
    settings: TextSettings,
    sums: WantedSums | undefined,
    options: ReadOptions,
  ) {
    const { jobs = 1, perThread = 1000, tokenizer } = options;
    this.#corpora = corpora;
    this.#settings = settings;
    this.#options = options;
    const sizes = corpora.flatMap((corpus) => sizeOf(corpus) ?? []);
    this.#tellDone = followed(options, "reading", sizes.length < corpora.length ? undefined : sumOf(sizes));
    const opened = corpora.filter(isCorpus);
    // A function cannot be sent to another thread.
    const isDivisible = opened.length === corpora.length && tokenizer === undefined;
    // The number of documents, perhaps estimated, and of threads.
    const weight = opened.reduce((sum, corpus) => sum + corpus.weight, 0);
    const wanted = isDivisible ? Math.min(jobs, Math.ceil(weight / perThread)) : 1;
    const [own, ...others] = wanted > 1 ? corpusShares(opened, wanted) : [corpora];
    this.#own = own;
    this.#threads = 1 + others.length;
    const counting = sums && { sums, memory: this.#memory };
    const shares = others as Corpus[][];
    this.#workers = shares.length > 0 ? startWorkers(shares, settings, extrasOf(options), counting) : undefined;
    this.#analyzer = analyzerFor(settings, tokenizer);
  }

  /** Counts the first corpus. @param wanted the sums that the constructor got */
  countFirst(wanted: WantedSums): CorpusCounts {
    const counter = new TermCounter(wanted, this.#analyzer.hasWords, this.#memory);
    const problems = countInto(counter, this.#own[0], this.#analyzer, this.#tell);
    for (const part of this.#workers?.counts() ?? []) {
      counter.merge(part.counted);
      append(problems, part.problems);
    }
    const sums = counter.finish();
    this.#tellProblems(0, problems);
    this.#done += sumOf(sums.documents);
    return { ...sums, problems };
  }

  /**
   * Reads a corpus. Call it for each corpus, in order.
   *
   * @param c the index of the corpus
   * @param vocabulary that of a corpus that was read before. Default: the terms of this one
   * @param labels the classes that already have numbers
   */
  read(c: number, vocabulary: Vocabulary | undefined, labels: readonly string[]): CorpusData {
    const { leastDocuments } = this.#options;
    const size = sizeOf(this.#corpora[c]);
    const rows = vocabulary
      ? new CorpusBuilder(vocabulary, size)
      : new CorpusBuilder(corpusTable(this.#analyzer.hasWords), size, this.#memory);
    const extras = extrasOf(this.#options);
    const result = readInto(rows, this.#own[c], this.#analyzer, this.#settings, extras, this.#tell);
    this.#collect(rows, result);
    this.#tellProblems(c, result.problems);
    // Rows of a test corpus are read once or twice: packing them takes longer.
    const counted = vocabulary ? { vocabulary, x: rows.finish(vocabulary.size) } : rows.finishPacked(leastDocuments);
    const data = dataOf(result, counted, labels, this.#options);
    this.#done += data.x.rows;
    return data;
  }

  /** Stops the other threads. */
  stop(): void {
    this.#workers?.stop();
  }

  /** The most memory for counts or rows, in bytes. */
  get #memory(): number {
    return this.#options.memory ?? machineMemory();
  }

  /** Tells how far reading is. The other threads are assumed to be as far as this one. */
  readonly #tell = (documents: number) => {
    // `shareBefore(1, …)` is the share of all documents that this thread reads.
    this.#tellDone(this.#done + Math.round(documents / shareBefore(1, this.#threads)));
  };

  /** Appends what the other threads have read of a corpus, in the order of the corpus. */
  #collect(rows: CorpusBuilder, into: ReadResult): void {
    // Waits for all threads first.
    const parts = [...(this.#workers?.rows() ?? [])];
    for (const part of parts) {
      rows.append(part.rows);
      append(into.problems, part.problems);
      append(into.ids, part.ids);
      append(into.labels, part.labels);
      append(into.identities, part.identities);
      append(into.facts, part.facts);
    }
  }

  /** Sorts the problems of a corpus, with those of opening it (shares do not have these), and reports them. */
  #tellProblems(c: number, problems: Problem[]): void {
    const corpus = this.#corpora[c];
    if (this.#workers !== undefined && isCorpus(corpus)) append(problems, corpus.problems);
    for (const problem of problems.sort(byPlace)) this.#options.onProblem?.(problem);
  }
}

/** Returns the number of documents of a corpus; undefined if it is not known. */
function sizeOf(corpus: Documents): number | undefined {
  return isCorpus(corpus) ? corpus.size : undefined;
}
