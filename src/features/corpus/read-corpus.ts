import { requireCallback, requireNumber, requireWhole, typeName } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { followed } from "../../base/following.js";
import { append, sumOf } from "../../base/lists.js";
import { collectGarbage } from "../../base/process.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { isCorpus, type LabelledText, requireDocuments } from "../../documents/given-text.js";
import { byPlace, type Problem } from "../../documents/problem.js";
import { analyzerFor, type TextSettings } from "../analyzer.js";
import type { DocumentSums, ShardCounts, WantedSums } from "../document-sums.js";
import { RowBuilder } from "../row-builder.js";
import { corpusTable, type Vocabulary } from "../vocabulary.js";
import {
  type Collection,
  type CorpusData,
  type Documents,
  dataOf,
  machineMemory,
  type ReadOptions,
  type RowsPart,
  readInto,
  readingInto,
  rowCollection,
} from "./collections.js";
import { corpusShares, shareBefore, startWorkers } from "./start-workers.js";
import { termCounter } from "./term-counter.js";

export type { CorpusData } from "./collections.js";

/** The sums of a corpus over its documents. */
export interface CorpusCounts extends DocumentSums {
  readonly problems: readonly Problem[];
}

/**
 * Reads a corpus once, into one matrix over all its terms.
 *
 * @throws UsageError if a setting or option is not allowed, DataError if the corpus is strict and something
 * cannot be read, or if the rows need more memory than they may have.
 */
export function readCorpus(corpus: Documents, settings: TextSettings, options: ReadOptions = {}): CorpusData {
  return readCorpora([corpus], settings, options)[0];
}

/**
 * Reads documents from an asynchronous source, as `readCorpus` does, with one thread.
 *
 * @throws as `readCorpus`
 */
export async function readCorpusAsync(
  documents: AsyncIterable<LabelledText>,
  settings: TextSettings,
  options: ReadOptions = {},
): Promise<CorpusData> {
  const { jobs = 1, onProblem, leastDocuments, tokenizer, memory = machineMemory() } = options;
  requireWhole("jobs", jobs, 1);
  const analyzer = analyzerFor(settings, tokenizer);
  const rows = new RowBuilder(corpusTable(analyzer.hasWords), undefined, memory);
  const collection = rowCollection(rows, settings, options);
  const problems: Problem[] = [];
  const read = readingInto(collection, analyzer, problems, followed(options, "reading"));
  for await (const document of documents) read(document);
  for (const problem of problems.sort(byPlace)) onProblem?.(problem);
  return dataOf(collection.documents, { ...rows.finishPacked(leastDocuments), problems }, [], options);
}

/**
 * Reads corpora in turn, with the vocabulary of the first. Tokens of the other corpora that are not in it are ignored.
 * A class has the same number in all corpora. The classes of the first corpus come first, sorted; then those of the
 * others.
 *
 * @throws as `readCorpus`
 */
