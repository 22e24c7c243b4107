import { realpathSync } from "node:fs";
import type { CorpusData } from "../dataset.js";
import type { Corpus } from "../documents/corpus.js";
import { areRowsEqual } from "../features/equal-rows.js";
import { grouped, plural } from "../reports/numbers.js";
import { safeText } from "../reports/safe-text.js";

/** What documents come to that are all the same. */
export function alikeLines({ x, vocabulary }: CorpusData): string[] {
  if (vocabulary.size === 0 || !areRowsEqual(x)) return [];
  return [
    "thresher: all documents have the same terms, so nothing tells the classes apart: look at the files, and at the options that choose words",
  ];
}

/** Said before what may take minutes. */
export function slowLine(documents: number): string {
  return `thresher: --leave-one-out learns anew without each of ${grouped(documents)} documents, which takes long: --folds 10 is far quicker`;
}

/** What was found at a path that is no folder per class of plain files. */
export function formLines({ root, form, size }: Pick<Corpus, "root" | "form" | "size">): string[] {
  if (form === undefined) return [];
  const many = size === undefined ? "" : `, ${plural(size, form.unit)}`;
  return [`thresher: reading ${safeText(root)}: ${safeText(form.title)}${many}`];
}

/** What it comes to when the test folder is the corpus. */
export function sameFolderLines(corpus: string, test: string): string[] {
  if (realpathSync(corpus) !== realpathSync(test)) return [];
  return [
    `thresher: ${safeText(test)} is the corpus that is learned from, so that every answer is known: test on other documents`,
  ];
}
