/** Missing values as SQL, R, Python, pandas and C write them. */
const WORD = /^(?:n\/?a|[-+]?nan|nat|null|<na>|\\n|[-+]?1\.#(?:ind|qnan)|err:\d+)?$/i;

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
  return WORD.test(cell) || SHEET_ERROR.test(cell) || (cell === "None" && !hasNone);
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
