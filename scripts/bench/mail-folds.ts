import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { classOf } from "../../src/documents/class-folders.js";
import { DataError } from "../../src/errors.js";
import { type FolderCorpus, folds, readFolders } from "../../src/index.js";
import type { BenchCorpus, Folder } from "./bench.js";
import { linkOrCopy } from "./link-or-copy.js";

/** The two classes that spam filters know. */
const CLASSES = ["ham", "spam"];

/** @throws DataError unless a folder has the folders ham and spam in it, and no other class. */
export function openMail(dir: string): FolderCorpus {
  const corpus = readFolders(dir);
  if (corpus.labels.join() === CLASSES.join()) return corpus;
  throw new DataError(`${dir}: required the folders ham and spam, found ${corpus.labels.join(", ")}`);
}

/**
 * Divides a corpus of mail into folders to learn from and to be tested on, stratified.
 *
 * @param into an empty folder
 * @param k how many parts there are
 * @param wanted how many of them are made, from the first
 * @throws UsageError if there cannot be as many parts
 */
export function makeFolds(corpus: FolderCorpus, into: string, k: number, wanted: number, seed: number): BenchCorpus[] {
  const y = corpus.ids.map((id) => CLASSES.indexOf(classOf(id)));
  return folds(y, k, seed)
    .slice(0, wanted)
    .map((split, fold) => {
      const folder = (name: "train" | "test"): Folder => {
        const path = join(into, `fold ${fold + 1}`, name);
        for (const label of CLASSES) mkdirSync(join(path, label), { recursive: true });
        let bytes = 0;
        for (const row of split[name]) {
          const from = join(corpus.root, corpus.ids[row]);
          // Names of their own: those of two folders of a class may be the same.
          linkOrCopy(from, join(path, CLASSES[y[row]], String(row)));
          bytes += statSync(from).size;
        }
        return { path, documents: split[name].length, bytes };
      };
      return { train: folder("train"), test: folder("test") };
    });
}
