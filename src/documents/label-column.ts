import { arrayIn, labelsIn } from "./label-cells.js";

/** Cells of a label column that seem to contain several labels each. */
export interface SeveralLabels {
  /** Whether no other reading makes sense: there are arrays, or all labels are also in other cells (see MIN_SHARE). */
  readonly isClear: boolean;
  /** The cells with two labels or more. If there are no cells with two, the arrays with one label. */
  readonly cells: readonly string[];
  /** The character between labels; `;` also stands for arrays. */
  readonly separator: string;
}

/** The characters that may separate labels. `labelsIn` splits at `;` by default; the user has to name the others. */
const SEPARATORS = [";", ",", "|", "#"];

/** A comma, bar or `#` (as in doccano) is clear only if it separates labels in this share of the cells: a class may be `Paris, France`. */
const MIN_SHARE = 0.1;

/**
 * Looks for several labels in one cell. `a;b` is a single class unless `a` or `b` also occurs in another cell, and
 * `a, b`, `a|b` and `a#b` are unless both do.
 *
 * @param cells the distinct cells of the column
 * @returns undefined if each cell is one label
 */
export function severalLabels(cells: readonly string[]): SeveralLabels | undefined {
  const found = SEPARATORS.flatMap((separator) => severalBy(separator, cells) ?? []);
  return found.find(({ isClear }) => isClear) ?? found[0];
}

/** Returns the cells in which this separator seems to divide labels; undefined if there are none. */
function severalBy(separator: string, cells: readonly string[]): SeveralLabels | undefined {
  const parsed = cells.map((cell) => {
    return { cell, isArray: arrayIn(cell) !== undefined, labels: labelsIn(cell, separator) };
  });
  // In how many cells each label occurs.
  const times = new Map<string, number>();
  for (const label of parsed.flatMap(({ labels }) => labels)) times.set(label, (times.get(label) ?? 0) + 1);
  const isElsewhere = (label: string) => (times.get(label) ?? 0) > 1;
  const result = (isClear: boolean, found: typeof parsed) =>
    found.length > 0 ? { isClear, cells: found.map(({ cell }) => cell), separator } : undefined;
  const joined = parsed.filter(({ labels }) => labels.length > 1);
  if (separator !== ";") {
    const sure = joined.filter(({ labels, isArray }) => !isArray && labels.every(isElsewhere));
    return result(sure.length >= MIN_SHARE * cells.length, sure);
  }
  const clear = joined.filter(({ labels, isArray }) => isArray || labels.every(isElsewhere));
  const arrays = parsed.filter(({ isArray }) => isArray);
  const likely = joined.filter(({ labels }) => labels.some(isElsewhere));
  return result(true, clear) ?? result(true, arrays) ?? result(false, likely);
}
