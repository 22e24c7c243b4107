import type { Corpus, CorpusOptions } from "../../documents/corpora/corpus.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import type { TrainOptions } from "../../model/options.js";
import type { Follower } from "../follower.js";

/** The options of all jobs that measure on a corpus. */
export interface MeasuringOptions extends Follower, CorpusOptions, Omit<TrainOptions, "classifier" | "multiLabel"> {
  readonly multiLabel?: boolean;
  /** The seed of all random choices. Default 1. */
  readonly seed?: number | undefined;
  /** The number of threads that read. The result does not depend on it. Default 1. */
  readonly jobs?: number | undefined;
  /** Paths that are written afterwards: none of them may be a document of the corpora. */
  readonly outputs?: readonly string[] | undefined;
}

/** Opens the corpus to learn from and, if it is named, the one to test on. @throws DataError if an output is in one */
export function openToMeasure(root: string, test: string | undefined, options: MeasuringOptions): Corpus[] {
  const corpora = (test === undefined ? [root] : [root, test]).map((path) => openCorpus(path, options));
  for (const corpus of corpora) for (const path of options.outputs ?? []) corpus.requireFree(path);
  return corpora;
}
