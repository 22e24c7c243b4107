import { DataError } from "../base/errors.js";
import { labelsIn, severalLabels } from "../documents/label-cells.js";

/** The number of cells that an error or a notice shows. */
const SHOWN = 2;

/**
 * Returns a notice about a column whose cells may hold several labels, and what may separate them.
 *
 * @param labels the classes, which are the distinct cells of the column
 * @param sizes how many documents each class has
 * @param column the name of the column; undefined if the classes do not come from a table
 * @param multiLabel whether several labels are wanted. If so, labels that `;` separates need no notice
 * @returns a sentence without its end, for the user, and the separator; undefined if there is nothing to say
 * @throws DataError if the cells clearly hold several labels.
 */
export function severalLabelsNotice(
  labels: readonly string[],
  sizes: ArrayLike<number>,
  column: string | undefined,
  multiLabel?: boolean,
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
  throw new DataError(
    `${many} ${found} in column ${JSON.stringify(column)}, such as ${shown}: set ${setting} to learn each label by itself, or set multiLabel to false to take each combination as a class`,
    { options: ["multiLabel", "labelSeparator"] },
  );
}
