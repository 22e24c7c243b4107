import { orElse } from "../base/errors.js";

/**
 * Returns the labels in a cell of a table: `a;b`, or an array such as `["a","b"]`, as JSON or Python writes it, which
 * may be empty. Keeps the order. Removes repeated labels, and spaces around labels.
 *
 * @param separator the text between labels that are not an array
 */
export function labelsIn(cell: string, separator = ";"): string[] {
  const labels = arrayIn(cell) ?? cell.split(separator);
  return [...new Set(labels.map((label) => label.trim()))].filter((label) => label !== "");
}

/** Joins labels into one cell, a JSON array, which `labelsIn` can split again. */
export function cellOf(labels: readonly unknown[]): string {
  return JSON.stringify(labels.map(String));
}

/** Returns the labels of a document as its class: a single label stays as it is. `labelsIn` can split it again. */
export function classOfLabels(labels: readonly unknown[]): string {
  const [first, ...others] = labels.map(String);
  // A label with `;`, or one that begins as an array does, would otherwise be split.
  return first !== undefined && others.length === 0 && !/^\[|;/.test(first) ? first : cellOf(labels);
}

/** Joins labels for people and tables: `a;b`, or a JSON array if a label contains `;` or begins with `[`. */
export function cellOfLabels(labels: readonly string[]): string {
  const isPlain = labels.every((label) => !label.includes(";") && !label.startsWith("["));
  return isPlain ? labels.join(";") : cellOf(labels);
}

/** A list of texts as Python and NumPy print it, such as `['a', 'b']`. */
const PYTHON_LIST = /^\[[\s,]*(?:(?:'[^']*'|"[^"]*")[\s,]*)*\]$/;

/** The form in which Label Studio writes several choices to tables. */
const CHOICES = /^\{"choices":\s*(\[.*\])\}$/s;

/** Returns the elements of an array of texts, numbers or booleans; undefined if the cell is anything else. */
function arrayIn(text: string): string[] | undefined {
  const cell = CHOICES.exec(text)?.[1] ?? text;
  if (!cell.startsWith("[")) return undefined;
  if (cell.includes("'") && PYTHON_LIST.test(cell)) {
    return Array.from(cell.matchAll(/'([^']*)'|"([^"]*)"/g), ([, single, double]) => single ?? double);
  }
  const value: unknown = orElse(() => JSON.parse(cell), undefined);
  return Array.isArray(value) && value.every(isLabel) ? value.map(String) : undefined;
}

/** Whether a JSON value can be a label. */
export function isLabel(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/**
 * Returns the labels of each document of a data set whose classes are cells of labels.
 *
 * @param data `labels` are the distinct cells, and `y` has the index of each document's cell
 * @returns the distinct labels, sorted; and the labels of each document, as indices into them. Documents with the same
 *   cell share a list
 */
export function labelSets(data: { readonly labels: readonly string[]; readonly y: ArrayLike<number> }) {
  const { labels: cells, y } = data;
  const inCell = cells.map((cell) => labelsIn(cell));
  const labels = [...new Set(inCell.flat())].sort();
  const numbers = new Map(labels.map((label, l) => [label, l]));
  const ofCell = inCell.map((names) => names.map((label) => numbers.get(label) ?? 0));
  return { labels, sets: Array.from(y, (cell) => ofCell[cell]) };
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
 * @returns undefined if each cell is one label. `isClear`: whether no other reading makes sense: there are arrays, or all
 *   labels are also in other cells (see MIN_SHARE). `cells` are those with two labels or more; if there are none, the
 *   arrays with one label. `separator` is the character between labels; `;` also stands for arrays
 */
export function severalLabels(cells: readonly string[]) {
  const found = SEPARATORS.flatMap((separator) => severalBy(separator, cells) ?? []);
  return found.find(({ isClear }) => isClear) ?? found[0];
}

/** Returns the cells in which this separator seems to divide labels; undefined if there are none. */
function severalBy(separator: string, cells: readonly string[]) {
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

/** Missing values as SQL, R, Python, pandas and C write them. */
const MISSING_WORD = /^(?:n\/?a|[-+]?nan|nat|null|<na>|\\n|[-+]?1\.#(?:ind|qnan)|err:\d+)?$/i;

/** Errors in cells of Excel, LibreOffice and Google Sheets, in any language: `#REF!`, `#NAME?`, `#N/A`, `#NV`. */
const SHEET_ERROR = /^#(?:\p{Lu}\/\p{Lu}|N[AV]|GETTING_DATA|[¡¿]?[\p{Lu}\d/]+[!?])$/u;

/** In characters. No missing value is longer. */
const MAX_LENGTH = 16;

/**
 * Whether a cell, as `seenText` returns it, stands for a missing value: it is empty, or a word or an error that
 * programs write in its place.
 *
 * @param hasNone whether `None` is a value. Default: it is missing, as Python writes it
 */
export function isMissing(cell: string, hasNone = false): boolean {
  if (cell.length > MAX_LENGTH) return false;
  return MISSING_WORD.test(cell) || SHEET_ERROR.test(cell) || (cell === "None" && !hasNone);
}

/**
 * Whether `None` is a class of its own in a column: another class has a capital letter too, as in None, Mild, Severe.
 * Beside `ham` and `spam`, or 0 and 1, it is what Python writes for a missing value.
 */
export function isNoneClass(cells: readonly unknown[]): boolean {
  const texts = cells.map((cell) => (typeof cell === "string" ? cell.trim() : ""));
  return texts.some((text) => text !== "None" && /^\p{Lu}\p{Ll}/u.test(text) && !isMissing(text));
}

/** Invisible characters, except those that join letters and emoji. */
const INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns a cell as people see it: without invisible characters, with each accent in its letter (NFC), with ordinary
 * blanks, and with none around it. So labels that look the same are the same.
 */
export function seenText(cell: string): string {
  return cell
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(/\p{Zs}/gu, " ")
    .trim();
}
