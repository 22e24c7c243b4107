import type { Corpus } from "../../documents/corpora/corpus.js";
import { type CorporaRead, countToLearn, type Following, readToLearn } from "../../evaluation/corpora/reading.js";
import type { CorpusCounts, CorpusData, ReadOptions } from "../../features/corpus/dataset.js";
import type { WantedSums } from "../../features/runs/document-sums.js";
import { classSizes } from "../../model/fitting/splits.js";
import { singleLabels } from "../../model/multi-label.js";
import type { TrainOptions } from "../../model/options.js";
import type { Settings } from "../../model/settings.js";
import type { HowToTrain } from "../../model/training.js";
import type { CommonOptions } from "../options/options.js";
import {
  formLines,
  problemLines,
  sameFolderLines,
  severalLabelsLines,
  tell,
  testClassLines,
} from "../output/notices.js";
import { behindBar } from "../output/progress.js";
import { compileLess } from "./less-compiling.js";

type FollowOptions = CommonOptions & Pick<TrainOptions, "multiLabel">;

/**
 * Follows a call that reads corpora: shows progress bars, and tells what could not be read and which classes cannot be
 * tested. Throws DataError if a column clearly holds several labels and nothing is said about that, or if the test
 * corpus has none of the classes.
 *
 * @param corpora a corpus to learn from, and optionally one to test on
 * @param onRead called when the corpora are read, after these lines
 */
export function following(
  corpora: readonly Corpus[],
  { as, multiLabel }: Pick<TrainOptions, "as" | "multiLabel">,
  options: FollowOptions,
  onRead: (read: CorporaRead) => void = () => undefined,
): Following {
  return {
    doStep(name, size, work) {
      if (name !== "reading") return behindBar(name, name === "auditing" ? "share" : size, options, work);
      tell(options, corpora.flatMap(formLines));
      const compileAsUsual = compileLess(as === "mail");
      try {
        return behindBar(name, size, options, work);
      } finally {
        compileAsUsual();
      }
    },
    onProblems: (problems) => tell(options, problemLines(problems)),
    onRead(read) {
      const { train, test } = read;
      if (options.multiLabel === undefined) {
        const sizes = "y" in train ? classSizes(train.y) : train.documents;
        tell(options, severalLabelsLines(train.labels, sizes, corpora[0].form?.labelColumn));
      }
      if (test !== undefined) {
        const [{ root }, { root: tested }] = corpora;
        const classes = (part: Pick<CorpusData, "y" | "labels">) => (multiLabel ? singleLabels(part) : part);
        const learned = classes(labelledOf(train));
        tell(options, testClassLines(learned, classes(test), tested), sameFolderLines(root, tested));
      }
      onRead(read);
    },
  };
}

/** Counts as if each class had one document. */
function labelledOf(train: CorporaRead["train"]): Pick<CorpusData, "y" | "labels"> {
  return "y" in train ? train : { labels: train.labels, y: Uint32Array.from(train.labels.keys()) };
}

/**
 * Reads a corpus to learn from, and tells how that went: see `following`.
 *
 * @throws DataError as `readToLearn` and `following`
 */
export function readTelling(
  corpora: readonly Corpus[],
  settings: Settings,
  options: FollowOptions & Pick<ReadOptions, "identify" | "memory"> & Pick<HowToTrain, "keepDocuments">,
): readonly CorpusData[] {
  const { jobs, memory, identify, keepDocuments } = options;
  const followed = { jobs, memory, identify, keepDocuments, ...following(corpora, settings, options) };
  return readToLearn(corpora, [settings], followed);
}

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
  options: FollowOptions & Pick<ReadOptions, "memory">,
): CorpusCounts {
  const { jobs, memory } = options;
  return countToLearn([corpus], settings, sums, { jobs, memory, ...following([corpus], settings, options) }).train;
}
