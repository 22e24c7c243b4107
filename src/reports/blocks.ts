import { safeText } from "../base/safe-text.js";
import { type TableLook, textTable } from "./terminal/table.js";
import { painted, shortened, type TerminalStyle, type TextLook, wrapped } from "./terminal/terminal.js";

/** A text of our own with foreign values in it. Each form makes the values safe in its own way; see `phrase`. */
interface Phrase {
  readonly words: readonly string[];
  readonly values: readonly Text[];
}

/** A text that may hold names of documents and classes, so that every form has to make it safe. */
export type Text = string | Phrase;

/** A template for texts of our own: the words stay as they are, and the values are made safe. */
export function phrase(words: TemplateStringsArray, ...values: readonly Text[]): Phrase {
  return { words, values };
}

/** A text with its foreign parts made safe. */
export function madeSafe(text: Text, safe: (foreign: string) => string): string {
  if (typeof text === "string") return safe(text);
  return text.words.map((word, i) => (i === 0 ? "" : madeSafe(text.values[i - 1], safe)) + word).join("");
}

/** Rows of cells. The first row is the head, if there is one. */
export interface Table {
  readonly rows: readonly (readonly Text[])[];
  /** One letter a column, `l` or `r`. */
  readonly align: string;
  readonly look?: TableLook | undefined;
  /** Remarks below each row, for a terminal. */
  readonly notes?: readonly (readonly string[])[];
}

/** The title of a section. */
export interface Heading {
  readonly heading: Text;
}

/** A sentence with a look, or, if `isLine`, a text that is shortened to one line. */
export interface Styled {
  readonly text: Text;
  readonly look?: TextLook | undefined;
  readonly isLine?: boolean;
}

/** A sentence in dim letters. */
export function dimmed(text: string): Styled {
  return { text, look: "dim" };
}

/** Lines that stay as they are, safe already. */
export interface Code {
  readonly code: string;
  /** The language, for forms that colour it. */
  readonly language?: string;
}

/** Lines that depend on the width of the terminal, such as a chart. They are safe already. */
type Drawing = (style: TerminalStyle) => readonly string[];

/** A piece of a result: a sentence, a table, a heading, code, or something drawn in characters. */
export type Block = Text | Styled | Table | Heading | Code | Drawing;

/** Blocks without blank lines between them. */
export type Section = readonly Block[];

/** Sections of lines with a blank line between them. Empty sections are left out. */
export function joinedSections(sections: readonly (readonly string[])[]): string {
  const shown = sections.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** A result for a terminal. Sentences are wrapped, and tables fit the width as far as numbers allow. */
export function terminalText(sections: readonly Section[], style: TerminalStyle): string {
  return joinedSections(sections.map((section) => section.flatMap((block) => terminalLines(block, style))));
}

function terminalLines(block: Block, style: TerminalStyle): readonly string[] {
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  if (typeof block === "function") return block(style);
  if (typeof block === "string" || "words" in block) return wrapped(terminalSafe(block), columns);
  if ("rows" in block) {
    const rows = block.rows.map((row) => row.map(terminalSafe));
    const lines = textTable(rows, block.align, { columns, colour, look: block.look });
    return lines.flatMap((line, r) => [line, ...(block.notes?.[r] ?? []).flatMap((text) => noteLine(text, style))]);
  }
  if ("code" in block) return block.code.split("\n");
  if ("heading" in block) return [painted(shortened(terminalSafe(block.heading), columns), "bold", colour)];
  const text = terminalSafe(block.text);
  const lines = block.isLine ? [text] : wrapped(text, columns);
  return lines.map((line) => painted(shortened(line, columns), block.look, colour));
}

function noteLine(text: string, style: TerminalStyle): readonly string[] {
  return terminalLines({ text, look: "dim", isLine: true }, style);
}

function terminalSafe(text: Text): string {
  return madeSafe(text, safeText);
}
