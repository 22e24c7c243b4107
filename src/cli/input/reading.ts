import { sumOf } from "../../classifiers/bayes/class-counts.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import {
  type CorpusCounts,
  type CorpusData,
  countCorpora,
  type ReadOptions,
  readAfter,
} from "../../features/corpus/dataset.js";
import type { WantedSums } from "../../features/runs/document-sums.js";
import { classSizes } from "../../model/fitting/splits.js";
import { requireLabels, severalLabelsNotice, singleLabels } from "../../model/multi-label.js";
import type { TrainOptions } from "../../model/options.js";
import type { Settings } from "../../model/settings.js";
import { type HowToTrain, readingFor, requireClasses } from "../../model/training.js";
import type { CommonOptions } from "../options/options.js";
import { formLines, problemLines, sameFolderLines, tell, testClassLines } from "../output/notices.js";
import { behindBar } from "../output/progress.js";
import { compileLess } from "./less-compiling.js";

/** The options of reading. */
interface ReadTellingOptions
  extends CommonOptions,
    Pick<ReadOptions, "identify" | "memory">,
    Pick<HowToTrain, "keepDocuments"> {}

/**
 * Reads corpora behind a progress bar, and tells what could not be read and which classes cannot be tested.
 *
 * @param corpora a corpus to learn from, and optionally one to test on
 * @param others settings with the same rules for text, whose models will be of the same documents
 * @throws DataError if there are fewer than two classes to learn, a column clearly holds several labels and nothing
 *   is said about that, or the test corpus has none of them.
 */
export function readTelling(
  corpora: readonly Corpus[],
  settings: Settings,
  options: ReadTellingOptions & Pick<TrainOptions, "multiLabel">,
  others: readonly Settings[] = [],
): readonly [data: CorpusData, test?: CorpusData] {
  const [data, test] = readBehindBar([], corpora, [settings, ...others], options);
  if (settings.multiLabel) requireLabels(data);
  else requireClasses(data);
  tellOfSeveral(data.labels, classSizes(data.y), corpora[0], options);
  if (test === undefined) return [data];
  const [{ root }, { root: tested }] = corpora;
  const classes = (part: CorpusData) => (settings.multiLabel ? singleLabels(part) : part);
  tell(options, testClassLines(classes(data), classes(test), tested), sameFolderLines(root, tested));
  return [data, test];
}

type CountingOptions = CommonOptions & Pick<TrainOptions, "multiLabel"> & Pick<ReadOptions, "memory">;

/**
 * Counts a corpus to learn from in the same way, and keeps none of its documents.
 *
 * @param sums those that are wanted
 * @throws as `readTelling`
 */
export function countTelling(
  corpus: Corpus,
  settings: Settings,
  sums: WantedSums,
  options: CountingOptions,
): CorpusCounts {
  return countAndRead([corpus], settings, sums, options).counts;
}

/** As `countTelling`, and reads a corpus to test on. @throws as `readTelling` */
export function countTellingToTest(
  corpora: readonly [train: Corpus, test: Corpus],
  settings: Settings,
  sums: WantedSums,
  options: CountingOptions,
): { readonly counts: CorpusCounts; readonly test: CorpusData } {
  const { counts, read } = countAndRead(corpora, settings, sums, options);
  const [{ root }, { root: tested }] = corpora;
  const [test] = read;
  const learned = { labels: counts.labels, y: Uint32Array.from(counts.labels.keys()) };
  tell(options, testClassLines(learned, test, tested), sameFolderLines(root, tested));
  return { counts, test };
}

function countAndRead(corpora: readonly Corpus[], settings: Settings, sums: WantedSums, options: CountingOptions) {
  tell(options, corpora.flatMap(formLines));
  const { jobs, memory } = options;
  const result = reading(corpora, settings, options, (onProgress) =>
    countCorpora(corpora, settings, sums, { jobs, memory, onProgress }),
  );
  const { counts, read } = result;
  tell(options, problemLines([counts, ...read].flatMap(({ problems }) => problems)));
  requireClasses({ labels: counts.labels, ids: { length: sumOf(counts.documents) } });
  tellOfSeveral(counts.labels, counts.documents, corpora[0], options);
  return result;
}

/** Reads corpora behind a progress bar. */
function reading<T>(
  corpora: readonly Corpus[],
  { as }: Settings,
  options: CommonOptions,
  read: (onProgress: (done: number) => void) => T,
): T {
  const compileAsUsual = compileLess(as === "mail");
  try {
    return behindBar("reading", sizeOf(corpora), options, read);
  } finally {
    compileAsUsual();
  }
}

/** How many documents corpora have together; undefined if that is not known of one. */
function sizeOf(corpora: readonly Corpus[]): number | undefined {
  const sizes = corpora.flatMap(({ size }) => size ?? []);
  return sizes.length < corpora.length ? undefined : sizes.reduce((sum, size) => sum + size, 0);
}

function tellOfSeveral(
  labels: readonly string[],
  sizes: ArrayLike<number>,
  { form }: Corpus,
  options: CommonOptions & Pick<TrainOptions, "multiLabel">,
): void {
  if (options.multiLabel === undefined) tell(options, severalLabelsNotice(labels, sizes, form?.labelColumn) ?? []);
}

/** As `readTelling` for a test corpus, with the vocabulary of a training corpus that has been read. */
export function readTestTelling(
  data: CorpusData,
  corpus: Corpus,
  settings: Settings,
  options: CommonOptions,
): CorpusData {
  const [test] = readBehindBar([data], [corpus], [settings], options);
  tell(options, testClassLines(data, test, corpus.root));
  return test;
}

function readBehindBar(
  before: readonly CorpusData[],
  corpora: readonly Corpus[],
  all: readonly Settings[],
  options: ReadTellingOptions,
): CorpusData[] {
  tell(options, corpora.flatMap(formLines));
  const { jobs, memory, identify, keepDocuments } = options;
  const read = reading(corpora, all[0], options, (onProgress) =>
    readAfter(before, corpora, all[0], { jobs, memory, onProgress, identify, ...readingFor(all, keepDocuments) }),
  );
  tell(options, problemLines(read.flatMap(({ problems }) => problems)));
  return read;
}
