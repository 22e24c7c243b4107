import { eastAsianWidth } from "get-east-asian-width";
import { largest } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";

/** The terminal for which a text is written. */
export interface TerminalStyle {
  /** Width in columns. Default: unlimited. */
  readonly columns?: number | undefined;
  /** Whether the terminal shows colours. Default false. */
  readonly colour?: boolean | undefined;
}

/**
 * By look, the codes that turn it on and off: Select Graphic Rendition (ECMA-48, 8.3.117). The colours are the
 * terminal's, so they suit light and dark.
 */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  middling: [33, 39],
  poor: [31, 39],
  "series 1": [36, 39],
  "series 2": [33, 39],
} as const;

/** The look of a text. */
export type TextLook = keyof typeof CODES;

/** Adds a look to a text if colours are on. An empty text stays empty. */
export function painted(text: string, look: TextLook | undefined, colour: boolean | undefined): string {
  if (!colour || look === undefined || text === "") return text;
  const [on, off] = CODES[look];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Returns a traffic-light look for a share: green from .8, yellow from .6, otherwise red. */
export function lookOfShare(share: number): TextLook {
  return share >= 0.8 ? "good" : share >= 0.6 ? "middling" : "poor";
}

/** Returns the width of a text in columns. East Asian wide characters and emoji take two, combining marks none. */
export function width(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let columns = 0;
  for (const character of text.replace(/\p{Mn}|\p{Me}/gu, "")) columns += eastAsianWidth(character.codePointAt(0) ?? 0);
  return columns;
}

/** A text whose width is its length. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Adds spaces at the end, up to `columns` columns. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}

/**
 * Wraps words into lines of at most `columns` columns. A longer word is on its own line.
 *
 * @param text a sentence, which is broken at its spaces, or a list of words that may contain spaces
 */
export function wrapped(text: string | readonly string[], columns = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of typeof text === "string" ? text.split(" ") : text) {
    if (line !== "" && width(line) + 1 + width(word) > columns) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const ELLIPSIS = "…";

/** Shortens a text by an ellipsis in the middle, because names differ at the beginning or the end. */
export function shortened(text: string, columns = Number.POSITIVE_INFINITY): string {
  if (width(text) <= columns) return text;
  const room = Math.max(0, columns - width(ELLIPSIS));
  const characters = PRINTABLE_ASCII.test(text)
    ? text.split("")
    : [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
  const end = fittingStart(characters.toReversed(), Math.floor(room / 2)).toReversed();
  const start = fittingStart(characters, room - width(end.join("")));
  return [...start, ELLIPSIS, ...end].join("");
}

/** Returns as many of the first characters as fit. */
function fittingStart(characters: readonly string[], columns: number): string[] {
  let remaining = columns;
  const end = characters.findIndex((character) => {
    remaining -= width(character);
    return remaining < 0;
  });
  return end === -1 ? [...characters] : characters.slice(0, end);
}

/** Number of spaces between two columns. */
export const GAP = 2;

/** Minimum width of a shortened cell, even on a narrow terminal. */
const SHORTEST = 8;

/** Returns the look of a cell; undefined for plain text. */
export type TableLook = (row: number, column: number) => TextLook | undefined;

/**
 * Aligns rows in columns. Each column is as wide as its widest cell. If the table is wider than the terminal, the
 * widest left-aligned columns are shortened. Numbers are never shortened, so a table may remain too wide.
 *
 * @param align one letter per column, `l` or `r`
 */
export function textTable(
  rows: readonly (readonly string[])[],
  align: string,
  { columns = Number.POSITIVE_INFINITY, colour, look }: TerminalStyle & { readonly look?: TableLook | undefined } = {},
): string[] {
  const widths = fittingWidths(rows, align, columns);
  return rows.map((row, r) =>
    row
      .map((whole, column) => {
        const cell = shortened(whole, widths[column]);
        const padding = " ".repeat(widths[column] - width(cell));
        const end = cell.trimEnd().length;
        const text = painted(cell.slice(0, end), look?.(r, column), colour) + cell.slice(end);
        return align[column] === "r" ? padding + text : text + padding;
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

/** The look of a table whose first row, the head, is bold. */
export const BOLD_HEAD: TableLook = (row) => (row === 0 ? "bold" : undefined);

/** Returns the widths of the columns. While the table is too wide, the widest left-aligned column gets narrower. */
function fittingWidths(rows: readonly (readonly string[])[], align: string, columns: number): number[] {
  const widths = [...align].map((_, column) => widestOf(rows.map((row) => row[column] ?? "")));
  let excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - columns;
  while (excess > 0) {
    const shrinkable = widths.map((each, column) => (align[column] === "l" && each > SHORTEST ? each : 0));
    const widest = largest(shrinkable);
    if (widest === 0) break;
    widths[shrinkable.indexOf(widest)]--;
    excess--;
  }
  return widths;
}

/** Maximum width of a path column. A longer path shifts only the rest of its own line. */
const WIDEST_PATH = 60;

/** Returns the width of a column of paths. It is fixed in advance, because lines are printed as soon as possible. */
export function pathColumn(paths: readonly string[]): number {
  return Math.min(WIDEST_PATH, widestOf(paths.map(safeText)));
}

/** Returns the width of the widest text. */
export function widestOf(texts: readonly string[]): number {
  return largest(texts.map(width), 0);
}
