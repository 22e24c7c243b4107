import { safeText } from "../base/safe-text.js";
import { type TableLook, textTable } from "./terminal/table.js";
import { painted, shortened, type TerminalStyle, type TextLook, wrapped } from "./terminal/terminal.js";

/** A text of this package with foreign values in it. Each form makes the values safe in its own way; see `phrase`. */
interface Phrase {
  readonly words: readonly string[];
  readonly values: readonly Text[];
}

/** A text that may contain names of documents and classes. Each form must make it safe. */
export type Text = string | Phrase;

/** Makes a phrase from a template. The words stay as they are; the values will be made safe. */
export function phrase(words: TemplateStringsArray, ...values: readonly Text[]): Phrase {
  return { words, values };
}

/** Returns a text with its foreign parts made safe. */
export function madeSafe(text: Text, safe: (foreign: string) => string): string {
  if (typeof text === "string") return safe(text);
  return text.words.map((word, i) => (i === 0 ? "" : madeSafe(text.values[i - 1], safe)) + word).join("");
}

/** Rows of cells. The first row is the head, if there is one. */
export interface TableBlock {
  readonly rows: readonly (readonly Text[])[];
  /** One letter per column, `l` or `r`. */
  readonly align: string;
  readonly look?: TableLook | undefined;
  /** Remarks below each row, only on a terminal. */
  readonly notes?: readonly (readonly string[])[];
}

/** The title of a section. */
export interface HeadingBlock {
  readonly heading: Text;
}

/** A sentence with a look. If `isLine`, it is shortened to one line instead of wrapped. */
export interface Styled {
  readonly text: Text;
  readonly look?: TextLook | undefined;
  readonly isLine?: boolean;
}

/** Makes a sentence in dim letters. */
export function dimmed(text: string): Styled {
  return { text, look: "dim" };
}

/** Lines that are safe already and stay as they are. */
export interface Code {
  readonly code: string;
  /** The language, for forms that highlight it. */
  readonly language?: string;
}

/** Lines that depend on the width of the terminal, such as a chart. They are safe already. */
type Drawing = (style: TerminalStyle) => readonly string[];

/** A piece of a result: a sentence, a table, a heading, code, or a drawing in characters. */
export type Block = Text | Styled | TableBlock | HeadingBlock | Code | Drawing;

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

function terminalLines(block: Block, style: TerminalStyle): readonly string[] {
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  if (typeof block === "function") return block(style);
  if (typeof block === "string" || "words" in block) return wrapped(terminalSafe(block), columns);
  if ("rows" in block) {
    const rows = block.rows.map((row) => row.map(terminalSafe));
    const lines = textTable(rows, block.align, { columns, colour, look: block.look });
    return lines.flatMap((line, r) => [
      line,
      ...(block.notes?.[r] ?? []).flatMap((text) => terminalLines({ text, look: "dim", isLine: true }, style)),
    ]);
  }
  if ("code" in block) return block.code.split("\n");
  if ("heading" in block) return [painted(shortened(terminalSafe(block.heading), columns), "bold", colour)];
  const text = terminalSafe(block.text);
  const lines = block.isLine ? [text] : wrapped(text, columns);
  return lines.map((line) => painted(shortened(line, columns), block.look, colour));
}

function terminalSafe(text: Text): string {
  return madeSafe(text, safeText);
}
