import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { shellWord } from "../../base/shell-words.js";
import { alikeClasses } from "../../documents/alike-classes.js";

import type { CorpusCounts, CorpusData } from "../../features/corpus/read-corpus.js";
import { areRowsEqual } from "../../features/dataset.js";
import { areClassesAlike } from "../../features/document-sums.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { severalLabelsNotice } from "../../model/multi-label.js";
import { namedLines, namesOf } from "./names.js";

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

/** Returns the notice on classes that have the same terms equally often. */
export function alikeLines(data: CorpusData | CorpusCounts): string[] {
  if (data.vocabulary.size === 0 || !("x" in data ? areRowsEqual(data.x) : areClassesAlike(data))) return [];
  return [
    "the classes have the same terms equally often, so nothing tells them apart: check the files, and the options that choose words",
  ];
}

/** Returns the line on classes with names that people may take for one another. */
export function sameNameLines(labels: readonly string[]): string[] {
  const found = alikeClasses(labels).map((names) => names.map(safeText).join(" and "));
  if (found.length === 0) return [];
  return [
    `classes whose names look alike are learned as different ones: ${found.join(", ")}: rename them if they are one`,
  ];
}

/** If a column has more classes and most of them have one document, it is probably the wrong column. */
const MANY_CLASSES = 50;

/**
 * Returns the lines on the classes in a column: they may be several labels, or the column may be the wrong one.
 *
 * @param column undefined if the classes are not in a column
 * @param multiLabel as the option says
 * @throws DataError if a class clearly holds several labels, and `multiLabel` does not say what to do.
 */
export function labelColumnLines(
  labels: readonly string[],
  sizes: ArrayLike<number>,
  column: string | undefined,
  multiLabel?: boolean,
): string[] {
  if (column === undefined) return [];
  const { text, separator = ";" } = severalLabelsNotice(labels, sizes, column, multiLabel) ?? {};
  const option = separator === ";" ? "--multi-label" : `--label-separator ${shellWord(separator)}`;
  const several = text === undefined ? [] : [`${text}: if these are several labels, use ${option}`];
  const single = Array.from(sizes).filter((documents) => documents === 1).length;
  if (labels.length <= MANY_CLASSES || single <= labels.length / 2) return several;
  const what = `${plural(labels.length, "class", "classes")}, most of them of one document`;
  return [...several, `column ${JSON.stringify(column)} has ${what}: if it is the wrong one, use --label-column`];
}
