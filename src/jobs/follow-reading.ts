import type { Corpus } from "../documents/corpora/corpus.js";
import type { CorpusOptions } from "../documents/corpora/corpus-options.js";
import type { GivenText } from "../documents/given-text.js";
import type { CorpusData } from "../features/corpus/read-corpus.js";
import { singleLabels } from "../model/multi-label.js";
import type { TrainOptions } from "../model/options.js";
import { type CorporaRead, type CorpusFollowing, sizesOf } from "../model/reading.js";
import { type Follower, tell } from "./follower.js";
import { Inputs } from "./inputs/inputs.js";
import {
  alikeLines,
  formLines,
  labelColumnLines,
  problemLines,
  sameFolderLines,
  sameNameLines,
  testClassLines,
} from "./notices/corpus-lines.js";

/**
 * Makes the callbacks for a call that reads corpora. They tell what could not be read, and what is odd about the classes.
 *
 * @param corpora a corpus to learn from, and optionally one to test on
 * @param settings `multiLabel` may also come from the corpus; that of the options is what the user chose
 * @param options `needsOneClass`: whether the command cannot learn several labels
 * @param onRead called when the corpora have been read, after all other notices
 * @returns callbacks of which `onRead` throws DataError if a column clearly holds several labels and the user did not
 *   choose how to read it, or if the test corpus has none of the classes
 */
export function followReading(
  corpora: readonly Corpus[],
  { multiLabel }: Pick<TrainOptions, "multiLabel">,
  options: Follower & Pick<TrainOptions, "multiLabel"> & { readonly needsOneClass?: boolean },
  onRead: (read: CorporaRead) => void = () => undefined,
): CorpusFollowing {
  // Each label of a list is a class.
  const classes = (data: Pick<CorpusData, "y" | "labels">) => (multiLabel ? singleLabels(data) : data);
  return {
    signal: options.signal,
    onProgress(progress) {
      if (progress.phase === "reading" && progress.done === 0) tell(options, corpora.flatMap(formLines));
      options.onProgress?.(progress);
    },
    onProblems: (problems) => tell(options, problemLines(problems)),
    onRead(read) {
      const { train, test } = read;
      const { multiLabel: chosen, needsOneClass } = options;
      const column = corpora[0].form?.labelColumn;
      tell(options, labelColumnLines(train.labels, sizesOf(train), column, chosen, needsOneClass));
      // If only counts were read, there are no rows: each class gets one document.
      const learned = classes("y" in train ? train : { labels: train.labels, y: [...train.labels.keys()] });
      if (test !== undefined) {
        const [learnedFrom, testedOn] = corpora.map(({ root }) => root);
        tell(options, testClassLines(learned, classes(test), testedOn), sameFolderLines(learnedFrom, testedOn));
      }
      tell(options, alikeLines(train), sameNameLines(learned.labels));
      onRead(read);
    },
  };
}

/** The options of the labelled corpus. Options that choose and read its files do not apply to documents without labels. */
type DocumentsOptions = Pick<CorpusOptions, "include" | "exclude" | "inputFormat" | "strict" | "textColumn">;

/** Reads documents without labels, as `classify` reads them, and reports the unreadable ones. */
export function* unlabelledDocuments(path: string, options: Follower & DocumentsOptions): Generator<GivenText> {
  // These choose and read the labelled files only.
  const { include, exclude, inputFormat, textColumn = [], ...others } = options;
  const columns = [textColumn].flat();
  const inputs = new Inputs([path], { ...others, ...(columns.length > 0 && { textColumn: columns }) });
  for (const { path: id, bytes } of inputs.contents()) yield { id, bytes };
  tell(options, problemLines(inputs.problems));
}
