import { requireCallback, requireNumber, requireWhole, typeName } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { collectGarbage } from "../../base/garbage.js";
import { append, sumOf } from "../../base/lists.js";
import { type Corpus, isCorpus } from "../../documents/corpora/corpus.js";
import { type LabelledText, requireDocuments } from "../../documents/given-text.js";
import type { Problem } from "../../documents/problem.js";
import type { OwnTokenizer } from "../../text/words/own-tokenizer.js";
import { analyzerFor, type TextSettings } from "../analyzer.js";
import type { DocumentSums, WantedSums } from "../runs/document-sums.js";
import { corpusTable } from "../token-counter.js";
import { byPlace, type CorpusData, collect, dataOf, type WantedFacts } from "./corpus-data.js";
import { countInto, readerInto, readInto } from "./corpus-reader.js";
import { CorpusRows } from "./corpus-rows.js";
import { corpusShares, shareBefore } from "./corpus-shares.js";
import { SpillingCounter } from "./spilling-counter.js";
import { type Counting, type Extras, startWorkers } from "./start-workers.js";

export type { CorpusData } from "./corpus-data.js";

/** How a corpus is read; no option changes the result. */
export interface ReadOptions extends WantedFacts, Following {
  /** How many threads read and count. Default 1. */
  readonly jobs?: number | undefined;
  /** Called with each document, folder or class that could not be read as it is. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /**
   * The most memory for counts or rows, in bytes. Counts that need more go to temporary files. Rows that need more are
   * an error. Default: a quarter of the memory of the machine for counts, all of it for rows.
   */
  readonly memory?: number | undefined;
  /**
   * For each of `TERM_KINDS`, a number of documents. Terms of that kind in fewer documents are left out. This saves
   * memory with methods whose models they do not affect. Default: 1 each.
   */
  readonly leastDocuments?: readonly number[] | undefined;
  /** Corpora that have been read before: their vocabulary and numbering of the classes are kept. Default: none. */
  readonly before?: readonly Pick<CorpusData, "vocabulary" | "labels">[] | undefined;
  /** How many documents justify another thread. Default 1000: about as many as are read while a thread starts. */
  readonly perThread?: number | undefined;
  /** The caller's own tokenizer, if the settings ask for one. Documents are then read by one thread, despite `jobs`. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/**
 * Reads a corpus once, into one matrix over all its terms.
 *
 * @throws UsageError if a setting or option is not allowed, DataError if the corpus is strict and something
 * cannot be read.
 */
export function readCorpus(
  corpus: Iterable<LabelledText>,
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData {
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
  const { jobs = 1, onProblem, leastDocuments, tokenizer } = options;
  const { memory = machineMemory() } = options;
  requireWhole("jobs", jobs, 1);
  const analyzer = analyzerFor(settings, tokenizer);
  const rows = new CorpusRows(corpusTable(analyzer.hasWords), undefined, memory);
  const { result, add } = readerInto(rows, analyzer, settings, extrasOf(options), followed(options, "reading"));
  for await (const document of documents) add(document);
  for (const problem of result.problems.sort(byPlace)) onProblem?.(problem);
  return dataOf(result, rows.finishPacked(leastDocuments), [], options);
}

/**
 * Reads corpora in turn, with the vocabulary of the first. Tokens of the other corpora that are not in it are ignored.
 * A class has the same number in all corpora. The classes of the first corpus come first, sorted; then those of the
 * others.
 *
 * @throws as `readCorpus`
 */
export function readCorpora(
  corpora: readonly Iterable<LabelledText>[],
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData[] {
  return readAll(corpora, settings, undefined, options).read;
}

/** The sums of a corpus over its documents. */
export interface CorpusCounts extends DocumentSums {
  readonly problems: readonly Problem[];
}

/**
 * Counts a corpus without keeping its documents. Other corpora are then read as by `readCorpora`.
 *
 * @param sums the wanted sums of the first corpus
 * @throws as `readCorpus`
 */
export function countCorpora(
  corpora: readonly Iterable<LabelledText>[],
  settings: TextSettings,
  sums: WantedSums,
  options: ReadOptions = {},
): { readonly counts: CorpusCounts; readonly read: CorpusData[] } {
  const { counts, read } = readAll(corpora, settings, sums, options);
  return { counts: counts as CorpusCounts, read };
}

/** @throws UsageError unless the value is an array of corpora. */
export function requireCorpora(corpora: readonly Iterable<LabelledText>[]): void {
  if (!Array.isArray(corpora)) {
    throw new UsageError(`the corpora must be an array, such as [openCorpus("mail")], not ${typeName(corpora)}`);
  }
  for (const corpus of corpora) requireDocuments(corpus, "reading");
}

/** Reads corpora. @param sums if given, the first corpus is counted; the others are read */
function readAll(
  corpora: readonly Iterable<LabelledText>[],
  settings: TextSettings,
  sums: WantedSums | undefined,
  options: ReadOptions,
): { readonly counts: CorpusCounts | undefined; readonly read: CorpusData[] } {
  const { jobs = 1, before = [], perThread = 1000, onProblem, leastDocuments, tokenizer } = options;
  const { memory = machineMemory() } = options;
  const extras = extrasOf(options);
  requireWhole("jobs", jobs, 1);
  requireCorpora(corpora);
  requireCallback("onProblem", onProblem);
  requireNumber("memory", memory, { above: 0 });
  const sizes = corpora.flatMap((corpus) => sizeOf(corpus) ?? []);
  const tellDone = followed(options, "reading", sizes.length < corpora.length ? undefined : sumOf(sizes));
  const opened = corpora.filter(isCorpus);
  const weight = opened.reduce((sum, corpus) => sum + corpus.weight, 0);
  // A function cannot be sent to another thread.
  const isDivisible = opened.length === corpora.length && tokenizer === undefined;
  const wanted = isDivisible ? Math.min(jobs, Math.ceil(weight / perThread)) : 1;
  const [share, ...others] = wanted > 1 ? corpusShares(opened, wanted) : [corpora];
  const parts = 1 + others.length;
  const counting: Counting | undefined = sums && { sums, memory: (options.memory ?? memory / 4) / parts };
  const workers = parts > 1 ? startWorkers(others as Corpus[][], settings, extras, counting) : undefined;
  const analyzer = analyzerFor(settings, tokenizer);
  const read: CorpusData[] = [];
  let counts: CorpusCounts | undefined;
  let done = 0;
  // The other threads are assumed to be as far as this one.
  const tell = (n: number) => tellDone(done + Math.round(n / shareBefore(1, parts)));
  const told = (c: number, problems: Problem[]) => {
    if (workers !== undefined) append(problems, opened[c].problems);
    for (const problem of problems.sort(byPlace)) onProblem?.(problem);
    return problems;
  };
  const countFirst = ({ sums, memory }: Counting): CorpusCounts => {
    const counter = new SpillingCounter(sums, analyzer.hasWords, memory);
    const problems = countInto(counter, share[0], analyzer, tell);
    for (const part of workers?.counts() ?? []) {
      counter.merge(part.counted);
      append(problems, part.problems);
    }
    return { ...counter.finish(), problems: told(0, problems) };
  };
  const readNext = (c: number): CorpusData => {
    const earlier = counts ?? before.at(0) ?? read.at(0);
    const size = sizeOf(corpora[c]);
    const rows = earlier
      ? new CorpusRows(earlier.vocabulary, size)
      : new CorpusRows(corpusTable(analyzer.hasWords), size, memory);
    const result = readInto(rows, share[c], analyzer, settings, extras, tell);
    collect([...(workers?.rows() ?? [])], rows, result);
    told(c, result.problems);
    // Rows of a test corpus are read once or twice: packing them takes longer.
    const counted = earlier
      ? { vocabulary: earlier.vocabulary, x: rows.finish(earlier.vocabulary.size) }
      : rows.finishPacked(leastDocuments);
    const labels = (read.at(-1) ?? counts ?? before.at(-1))?.labels ?? [];
    return dataOf(result, counted, labels, options);
  };
  try {
    if (counting !== undefined) {
      counts = countFirst(counting);
      done += sumOf(counts.documents);
    }
    for (let c = counts === undefined ? 0 : 1; c < corpora.length; c++) {
      const data = readNext(c);
      read.push(data);
      done += data.x.rows;
    }
  } finally {
    workers?.stop();
  }
  // Counting leaves no large arrays to collect.
  if (counts === undefined) collectGarbage(read.reduce((sum, { x }) => sum + x.starts[x.rows], 0));
  return { counts, read };
}

function extrasOf({ identify = false, threads = false, facts = false }: ReadOptions): Extras {
  return { identify, facts: threads || facts };
}

function sizeOf(corpus: Iterable<LabelledText>): number | undefined {
  return isCorpus(corpus) ? corpus.size : undefined;
}

/** Returns the memory of the machine, or the part of it that this process may have. */
function machineMemory(): number {
  const { totalmem } = process.getBuiltinModule("node:os");
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
