import { DataError } from "../../base/errors.js";
import { megabytes } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { RowsTooLarge } from "../../features/corpus/corpus-builder.js";
import { singleLabels } from "../../model/multi-label.js";
import type { TrainOptions } from "../../model/options.js";
import type { Settings } from "../../model/settings.js";
import { type TrainedCorpus, trainCorpus } from "../../model/training.js";
import type { OptionRows } from "../options/option-rows.js";
import type { CommonOptions, Flags, RunningOptions } from "../options/options.js";
import { InvalidValue, size } from "../options/parsers.js";
import { readingLines } from "../output/mail-notice.js";
import { alikeLines, sameNameLines, spamLines, tell } from "../output/notices.js";
import { followReading } from "./follow-reading.js";
import { unlabelledDocuments } from "./unlabelled-documents.js";

/** The option `--memory` of the commands that train. */
export const MEMORY: OptionRows = {
  "--memory <size>": [
    "the most memory for counts of terms or for documents, such as 500M; training stops if they need more (default: all of the machine's)",
    memory,
  ],
};

/**
 * In bytes. This is enough for a table of a few hundred documents.
 */
const MIN_MEMORY = 1e6;

/** Parses the value of `--memory`, in bytes. */
function memory(text: string): number {
  const bytes = size(text);
  if (bytes >= MIN_MEMORY) return bytes;
  throw new InvalidValue("give at least 1M");
}

/** The options of learning from a corpus. */
export type LearnCorpusOptions = CommonOptions &
  RunningOptions &
  TrainOptions &
  Flags<"keepDocuments" | "remember"> & { readonly memory?: number; readonly unlabelled?: string };

/**
 * Reads a corpus and learns from it behind progress bars, and prints the notices.
 *
 * @throws DataError that names --memory, if that is given and the documents do not fit
 */
export function learnCorpus(corpus: Corpus, settings: Settings, options: LearnCorpusOptions): TrainedCorpus {
  const { jobs, memory, seed, keepDocuments, remember } = options;
  const follower = followReading([corpus], settings, options, ({ train }) => {
    // Each label of a list is a class.
    const { labels } = settings.multiLabel ? singleLabels({ ...train, y: [] }) : train;
    tell(options, alikeLines(train), spamLines(labels), sameNameLines(labels), readingLines(corpus, options));
  });
  try {
    return trainCorpus(corpus, settings, {
      ...{ jobs, memory, seed, keepDocuments, remember, ...follower },
      unlabelled: options.unlabelled === undefined ? undefined : unlabelledDocuments(options.unlabelled, options),
    });
  } catch (error) {
    if (memory === undefined || !(error instanceof RowsTooLarge)) throw error;
    throw new DataError(
      `--memory: the documents need about ${megabytes(error.need)}, not ${megabytes(memory)}: raise it, or use a method that needs only counts, such as multinomial`,
    );
  }
}
