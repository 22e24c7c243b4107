import { sumOf } from "../../classifiers/bayes/class-counts.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { Problem } from "../../documents/document.js";
import {
  type CorpusCounts,
  type CorpusData,
  countCorpora,
  type ReadOptions,
  readAfter,
} from "../../features/corpus/dataset.js";
import type { WantedSums } from "../../features/runs/document-sums.js";
import { requireLabels } from "../../model/multi-label.js";
import type { Settings } from "../../model/settings.js";
import { readingFor, requireClasses } from "../../model/training.js";
import type { ProtocolSplits } from "../protocols/protocol.js";

/** A training corpus and, if there is one, a test corpus, after reading. */
export interface CorporaRead {
  /** Only the counts if the rows are not needed. */
  readonly train: CorpusData | CorpusCounts;
  readonly test?: CorpusData | undefined;
}

/** A slow step of a call. */
export type StepName = "reading" | "testing" | "auditing";

/** Lets a program follow a call that takes long. */
export interface Following {
  /**
   * Does a step, for example behind a progress bar: must return the result of `work`. `size` is what `onProgress` is
   * called with at the end; undefined if that is unknown. Default: only calls `work`.
   */
  readonly doStep?: <T>(name: StepName, size: number | undefined, work: (onProgress: Progress) => T) => T;
  /** Called after reading with everything that could not be read as it is. */
  readonly onProblems?: ((problems: readonly Problem[]) => void) | undefined;
  /** Called when the corpora are read and have enough classes. */
  readonly onRead?: ((read: CorporaRead) => void) | undefined;
  /** Called when the documents are split. */
  readonly onSplits?: ((found: ProtocolSplits, data: CorpusData) => void) | undefined;
}

type Progress = (done: number) => void;

/** How corpora are read, and who follows. */
export interface FollowedReading extends Following, Pick<ReadOptions, "jobs" | "memory" | "identify" | "facts"> {
  /** As for `trainOn`. */
  readonly keepDocuments?: boolean | undefined;
}

/** Does a step with nobody following. */
export function justDo<T>(_: StepName, _size: number | undefined, work: (onProgress: Progress) => T): T {
  return work(() => undefined);
}

/**
 * Reads a training corpus and, if there is one, a test corpus over its vocabulary.
 *
 * @param all settings that read the documents in the same way, for one model each
 * @throws DataError if there are fewer than two classes (labels, if the settings have `multiLabel`) to learn.
 */
export function readToLearn(
  corpora: readonly Corpus[],
  all: readonly Settings[],
  options: FollowedReading,
): readonly CorpusData[] {
  const rows = readRows([], corpora, all, options);
  const [train, test] = rows;
  if (all[0].multiLabel) requireLabels(train);
  else requireClasses(train);
  options.onRead?.({ train, test });
  return rows;
}

/** Reads a test corpus over the vocabulary of a training corpus that has been read. */
export function readToTest(
  train: CorpusData,
  corpus: Corpus,
  settings: Settings,
  options: FollowedReading,
): CorpusData {
  const [test] = readRows([train], [corpus], [settings], options);
  options.onRead?.({ train, test });
  return test;
}

function readRows(
  before: readonly CorpusData[],
  corpora: readonly Corpus[],
  all: readonly Settings[],
  { jobs, memory, identify, facts, keepDocuments, doStep = justDo, onProblems }: FollowedReading,
): CorpusData[] {
  const read = doStep("reading", sizeOf(corpora), (onProgress) =>
    readAfter(before, corpora, all[0], {
      ...{ jobs, memory, identify, facts, onProgress },
      ...readingFor(all, keepDocuments),
    }),
  );
  onProblems?.(read.flatMap(({ problems }) => problems));
  return read;
}

/**
 * Counts a training corpus and keeps none of its documents. Reads a test corpus if there is one.
 *
 * @param sums the sums that are wanted
 * @throws DataError if there are fewer than two classes to learn.
 */
export function countToLearn(
  corpora: readonly Corpus[],
  settings: Settings,
  sums: WantedSums,
  { jobs, memory, doStep = justDo, onProblems, onRead }: FollowedReading,
): { readonly train: CorpusCounts; readonly test: CorpusData } {
  const { counts, read } = doStep("reading", sizeOf(corpora), (onProgress) =>
    countCorpora(corpora, settings, sums, { jobs, memory, onProgress }),
  );
  onProblems?.([counts, ...read].flatMap(({ problems }) => problems));
  requireClasses({ labels: counts.labels, ids: { length: sumOf(counts.documents) } });
  const [test] = read;
  onRead?.({ train: counts, test });
  return { train: counts, test };
}

/** How many documents corpora have together; undefined if that is not known of one. */
function sizeOf(corpora: readonly Corpus[]): number | undefined {
  const sizes = corpora.flatMap(({ size }) => size ?? []);
  return sizes.length < corpora.length ? undefined : sizes.reduce((sum, size) => sum + size, 0);
}
