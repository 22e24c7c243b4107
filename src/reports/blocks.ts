import { safeText } from "../base/safe-text.js";
import type { PlotSpec } from "./plots/plot-spec.js";
import { type TableLook, textTable, widestOf } from "./terminal/table.js";
import { painted, shortened, type TerminalStyle, type TextLook, wrapped } from "./terminal/terminal.js";

/** Rows of cells. Names of documents and classes stay as they are here and in other blocks; each form makes them safe. */
export interface TableBlock {
  readonly rows: readonly (readonly string[])[];
  /** One letter per column, `l` or `r`. */
  readonly align: string;
  readonly look?: TableLook | undefined;
  /** Whether the first row is not a head. Default false. */
  readonly isHeadless?: boolean;
  /** A remark for each row, in pieces that stay on one line. In a narrow terminal, remarks are below the table. */
  readonly remarks?: readonly (readonly string[])[];
  /** Remarks below each row, only on a terminal. */
  readonly notes?: readonly (readonly string[])[];
}

/** A sentence with a look. If `isLine`, it is shortened to one line instead of wrapped. */
export interface Styled {
  readonly text: string;
  readonly look?: TextLook | undefined;
  readonly isLine?: boolean;
}

/** Makes a sentence in dim letters. */
export function dimmed(text: string): Styled {
  return { text, look: "dim" };
}

/** Lines that depend on the width of the terminal. They are safe already. */
type Drawing = (style: TerminalStyle) => readonly string[];

/** A plot, which a page shows, and a drawing of it in characters for the other forms. Default: they show nothing. */
export interface Picture {
  readonly name: string;
  readonly plot: () => PlotSpec;
  readonly drawing?: Drawing;
}

/** Documents with remarks. A page links their names, and shows a list with a title when the reader opens it. */
export interface ListBlock {
  readonly items: readonly ListItem[];
  readonly title?: string;
}

/** The name of a document, its address relative to the page, if it has one, and remarks, a line each. */
export interface ListItem {
  readonly name: string;
  readonly link?: string | undefined;
  readonly remarks: readonly string[];
}

/**
 * A piece of a result: a sentence, a table, a list, the title of a section, code, which is safe already, a
 * picture, or a drawing in characters.
 */
export type Block =
  | string
  | Styled
  | TableBlock
  | ListBlock
  | { readonly heading: string }
  | { readonly code: string; readonly language: string }
  | Picture
  | Drawing;

/** Blocks without blank lines between them. */
export type Section = readonly Block[];

/** Joins sections of lines, with a blank line between them. Empty sections are left out. */
export function joinedSections(sections: readonly (readonly string[])[]): string {
  const shown = sections.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Writes a result for a terminal. Sentences are wrapped. Tables fit the width if their numbers allow it. */
export function terminalText(sections: readonly Section[], style: TerminalStyle): string {
  return joinedSections(sections.map((section) => section.flatMap((block) => terminalLines(block, style))));
}

/** Returns the lines of a block on a terminal, safe to print. */
function terminalLines(block: Block, style: TerminalStyle): readonly string[] {
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  if (typeof block === "function") return block(style);
  if (typeof block === "string") return wrapped(safeText(block), columns);
  if ("rows" in block) return tableLines(block, style);
  if ("items" in block) return listLines(block).flatMap((line) => terminalLines(line, style));
  if ("plot" in block) return block.drawing?.(style) ?? [];
  if ("code" in block) return block.code.split("\n");
  if ("heading" in block) return terminalLines({ text: block.heading, look: "bold" }, style);
  const text = safeText(block.text);
  const lines = block.isLine ? [text] : wrapped(text, columns);
  return lines.map((line) => painted(shortened(line, columns), block.look, colour));
}

/** Returns a line for the title of a list and for each document. */
export function listLines({ title, items }: ListBlock): string[] {
  const lines = items.map(({ name, remarks }) => [name, ...remarks].join("; "));
  return title === undefined ? lines : [title, ...lines];
}

/** Returns the lines of a table, with notes below its rows or remarks in a last column. */
function tableLines(block: TableBlock, style: TerminalStyle): readonly string[] {
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const { align, look, notes, remarks } = block;
  const rows = block.rows.map((row) => row.map(safeText));
  const lines = textTable(rows, align, { columns, colour, look });
  if (remarks !== undefined) return linesWithRemarks({ rows, align, look, remarks }, lines, style);
  return lines.flatMap((line, r) => [
    line,
    ...(notes?.[r] ?? []).flatMap((text) => terminalLines({ text, look: "dim", isLine: true }, style)),
  ]);
}

/** Minimum width of a remark beside a table, in columns. */
const NARROWEST_REMARK = 30;

/** Writes a table with its remarks in a last column. If there is no room for it, they are below the table. */
function linesWithRemarks(
  { rows, align, look, remarks }: TableBlock & Required<Pick<TableBlock, "remarks">>,
  lines: readonly string[],
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): readonly string[] {
  const room = columns - widestOf(textTable(rows, align)) - 2;
  if (room < NARROWEST_REMARK) {
    const below = remarks.filter((pieces) => pieces.length > 0);
    return [...lines, "", ...below.flatMap((pieces) => wrapped(pieces.join(" "), columns))];
  }
  // A remark may take several lines: the other cells are then empty below the first.
  const parts = rows.flatMap((row, r) =>
    wrapped(remarks[r], room).map((piece, p) => ({ r, cells: [...row.map((cell) => (p === 0 ? cell : "")), piece] })),
  );
  const cells = parts.map((part) => part.cells);
  const lookOf: TableLook = (row, column) => (column < align.length ? look?.(parts[row].r, column) : undefined);
  return textTable(cells, `${align}l`, { colour, look: lookOf });
}