export function readCorpora(
  corpora: readonly Documents[],
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData[] {
  return readAll(corpora, settings, undefined, options).read;
}

/**
 * Counts a corpus without keeping its documents. Other corpora are then read as by `readCorpora`.
 *
 * @param sums the wanted sums of the first corpus
 * @returns the sums of the first corpus (`counts`), and the documents of the others (`read`)
 * @throws as `readCorpus`
 */
export function countCorpora(
  corpora: readonly Documents[],
  settings: TextSettings,
  sums: WantedSums,
  options: ReadOptions = {},
): { readonly counts: CorpusCounts; readonly read: CorpusData[] } {
  const { counts, read } = readAll(corpora, settings, sums, options);
  return { counts: counts as CorpusCounts, read };
}

/** @throws UsageError unless the value is an array of corpora. */
export function requireCorpora(corpora: readonly Documents[]): void {
  if (!Array.isArray(corpora)) {
    throw new UsageError(`the corpora must be an array, such as [openCorpus("mail")], not ${typeName(corpora)}`);
  }
  for (const corpus of corpora) requireDocuments(corpus, "reading");
}

/**
 * Reads corpora, one after another. This thread reads the first share of each, while worker threads read the rest.
 *
 * @param sums if given, the first corpus is counted; the others are read
 */
function readAll(
  corpora: readonly Documents[],
  settings: TextSettings,
  sums: WantedSums | undefined,
  options: ReadOptions,
): { readonly counts: CorpusCounts | undefined; readonly read: CorpusData[] } {
  const { jobs = 1, onProblem, memory = machineMemory(), tokenizer, leastDocuments } = options;
  requireWhole("jobs", jobs, 1);
  requireCorpora(corpora);
  requireCallback("onProblem", onProblem);
  requireNumber("memory", memory, { above: 0 });
  const sizes = corpora.map((corpus) => (isCorpus(corpus) ? corpus.size : undefined));
  const tellDone = followed(options, "reading", sizes.includes(undefined) ? undefined : sumOf(sizes as number[]));
  const [own, ...others] = sharesOf(corpora, options);
  const facts = { identify: options.identify, threads: options.threads, facts: options.facts };
  const workers = startWorkers(others as Corpus[][], { settings, facts, sums, memory });
  /** The number of documents in the corpora that have been read. */
  let done = 0;
  // This thread reads part 0, the share of the documents before part 1. The workers are assumed to be as far in theirs.
  const tell = (documents: number) => tellDone(done + Math.round(documents / shareBefore(1, 1 + workers.length)));
  try {
    const analyzer = analyzerFor(settings, tokenizer);
    /** Reads a corpus, here and in the workers, in the order of its documents. Returns and tells the problems. */
    const collect = <Part extends ShardCounts | RowsPart>(collection: Collection<Part>, c: number): Problem[] => {
      const problems = readInto(collection, own[c], analyzer, tell);
      for (const worker of workers) {
        const share = worker.next();
        collection.append(share.part as Part);
        append(problems, share.problems);
      }
      const corpus = corpora[c];
      // Shares do not have the problems of opening the corpus.
      if (workers.length > 0 && isCorpus(corpus)) append(problems, corpus.problems);
      for (const problem of problems.sort(byPlace)) onProblem?.(problem);
      return problems;
    };
    const count = (wantedSums: WantedSums): CorpusCounts => {
      const counter = termCounter(wantedSums, analyzer.hasWords, memory);
      const problems = collect(counter, 0);
      return { ...counter.finish(), problems };
    };
    /** Reads rows. @param vocabulary that of a corpus that was read before. @param labels the classes with numbers */
    const readRows = (c: number, vocabulary: Vocabulary | undefined, labels: readonly string[]): CorpusData => {
      const corpus = corpora[c];
      const expected = sizes[c] ?? (isCorpus(corpus) ? corpus.weight : undefined);
      const rows = vocabulary
        ? new RowBuilder(vocabulary, sizes[c])
        : new RowBuilder(corpusTable(analyzer.hasWords), expected, memory);
      const collection = rowCollection(rows, settings, options, own[c]);
      const problems = collect(collection, c);
      // Rows of a test corpus are read once or twice: packing them takes longer.
      const counted = vocabulary ? { vocabulary, x: rows.finish(vocabulary.size) } : rows.finishPacked(leastDocuments);
      return dataOf(collection.documents, { ...counted, problems }, labels, options);
    };
    const counts = sums && count(sums);
    if (counts !== undefined) done = sumOf(counts.documents);
    const read: CorpusData[] = [];
    for (let c = counts === undefined ? 0 : 1; c < corpora.length; c++) {
      // The first corpus has the vocabulary; the latest has all classes that have numbers so far.
      const earlier = counts ?? read.at(0);
      const numbered = read.at(-1) ?? counts;
      read.push(readRows(c, earlier?.vocabulary, numbered?.labels ?? []));
      done += read[read.length - 1].x.rows;
    }
    // Counting leaves no large arrays to collect.
    if (counts === undefined) collectGarbage(read.reduce((sum, { x }) => sum + x.starts[x.rows], 0));
    return { counts, read };
  } finally {
    for (const worker of workers) worker.stop();
  }
}

/** Returns the share of each corpus that each thread reads, that of this thread first. */
function sharesOf(
  corpora: readonly Documents[],
  { jobs = 1, perThread = 1000, tokenizer }: ReadOptions,
): readonly (readonly Documents[])[] {
  const opened = corpora.filter(isCorpus);
  // A function cannot be sent to another thread.
  const isDivisible = opened.length === corpora.length && tokenizer === undefined;
  // The number of documents, perhaps estimated, and of threads.
  const weight = opened.reduce((sum, corpus) => sum + corpus.weight, 0);
  const wanted = isDivisible ? Math.min(jobs, Math.ceil(weight / perThread)) : 1;
  return wanted > 1 ? corpusShares(opened, wanted) : [corpora];
}
