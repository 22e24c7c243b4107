import { plural } from "../../base/numbers.js";
import { shellWord } from "../../base/shell-words.js";
import { severalLabelsNotice } from "../../model/several-labels-notice.js";

/** If a column has more classes and most of them have one document, it is probably the wrong column. */
const MANY_CLASSES = 50;

/** A number with decimals other than `.0`. */
const DECIMALS = /^[+-]?\d*\.\d*[1-9]\d*$/;

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
  const decimals = labels.filter((label) => DECIMALS.test(label)).length;
  const what =
    labels.length > MANY_CLASSES && single > labels.length / 2
      ? `${plural(labels.length, "class", "classes")}, most of them of one document`
      : decimals > labels.length / 2
        ? `numbers with decimals as classes, such as ${labels.find((label) => DECIMALS.test(label))}`
        : undefined;
  if (what === undefined) return several;
  return [...several, `column ${JSON.stringify(column)} has ${what}: if it is the wrong one, use --label-column`];
}
