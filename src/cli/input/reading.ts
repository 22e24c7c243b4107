import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { singleLabels } from "../../model/multi-label.js";
import type { TrainOptions } from "../../model/options.js";
import { type CorporaRead, type CorpusFollowing, sizesOf } from "../../model/reading.js";
import type { CommonOptions } from "../options/options.js";
import { formLines, labelColumnLines, problemLines, sameFolderLines, tell, testClassLines } from "../output/notices.js";
import { phaseBars } from "../output/progress.js";
import { compileAsUsual, compileLess } from "./less-compiling.js";

type FollowingOptions = CommonOptions & Pick<TrainOptions, "multiLabel">;

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
  options: FollowingOptions,
  onRead: (read: CorporaRead) => void = () => undefined,
): CorpusFollowing {
  const showBar = phaseBars(options);
  return {
    onProgress(progress) {
      if (progress.phase === "reading" && progress.done === 0) {
        tell(options, corpora.flatMap(formLines));
        compileLess(as === "mail");
      }
      showBar(progress);
    },
    onProblems(problems) {
      compileAsUsual();
      tell(options, problemLines(problems));
    },
    onRead(read) {
      const { train, test } = read;
      tell(options, labelColumnLines(train.labels, sizesOf(train), corpora[0].form?.labelColumn, options.multiLabel));
      if (test !== undefined) {
        const [{ root }, { root: tested }] = corpora;
        const classes = (part: Pick<CorpusData, "y" | "labels">) => (multiLabel ? singleLabels(part) : part);
        // Without rows, one document stands for each class.
        const learned = classes("y" in train ? train : { labels: train.labels, y: [...train.labels.keys()] });
        tell(options, testClassLines(learned, classes(test), tested), sameFolderLines(root, tested));
      }
      onRead(read);
    },
  };
}
