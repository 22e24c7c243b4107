import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { type FolderCorpus, readFolders } from "../../src/documents/corpora/folders.js";
import { classOf } from "../../src/documents/files/safe-name.js";
import { looksLikeSpam, spamClasses } from "../../src/documents/spam-classes.js";
import { folds } from "../../src/model/fitting/splits.js";
import { type BenchCorpus, type Folder, linkOrCopy } from "./bench.js";

/** The classes of spam filters. */
const CLASSES = ["ham", "spam"];

/** @throws DataError unless the folder has exactly two classes, one of them spam by its name. */
export function openMail(dir: string): FolderCorpus {
  const corpus = readFolders(dir);
  if (corpus.labels.length === 2 && spamClasses(corpus.labels).length === 1) return corpus;
  throw new DataError(
    `${dir}: it must have the folders ham and spam and no others, but it has ${corpus.labels.join(", ")}`,
  );
}

/**
 * Splits a corpus of mail into stratified folds, as folders.
 *
 * @param into an empty folder
 * @param k number of folds
 * @param wanted how many of them to make, from the first
 * @throws UsageError if there are too few messages
 */
export function makeFolds(corpus: FolderCorpus, into: string, k: number, wanted: number, seed: number): BenchCorpus[] {
  const y = corpus.ids.map((id) => (looksLikeSpam(classOf(id)) ? 1 : 0));
  return folds(y, k, seed)
    .slice(0, wanted)
    .map((split, fold) => {
      const folder = (name: "train" | "test"): Folder => {
        const path = join(into, `fold ${fold + 1}`, name);
        for (const label of CLASSES) mkdirSync(join(path, label), { recursive: true });
        let bytes = 0;
        for (const row of split[name]) {
          const from = join(corpus.root, corpus.ids[row]);
          // By row: two folders of a class may have files of the same name.
          linkOrCopy(from, join(path, CLASSES[y[row]], String(row)));
          bytes += statSync(from).size;
        }
        return { path, documents: split[name].length, bytes };
      };
      return { train: folder("train"), test: folder("test") };
    });
}
