import type { Corpus, CorpusOptions, CorpusShare } from "./corpus.js";
import { FolderCorpus, readFolders } from "./folders.js";

/**
 * Opens the corpus at a path, by what is there.
 *
 * @throws DataError if there is no corpus, or no document in it.
 */
export function openCorpus(path: string, options: CorpusOptions = {}): Corpus {
  return readFolders(path, options);
}

/** What a worker thread reads: a corpus from what `share` gave of it. */
export function openShare({ root, ids, strict }: CorpusShare): Corpus {
  return new FolderCorpus(root, ids, [], strict);
}
