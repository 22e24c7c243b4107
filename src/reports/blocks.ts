import { safeText } from "../base/safe-text.js";
import type { PlotSpec } from "./plots/plot-spec.js";
import {
  GAP,
  painted,
  shortened,
  type TableLook,
  type TerminalStyle,
  type TextLook,
  textTable,
  widestOf,
  width,
  wrapped,
} from "./terminal/terminal.js";

/** Rows of cells. Names of documents and classes stay as they are here and in other blocks; each form makes them safe. */
export interface TableBlock {
  readonly rows: readonly (readonly string[])[];
  /** One letter per column, `l` or `r`. */
  readonly align: string;
  readonly look?: TableLook | undefined;
  /** Whether the first row is not a head. Default false. */
  readonly isHeadless?: boolean;
  /** A last column, safe to print, which a terminal wraps: for each row a text, or pieces that stay on one line. */
  readonly remarks?: readonly (string | readonly string[])[];
  /** Remarks below each row, only on a terminal. */
  readonly notes?: readonly (readonly string[])[];
}

/** A sentence with a look. */
export interface Styled {
  readonly text: string;
  readonly look?: TextLook | undefined;
}

/** Makes a sentence in dim letters. */
export function dimmed(text: string): Styled {
  return { text, look: "dim" };
}

/** Returns lines for a terminal, which depend on its width. They are safe to print. */
type Drawing = (style: TerminalStyle) => readonly string[];

/**
 * A plot, which HTML pages show, and a drawing of it in characters for the other forms. Without it, these show nothing.
 */
export interface Picture {
  readonly name: string;
  readonly plot: () => PlotSpec;
  readonly drawing?: Drawing;
}

/** Documents with remarks. Only HTML pages show them, with linked names. A list with a title is closed at first. */
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
 * A piece of a result: a sentence, a table, a list, the title of a section, code that is safe to print, a picture, or a
 * drawing in characters.
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
  if (typeof block === "function") return block(style);
  if (typeof block === "string") return wrapped(safeText(block), style.columns);
  if ("rows" in block) return tableLines(block, style);
  if ("items" in block) return [];
  if ("plot" in block) return block.drawing?.(style) ?? [];
  if ("code" in block) return block.code.split("\n");
  const [text, look] = "heading" in block ? [block.heading, "bold" as const] : [block.text, block.look];
  return wrapped(safeText(text), style.columns).map((line) =>
    painted(shortened(line, style.columns), look, style.colour),
  );
}

/** Width of a table with remarks if the width of the terminal is unknown, in columns. */
const USUAL_COLUMNS = 120;
/** Minimum width of the column of remarks, even if the line gets too long. */
const NARROWEST_REMARK = 30;

/** Returns the lines of a table, with notes below its rows, or with remarks in a last column. */
function tableLines({ rows, align, look, notes = [], remarks }: TableBlock, style: TerminalStyle): readonly string[] {
  const { columns = USUAL_COLUMNS, colour } = style;
  const cells = rows.map((row) => row.map(safeText));
  if (remarks === undefined) {
    const below = (note: string) => painted(shortened(safeText(note), style.columns), "dim", colour);
    return textTable(cells, align, { ...style, look }).flatMap((line, r) => [line, ...(notes[r] ?? []).map(below)]);
  }
  const room = columns - NARROWEST_REMARK - GAP;
  // Without colours, whose codes would count as width.
  const uncoloured = textTable(cells, align, { columns: room });
  const indent = widestOf(uncoloured) + GAP;
  return textTable(cells, align, { columns: room, colour, look }).flatMap((line, r) =>
    wrapped(remarks[r], Math.max(NARROWEST_REMARK, columns - indent)).map((remark, part) => {
      const before = part === 0 ? line + " ".repeat(indent - width(uncoloured[r])) : " ".repeat(indent);
      return (before + remark).trimEnd();
    }),
  );
}
