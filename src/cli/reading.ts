import { type CorpusData, type ReadOptions, readAfter } from "../dataset.js";
import type { Corpus } from "../documents/corpus.js";
import type { Settings } from "../settings.js";
import { requireClasses } from "../training.js";
import { formLines, sameFolderLines } from "./corpus-notices.js";
import { withLessCompiling } from "./less-compiling.js";
import { problemLines, tell, testClassLines } from "./notices.js";
import type { CommonOptions } from "./options.js";
import { progressBar } from "./progress.js";

/**
 * Reads corpora behind a progress bar, and tells what could not be read and what the
 * figures of a test corpus cannot show.
 *
 * @param corpora one to learn from, or that and one to test on
 * @throws DataError if there are no two classes to learn, or a test corpus has none of them.
 */
export function readTelling(
  corpora: readonly Corpus[],
  settings: Settings,
  options: CommonOptions & Pick<ReadOptions, "identify">,
): readonly [data: CorpusData, test?: CorpusData] {
  const [data, test] = readBehindBar([], corpora, settings, options);
  requireClasses(data);
  if (test === undefined) return [data];
  const [{ root }, { root: tested }] = corpora;
  tell(options, ...testClassLines(data, test, tested), ...sameFolderLines(root, tested));
  return [data, test];
}

/** The same of a corpus to test on, over the vocabulary of one to learn from that has been read. */
export function readTestTelling(
  data: CorpusData,
  corpus: Corpus,
  settings: Settings,
  options: CommonOptions,
): CorpusData {
  const [test] = readBehindBar([data], [corpus], settings, options);
  tell(options, ...testClassLines(data, test, corpus.root));
  return test;
}

function readBehindBar(
  before: readonly CorpusData[],
  corpora: readonly Corpus[],
  settings: Settings,
  options: CommonOptions & Pick<ReadOptions, "identify">,
): CorpusData[] {
  tell(options, ...corpora.flatMap(formLines));
  const sizes = corpora.flatMap(({ size }) => size ?? []);
  const total = sizes.length < corpora.length ? undefined : sizes.reduce((sum, size) => sum + size, 0);
  const reading = progressBar("reading", total, options);
  const readAll = () =>
    readAfter(before, corpora, settings, {
      jobs: options.jobs,
      onProgress: reading.update,
      identify: options.identify,
    });
  const read = settings.as === "mail" ? withLessCompiling(readAll) : readAll();
  reading.stop();
  tell(options, ...problemLines(read.flatMap(({ problems }) => problems)));
  return read;
}
