import { DataError } from "../base/errors.js";
import type { Following } from "../base/following.js";
import { smallest, sumOf } from "../base/lists.js";
import { isCounting } from "../classifiers/bayes/counting-classifier.js";
import { methodNamed } from "../classifiers/table.js";
import type { Problem } from "../documents/problem.js";
import type { Documents, ReadOptions } from "../features/corpus/collections.js";
import { type CorpusCounts, type CorpusData, countCorpora, readCorpora } from "../features/corpus/read-corpus.js";
import type { WantedSums } from "../features/document-sums.js";
import { TERM_KINDS } from "../features/term-kinds.js";
import { classSizes } from "./fitting/splits.js";
import { requireLabels } from "./multi-label.js";
import { resolve, type Settings } from "./settings.js";

/** A training corpus and, if there is one, a test corpus, after reading. */
export interface CorporaRead {
  /** Only counts if rows are not needed. */
  readonly train: CorpusData | CorpusCounts;
  readonly test?: CorpusData | undefined;
}

/** Returns the number of documents of each class. */
export function sizesOf(read: CorporaRead["train"]): ArrayLike<number> {
  return "y" in read ? classSizes(read.y, read.labels.length) : read.documents;
}

/** Options to follow a call that reads corpora. */
export interface CorpusFollowing extends Following {
  /** Called after reading with the problems that were found. */
  readonly onProblems?: ((problems: readonly Problem[]) => void) | undefined;
  /** Called when the corpora are read and have enough classes. */
  readonly onRead?: ((read: CorporaRead) => void) | undefined;
}

/** The options of reading corpora. */
export interface FollowedReading
  extends CorpusFollowing,
    Pick<ReadOptions, "jobs" | "memory" | "identify" | "facts" | "tokenizer"> {
  /** Whether to keep the rows and ids of the documents: see `TrainingMode`. */
  readonly keepDocuments?: boolean | undefined;
}

/**
 * Reads a training corpus and, if there is one, a test corpus over its vocabulary.
 *
 * @param all the settings of each model; all must read the documents in the same way
 * @param change changes the corpora after reading, before `onRead`. Default: no change
 * @returns the training corpus, then the test corpus if there is one
 * @throws DataError if there are fewer than two classes (labels, if the settings have `multiLabel`) to learn.
 */
export function readToLearn(
  corpora: readonly Documents[],
  all: readonly Settings[],
  { keepDocuments, onProblems, onRead, ...options }: FollowedReading,
  change: (read: readonly CorpusData[]) => readonly CorpusData[] = (read) => read,
): readonly CorpusData[] {
  const read = readCorpora(corpora, all[0], { ...options, ...readingFor(all, keepDocuments) });
  onProblems?.(read.flatMap(({ problems }) => problems));
  const rows = change(read);
  const [train, test] = rows;
  requireLearnable(train, all[0]);
  onRead?.({ train, test });
  return rows;
}

/**
 * Counts a training corpus and keeps none of its documents. Reads a test corpus if there is one.
 *
 * @param sums the sums to count
 * @throws DataError if there are fewer than two classes to learn.
 */
export function countToLearn(
  corpora: readonly Documents[],
  settings: Settings,
  sums: WantedSums,
  { onProblems, onRead, ...options }: FollowedReading,
): { readonly train: CorpusCounts; readonly test: CorpusData } {
  const { counts, read } = countCorpora(corpora, settings, sums, options);
  onProblems?.([counts, ...read].flatMap(({ problems }) => problems));
  requireClasses(counts.labels, sumOf(counts.documents));
  const [test] = read;
  onRead?.({ train: counts, test });
  return { train: counts, test };
}

/**
 * Returns the options for reading a corpus for models with these settings.
 *
 * @param keepsAll whether all terms are needed, even if no model uses them. Default false
 */
export function readingFor(
  all: readonly Settings[],
  keepsAll = false,
): Pick<ReadOptions, "threads" | "leastDocuments"> {
  const least = all.map((settings) => {
    const { classifier } = resolve(settings);
    return isCounting(classifier) || keepsAll ? undefined : classifier.leastDocuments;
  });
  return {
    threads: all.some(needsThreads),
    // A term is kept if one of the models uses it.
    leastDocuments: TERM_KINDS.map((_, kind) => smallest(least.map((numbers) => numbers?.[kind] ?? 1))),
  };
}

/**
 * Returns whether learning or calibrating leaves out some documents, so that the mail threads of messages must
 * be known.
 */
function needsThreads({ classifier, calibrate }: Settings): boolean {
  return methodNamed(classifier).leavesOut === true || (calibrate !== null && calibrate !== "none");
}

/** @throws DataError unless there are two classes, or labels that some documents lack if the settings have `multiLabel`. */
export function requireLearnable({ labels, y }: Pick<CorpusData, "labels" | "y">, { multiLabel }: Settings): void {
  if (multiLabel) requireLabels({ labels, y });
  else requireClasses(labels, y.length);
}

/** @throws DataError unless there are documents of at least two classes. */
export function requireClasses(labels: readonly string[], documents = 1): void {
  if (documents === 0) throw new DataError("there is no document to learn from that can be read");
  if (labels.length >= 2) return;
  throw new DataError(
    `there is only one class to learn, ${JSON.stringify(labels[0])}: add documents of another class; if the classes are folders inside that one, name it instead`,
  );
}
