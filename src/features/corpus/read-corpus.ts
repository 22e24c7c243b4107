import { requireCallback, requireNumber, requireWhole, typeName } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { followed } from "../../base/following.js";
import { collectGarbage } from "../../base/garbage.js";
import { type LabelledText, requireDocuments } from "../../documents/given-text.js";
import { analyzerFor, type TextSettings } from "../analyzer.js";
import type { WantedSums } from "../document-sums.js";
import { corpusTable } from "../token-counter.js";
import { CorporaReader, type CorpusCounts } from "./corpora-reader.js";
import { CorpusBuilder } from "./corpus-builder.js";
import { type CorpusData, type Documents, dataOf, extrasOf, machineMemory, type ReadOptions } from "./corpus-data.js";
import { byPlace, readerInto } from "./corpus-reader.js";

export type { CorpusData } from "./corpus-data.js";

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
  const { jobs = 1, onProblem, leastDocuments, tokenizer } = options;
  const { memory = machineMemory() } = options;
  requireWhole("jobs", jobs, 1);
  const analyzer = analyzerFor(settings, tokenizer);
  const rows = new CorpusBuilder(corpusTable(analyzer.hasWords), undefined, memory);
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

/** Reads corpora. @param sums if given, the first corpus is counted; the others are read */
function readAll(
  corpora: readonly Documents[],
  settings: TextSettings,
  sums: WantedSums | undefined,
  options: ReadOptions,
): { readonly counts: CorpusCounts | undefined; readonly read: CorpusData[] } {
  const { jobs = 1, before = [], onProblem, memory = machineMemory() } = options;
  requireWhole("jobs", jobs, 1);
  requireCorpora(corpora);
  requireCallback("onProblem", onProblem);
  requireNumber("memory", memory, { above: 0 });
  const reader = new CorporaReader(corpora, settings, sums, options);
  const read: CorpusData[] = [];
  let counts: CorpusCounts | undefined;
  try {
    if (sums !== undefined) counts = reader.countFirst(sums);
    for (let c = counts === undefined ? 0 : 1; c < corpora.length; c++) {
      // The first corpus has the vocabulary; the latest has all classes that have numbers so far.
      const earlier = counts ?? before.at(0) ?? read.at(0);
      const numbered = read.at(-1) ?? counts ?? before.at(-1);
      read.push(reader.read(c, earlier?.vocabulary, numbered?.labels ?? []));
    }
  } finally {
    reader.stop();
  }
  // Counting leaves no large arrays to collect.
  if (counts === undefined) collectGarbage(read.reduce((sum, { x }) => sum + x.starts[x.rows], 0));
  return { counts, read };
}
