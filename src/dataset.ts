import { type Analyzer, analyzerFor, isBinary, type TextSettings } from "./analyzer.js";
import type { Dataset } from "./classifiers/classifier.js";
import { type Corpus, isCorpus } from "./documents/corpus.js";
import type { LabelledDocument, Problem } from "./documents/document.js";
import { identityOf } from "./email/identity.js";
import { UsageError } from "./errors.js";
import { type CountedRows, RowBuilder } from "./features/row-builder.js";
import { kindsOf } from "./features/term-kinds.js";
import type { Vocabulary } from "./features/vocabulary.js";
import { type KnownIdentity, secondsOf } from "./known-documents.js";
import { shareBefore, sharesOf, startWorkers } from "./parallel.js";
import { ByteTable } from "./text/byte-table.js";

/** A corpus in numbers: its documents as rows of counts, and what each row is. */
export interface CorpusData extends Dataset {
  readonly vocabulary: Vocabulary;
  /** The document of each row. */
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
  /** By what each document is known again, if that was asked for. */
  readonly identities?: readonly KnownIdentity[] | undefined;
}

/** How a corpus is read; none of it changes what comes out. */
export interface ReadOptions {
  /** How many threads read and count. The result does not depend on it. Default 1. */
  readonly jobs?: number;
  /** So many documents are read before another thread would have started. Default 1000. */
  readonly perThread?: number;
  /** Called with the number of documents read, at each. */
  readonly onProgress?: ((documents: number) => void) | undefined;
  /** Called with each document, folder or class that could not be taken as it stands. Default: they pass in silence. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /** Whether documents are to be known again. Default false: it takes a digest of each. */
  readonly identify?: boolean | undefined;
}

/** A few hundred documents have this many terms: a table of a megabyte, which seldom has to grow. */
const TERMS_OF_A_CORPUS = 1 << 16;

/**
 * Reads a corpus once, into one matrix over all its terms.
 *
 * @throws UsageError if a setting or option is not allowed, DataError if the corpus is strict and something cannot be read.
 */
