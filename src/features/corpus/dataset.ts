import { requireWhole } from "../../base/checks.js";
import { append } from "../../base/lists.js";
import { type Corpus, isCorpus } from "../../documents/corpora/corpus.js";
import type { LabelledText, Problem } from "../../documents/document.js";
import { threadsOf } from "../../mail/header/threads.js";
import { ByteTable } from "../../text/byte-table.js";
import type { OwnTokenizer } from "../../text/words/own-tokenizer.js";
import { analyzerFor, type TextSettings } from "../analyzer.js";
import { RowBuilder } from "../row-builder.js";
import type { Dataset } from "../sparse-matrix.js";
import { kindsOf } from "../term-kinds.js";
import type { Vocabulary } from "../vocabulary.js";
import { readerInto, readInto } from "./corpus-reader.js";
import type { KnownIdentity } from "./known-documents.js";
import type { Extras, ReadResult, ShardResult } from "./parallel.js";
import { shareBefore, sharesOf, startWorkers } from "./parallel.js";

/** A corpus in numbers: its documents as rows of counts. */
export interface CorpusData extends Dataset {
  readonly vocabulary: Vocabulary;
  /** The id of the document of each row. */
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
  /** The identity of each document, if asked for. */
  readonly identities?: readonly KnownIdentity[] | undefined;
}

/** How a corpus is read; no option changes the result. */
export interface ReadOptions {
  /** How many threads read and count, and learn where that is slow. Default 1. */
  readonly jobs?: number;
  /** Called with the number of documents read, at each. */
  readonly onProgress?: ((documents: number) => void) | undefined;
  /** Called with each document, folder or class that could not be read as it is. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /** Whether to compute the identity of each document, which takes a digest. Default false. */
  readonly identify?: boolean | undefined;
  /** Whether to find out which messages are of one thread: see `Dataset.groups`. Default false. */
  readonly threads?: boolean | undefined;
  /** The caller's own tokenizer, if the settings ask for one. One thread then reads, whatever `jobs` says. */
  readonly tokenizer?: OwnTokenizer | undefined;
}

/** The number of documents that are read while a thread starts. */
const DOCUMENTS_PER_THREAD = 1000;

/** A few hundred documents have this many terms: a table of a megabyte that seldom has to grow. */
const TERMS_OF_A_CORPUS = 1 << 16;

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
 * Reads documents that come one after another, as `readCorpus` does, with one thread.
 *
 * @throws as `readCorpus`
 */
export async function readCorpusAsync(
  documents: AsyncIterable<LabelledText>,
  settings: TextSettings,
  { jobs = 1, onProgress, onProblem, identify = false, threads = false, tokenizer }: ReadOptions = {},
): Promise<CorpusData> {
  requireWhole("jobs", jobs, 1);
  const rows = new RowBuilder(new ByteTable(TERMS_OF_A_CORPUS));
  const { result, add } = readerInto(
    rows,
    analyzerFor(settings, tokenizer),
    settings,
    { identify, threads },
    onProgress,
  );
  for await (const document of documents) add(document);
  for (const problem of result.problems.sort(byPlace)) onProblem?.(problem);
  return dataOf(result, rows.finishSorted(), [], { identify, threads });
}

/**
 * Reads corpora in turn. The vocabulary is that of the first; other tokens of the rest are ignored. Classes
 * have the same numbers in all: those of the first corpus, sorted, then those that only others have.
 *
 * @throws as `readCorpus`
 */
