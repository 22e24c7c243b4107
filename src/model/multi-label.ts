import { DataError } from "../base/errors.js";
import { type ClassCounts, classCounts } from "../classifiers/bayes/class-counts.js";
import {
  eachDocument,
  isCorpus,
  type LabelledText,
  requireLabel,
  type TextWithLabels,
} from "../documents/given-text.js";
import { cellOf, labelSets, labelsIn, severalLabels } from "../documents/label-cells.js";
import { type Dataset, selectRows } from "../features/sparse-matrix.js";
import { decisionsOf, type TextModel } from "./text-model.js";

/**
 * Converts documents whose labels are lists: joins the labels of each into one cell, such as `a;b`, the form in which
 * documents are read. A corpus has cells already.
 */
export function inCells(documents: Iterable<LabelledText | TextWithLabels>): Iterable<LabelledText> {
  const own = documents as Iterable<LabelledText>;
  return isCorpus(own) ? own : eachDocument(documents, inCell);
}

/** Joins the labels of one document into a cell, as `inCells` does. A document with one label stays as it is. */
export function inCell(document: LabelledText | TextWithLabels): LabelledText {
  const { labels, ...others } = Object(document) as Partial<TextWithLabels>;
  if (!Array.isArray(labels)) return document as LabelledText;
  for (const label of labels) requireLabel(typeof label === "string" ? label.trim() : label, "a label of a document");
  return { ...others, label: cellOf(labels) };
}

/** Returns the labels of all documents in one list, with an entry for each label of each document. */
export function singleLabels(data: Pick<Dataset, "labels" | "y">): Pick<Dataset, "labels" | "y"> {
  const { labels, sets } = labelSets(data);
  return { labels, y: sets.flat() };
}

/** Returns the counts of each label, where the classes of the data are cells of labels. */
export function labelCounts(data: Dataset): ClassCounts {
  const { labels, sets } = labelSets(data);
  const rows = sets.flatMap((own, row) => own.map(() => row));
  return classCounts({ x: selectRows(data.x, rows), y: sets.flat(), labels });
}

/** @throws DataError unless some documents have a label that others lack. */
export function requireLabels(data: Pick<Dataset, "labels" | "y">): void {
  const { labels, sets } = labelSets(data);
  if (sets.length === 0) throw new DataError("there is no document to learn from that can be read");
  const [first, ...others] = new Set(sets);
  const isSame = (set: readonly number[]) => set.length === first.length && set.every((l) => first.includes(l));
  if (!others.every(isSame)) return;
  const names = first.map((l) => JSON.stringify(labels[l]));
  const sameLabels =
    names.length === 0 ? "no label" : `the label${names.length === 1 ? "" : "s"} ${names.join(" and ")}`;
  throw new DataError(`all documents have ${sameLabels}, so there is nothing to tell apart: add documents with others`);
}

/**
 * @param what the call that needs one class, such as "sort"
 * @param instead what the user can do with this model
 * @throws DataError if the model gives several labels.
 */
export function requireOneClass(model: TextModel, what: string, instead = "use classifyLabels"): void {
  if (decisionsOf(model) === undefined) return;
  throw new DataError(
    `${what}: this model gives each document several labels, and ${what} needs one class: ${instead}, or train a model without multiLabel`,
    { options: ["multiLabel"] },
  );
}

/** The number of cells that an error or a notice shows. */
const SHOWN = 2;

/**
 * Returns a notice about a column whose cells may hold several labels, and what may separate them.
 *
 * @param labels the classes, which are the distinct cells of the column
 * @param sizes how many documents each class has
 * @param column the name of the column; undefined if the classes do not come from a table
 * @param multiLabel whether several labels are wanted. If so, labels that `;` separates need no notice
 * @param needsOneClass whether the caller cannot learn several labels
 * @returns a sentence without its end, for the user, and the separator; undefined if there is nothing to say
 * @throws DataError if the cells clearly hold several labels.
 */
export function severalLabelsNotice(
  labels: readonly string[],
  sizes: ArrayLike<number>,
  column: string | undefined,
  multiLabel?: boolean,
  needsOneClass = false,
): { readonly text: string; readonly separator: string } | undefined {
  const several = column === undefined || multiLabel === false ? undefined : severalLabels(labels);
  if (several === undefined || (multiLabel && several.separator === ";")) return undefined;
  const documents = labels.reduce((sum, label, c) => sum + (several.cells.includes(label) ? sizes[c] : 0), 0);
  const shown = several.cells.slice(0, SHOWN).join(" and ") + (several.cells.length > SHOWN ? " …" : "");
  const many = documents === 1 ? "1 document has" : `${documents} documents have`;
  if (!several.isClear) {
    const text = `${many} a class in column ${JSON.stringify(column)} such as ${shown}, taken as one class each`;
    return { text, separator: several.separator };
  }
  const { separator } = several;
  const found = labelsIn(several.cells[0], separator).length > 1 ? "several labels" : "a list of labels";
  const setting = separator === ";" ? "multiLabel to true" : `labelSeparator to ${JSON.stringify(separator)}`;
  const learned = needsOneClass ? "one class is needed here" : `set ${setting} to learn each label by itself`;
  throw new DataError(
    `${many} ${found} in column ${JSON.stringify(column)}, such as ${shown}: ${learned}, ${needsOneClass ? "so" : "or"} set multiLabel to false to take each combination as a class`,
    { options: ["multiLabel", "labelSeparator"] },
  );
}