export function readCorpus(
  corpus: Iterable<LabelledDocument>,
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData {
  return readCorpora([corpus], settings, options)[0];
}

/**
 * Reads corpora in turn. The vocabulary is that of the first; in the others, tokens
 * outside it are ignored. The classes are numbered alike in all: those of the first
 * corpus, sorted, then those that only others have.
 *
 * @throws UsageError if a setting or option is not allowed, DataError if a corpus is strict and something cannot be read.
 */
export function readCorpora(
  corpora: readonly Iterable<LabelledDocument>[],
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData[] {
  return readAfter([], corpora, settings, options);
}

/**
 * Reads corpora as `readCorpora` does, after others that it has read: over their
 * vocabulary, and with their numbering of the classes.
 *
 * @param before may be none
 * @throws UsageError if a setting or option is not allowed, DataError if a corpus is strict and something cannot be read.
 */
export function readAfter(
  before: readonly CorpusData[],
  corpora: readonly Iterable<LabelledDocument>[],
  settings: TextSettings,
  options: ReadOptions = {},
): CorpusData[] {
  const { jobs = 1, perThread = 1000, onProgress, onProblem, identify = false } = options;
  if (!(Number.isInteger(jobs) && jobs >= 1)) {
    throw new UsageError(`jobs: required a whole number of at least 1, got ${jobs}`);
  }
  const opened = corpora.filter(isCorpus);
  const weight = opened.reduce((sum, corpus) => sum + corpus.weight, 0);
  const wanted = opened.length === corpora.length ? Math.min(jobs, Math.ceil(weight / perThread)) : 1;
  const [own, ...others] = wanted > 1 ? sharesOf(opened, wanted) : [corpora];
  const parts = 1 + others.length;
  const workers = parts > 1 ? startWorkers(others as Corpus[][], settings, identify) : undefined;
  const analyzer = analyzerFor(settings);
  const read = [...before];
  let done = 0;
  try {
    for (let c = 0; c < corpora.length; c++) {
      const first = read.at(0);
      const rows = new RowBuilder(first?.vocabulary ?? new ByteTable(TERMS_OF_A_CORPUS), sizeOf(corpora[c]));
      const result = readInto(rows, own[c], analyzer, identify, (n) =>
        onProgress?.(done + Math.round(n / shareBefore(1, parts))),
      );
      for (const part of workers?.results(c) ?? []) {
        rows.append(part.rows);
        collect(part, result);
      }
      if (workers !== undefined) append(opened[c].problems, result.problems);
      for (const problem of result.problems.sort(byPlace)) onProblem?.(problem);
      const counted =
        first === undefined
          ? rows.finishSorted()
          : { vocabulary: first.vocabulary, x: rows.finish(first.vocabulary.size) };
      const { labels, y } = numbered(result.labels, read.at(-1)?.labels ?? []);
      read.push({
        ...counted,
        kinds: kindsOf(counted.vocabulary),
        y,
        labels,
        ids: result.ids,
        problems: result.problems,
        identities: identify ? result.identities : undefined,
      });
      done += result.ids.length;
    }
  } finally {
    workers?.stop();
  }
  return read.slice(before.length);
}

/** What a worker thread does: reads its share over a table of its own. */
export function readShard(
  corpus: Corpus,
  settings: TextSettings,
  identify: boolean,
  onProgress: () => void,
): ShardResult {
  const rows = new RowBuilder(new ByteTable(TERMS_OF_A_CORPUS), corpus.size);
  const read = readInto(rows, corpus, analyzerFor(settings), identify, onProgress);
  return { ...read, rows: rows.finishCounted() };
}

/** The documents that were read, in order, and what could not be. */
export interface ReadResult {
  readonly ids: string[];
  readonly labels: string[];
  readonly problems: Problem[];
  /** Of each document, if that was asked for; else none. */
  readonly identities: KnownIdentity[];
}

/** What a worker thread hands back: its rows over terms of their own. */
export interface ShardResult extends ReadResult {
  readonly rows: CountedRows;
}

function readInto(
  rows: RowBuilder,
  corpus: Iterable<LabelledDocument>,
  analyzer: Analyzer,
  identify: boolean,
  onProgress?: (documents: number) => void,
): ReadResult {
  const ids: string[] = [];
  const labels: string[] = [];
  const problems: Problem[] = [];
  const identities: KnownIdentity[] = [];
  let seen = 0;
  for (const { id, label, bytes, time } of corpus) {
    onProgress?.(++seen);
    if (!(bytes instanceof Uint8Array)) {
      throw new UsageError(`document ${JSON.stringify(id)}: required bytes in a Uint8Array, got ${typeof bytes}`);
    }
    const text = analyzer.text(bytes);
    if (isBinary(text)) {
      problems.push({ kind: "binary", where: id });
      continue;
    }
    rows.add(text, analyzer.tokenizer);
    ids.push(id);
    labels.push(label);
    if (identify) {
      const { digest, time: own = time } = identityOf(bytes);
      const written = own ?? (isCorpus(corpus) ? corpus.modified(id) : undefined);
      identities.push({ digest, seconds: secondsOf(written) });
    }
  }
  if (isCorpus(corpus)) append(corpus.problems, problems);
  return { ids, labels, problems, identities };
}

function sizeOf(corpus: Iterable<LabelledDocument>): number | undefined {
  return isCorpus(corpus) ? corpus.size : undefined;
}

function collect(from: ReadResult, into: ReadResult): void {
  append(from.ids, into.ids);
  append(from.labels, into.labels);
  append(from.problems, into.problems);
  append(from.identities, into.identities);
}

/** One by one: an array of any length is no list of arguments. */
function append<T>(from: readonly T[], to: T[]): void {
  for (const item of from) to.push(item);
}

/** An order that does not depend on which thread found what. */
function byPlace(a: Problem, b: Problem): number {
  if (a.where !== b.where) return a.where < b.where ? -1 : 1;
  return a.kind < b.kind ? -1 : 1;
}

/** The classes, the given ones first and the others sorted, and the index of each document's. */
function numbered(labels: readonly string[], first: readonly string[]): { labels: string[]; y: Uint32Array } {
  const known = new Set(first);
  const classes = [...first, ...[...new Set(labels)].filter((label) => !known.has(label)).sort()];
  const index = new Map(classes.map((label, c) => [label, c]));
  return { labels: classes, y: Uint32Array.from(labels, (label) => index.get(label) as number) };
}
