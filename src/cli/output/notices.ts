import { realpathSync } from "node:fs";
import { DataError } from "../../base/errors.js";
import { firstFew, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { alikeClasses } from "../../documents/alike-classes.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { spamClasses } from "../../documents/spam-classes.js";
import type { CorpusCounts } from "../../features/corpus/corpora-reader.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { areRowsEqual } from "../../features/dataset.js";
import { areClassesAlike } from "../../features/runs/document-sums.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { withoutTemporaryName } from "../../jobs/inputs/standard-streams.js";
import type { CommonOptions } from "../options/options.js";
import { stopProgress } from "./progress.js";

/** The number of names that fit on a line. */
export const NAMED = 3;

/** Writes a line to standard error, after the name of the program. */
export function say(line: string): void {
  console.error(`thresher: ${safeText(withoutTemporaryName(line))}`);
}

/** Writes lines to standard error, each after the name of the program, unless --quiet is given. */
export function tell({ quiet }: Pick<CommonOptions, "quiet">, ...lines: readonly (string | readonly string[])[]): void {
  stopProgress();
  if (!quiet) lines.flat().forEach(say);
}

/** The notice on a model without terms. */
export const NO_TERMS =
  "no term is left, so every document looks alike: loosen the options that choose words and terms";

/** Documents with the numbers of their classes, and the names of these. */
type Labelled = Pick<Dataset, "labels" | "y">;

/**
 * Returns the lines on classes that only the test documents have, or only the training documents.
 *
 * @param path the test corpus
 * @throws DataError if they have no class in common: most likely the path is wrong.
 */
export function testClassLines(train: Labelled, test: Labelled, path: string | undefined): string[] {
  const present = new Set(Array.from({ length: test.y.length }, (_, row) => test.labels[test.y[row]]));
  const others = [...present].filter((label) => !train.labels.includes(label));
  if (others.length === present.size) {
    throw new DataError(`${path} has no class of the training documents: it has ${namesOf(others)}`);
  }
  const untested = train.labels.filter((label) => !present.has(label));
  return [
    ...namedLines(others, (n) => unlearnedText(n)),
    ...namedLines(untested, (n) => `${plural(n, "class is", "classes are")} not in the test set, and not measured`),
  ];
}

/** "2 classes of the test set are not in training, so their documents count as wrong" @param where in which splits */
export function unlearnedText(classes: number, where = ""): string {
  const [are, their] = classes === 1 ? ["is", "its"] : ["are", "their"];
  const which = plural(classes, "class", "classes");
  return `${which} of the test set ${are} not in training${where}, so ${their} documents count as wrong`;
}

/** Returns the first few names, made safe, and how many more there are. */
export function namesOf(names: readonly string[], most = NAMED): string {
  return firstFew(names.map(safeText), most);
}

/** Returns a line about classes or documents that names the first few; empty if there are no names. */
export function namedLines(names: readonly string[], textOf: (n: number) => string, most = NAMED): string[] {
  return names.length === 0 ? [] : [`${textOf(names.length)}: ${namesOf(names, most)}`];
}

/** Returns the notice on classes that have the same terms equally often. */
export function alikeLines(data: CorpusData | CorpusCounts): string[] {
  if (data.vocabulary.size === 0 || !("x" in data ? areRowsEqual(data.x) : areClassesAlike(data))) return [];
  return [
    "the classes have the same terms equally often, so nothing tells them apart: check the files, and the options that choose words",
  ];
}

/** Returns the line on several classes that look like spam. */
export function spamLines(labels: readonly string[]): string[] {
  const found = spamClasses(labels);
  if (found.length < 2) return [];
  return [`${namesOf(found)} look like spam: choose one with filter --spam or evaluate --positive`];
}

/** Returns the line on classes with names that people may take for one another. */
export function sameNameLines(labels: readonly string[]): string[] {
  const found = alikeClasses(labels).map((names) => names.map(safeText).join(" and "));
  if (found.length === 0) return [];
  return [
    `classes whose names look alike are learned as different ones: ${found.join(", ")}: rename them if they are one`,
  ];
}

/** Returns the line on the form of a corpus that is not a folder of plain files for each class. */
export function formLines({ root, form, size }: Pick<Corpus, "root" | "form" | "size">): string[] {
  if (form === undefined) return [];
  const many = size === undefined ? "" : `, ${plural(size, form.unit)}`;
  return [`reading ${root}: ${form.title}${many}`];
}

/** Returns the notice on a test folder that is the training corpus. */
export function sameFolderLines(corpus: string, test: string): string[] {
  if (realpathSync(corpus) !== realpathSync(test)) return [];
  return [`${test} is also the training corpus, so every answer is known: test on other documents`];
}