export function readCorpora(
  corpora: readonly Iterable<LabelledText>[],
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData[] {
  return readAfter([], corpora, settings, options);
}

/**
 * Reads corpora as `readCorpora` does, after others: over their vocabulary and with their numbering of the
 * classes.
 *
 * @param before may be empty
 * @param perThread how many documents make another thread worth its start; tests take fewer
 * @throws as `readCorpus`
 */
export function readAfter(
  before: readonly CorpusData[],
  corpora: readonly Iterable<LabelledText>[],
  settings: TextSettings,
  options: ReadOptions = {},
  perThread: number = DOCUMENTS_PER_THREAD,
): CorpusData[] {
  const { jobs = 1, onProgress, onProblem, identify = false, threads = false, tokenizer } = options;
  const extras = { identify, threads };
  requireWhole("jobs", jobs, 1);
  const opened = corpora.filter(isCorpus);
  const weight = opened.reduce((sum, corpus) => sum + corpus.weight, 0);
  // A function cannot be sent to another thread.
  const isDivisible = opened.length === corpora.length && tokenizer === undefined;
  const wanted = isDivisible ? Math.min(jobs, Math.ceil(weight / perThread)) : 1;
  const [own, ...others] = wanted > 1 ? sharesOf(opened, wanted) : [corpora];
  const parts = 1 + others.length;
  const workers = parts > 1 ? startWorkers(others as Corpus[][], settings, extras) : undefined;
  const analyzer = analyzerFor(settings, tokenizer);
  const read = [...before];
  let done = 0;
  try {
    for (let c = 0; c < corpora.length; c++) {
      const first = read.at(0);
      const rows = new RowBuilder(first?.vocabulary ?? new ByteTable(TERMS_OF_A_CORPUS), sizeOf(corpora[c]));
      const result = readInto(rows, own[c], analyzer, settings, extras, (n) =>
        onProgress?.(done + Math.round(n / shareBefore(1, parts))),
      );
      for (const part of workers?.results(c) ?? []) {
        rows.append(part.rows);
        collect(part, result);
      }
      if (workers !== undefined) append(result.problems, opened[c].problems);
      for (const problem of result.problems.sort(byPlace)) onProblem?.(problem);
      const counted =
        first === undefined
          ? rows.finishSorted()
          : { vocabulary: first.vocabulary, x: rows.finish(first.vocabulary.size) };
      read.push({ ...dataOf(result, counted, read.at(-1)?.labels ?? [], extras), jobs });
      done += result.ids.length;
    }
  } finally {
    workers?.stop();
  }
  return read.slice(before.length);
}

/** The work of a worker thread: reads its share over its own table. */
export function readShard(corpus: Corpus, settings: TextSettings, extras: Extras, onProgress: () => void): ShardResult {
  const rows = new RowBuilder(new ByteTable(TERMS_OF_A_CORPUS), corpus.ids?.length);
  const read = readInto(rows, corpus, analyzerFor(settings), settings, extras, onProgress);
  return { ...read, rows: rows.finishCounted() };
}

function dataOf(
  { ids, labels: given, problems, identities, messages }: ReadResult,
  counted: Pick<CorpusData, "vocabulary" | "x">,
  before: readonly string[],
  { identify, threads }: Extras,
): CorpusData {
  const { labels, y } = numbered(given, before);
  const kinds = kindsOf(counted.vocabulary);
  return {
    ...counted,
    kinds,
    y,
    labels,
    ids,
    problems,
    identities: identify ? identities : undefined,
    groups: threads ? threadsOf(messages) : undefined,
  };
}

function sizeOf(corpus: Iterable<LabelledText>): number | undefined {
  return isCorpus(corpus) ? corpus.ids?.length : undefined;
}

function collect(from: ReadResult, into: ReadResult): void {
  append(into.ids, from.ids);
  append(into.labels, from.labels);
  append(into.problems, from.problems);
  append(into.identities, from.identities);
  append(into.messages, from.messages);
}

/** An order that does not depend on which thread found what. */
function byPlace(a: Problem, b: Problem): number {
  if (a.where !== b.where) return a.where < b.where ? -1 : 1;
  return a.kind < b.kind ? -1 : 1;
}

/** The classes, given ones first and the others sorted, and the class index of each document. */
function numbered(labels: readonly string[], first: readonly string[]): { labels: string[]; y: Uint32Array } {
  const known = new Set(first);
  const classes = [...first, ...[...new Set(labels)].filter((label) => !known.has(label)).sort()];
  const index = new Map(classes.map((label, c) => [label, c]));
  return { labels: classes, y: Uint32Array.from(labels, (label) => index.get(label) as number) };
}
