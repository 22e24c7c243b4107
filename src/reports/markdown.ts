import { safeText } from "../base/safe-text.js";
import { type Block, joinedSections, madeSafe, type Section, type TableBlock, type Text } from "./blocks.js";

/** Writes a result as a page of Markdown. The first heading is the title. Looks become emphasis. */
export function markdownPage(sections: readonly Section[]): string {
  return joinedSections(sections.map((section, s) => section.flatMap((block) => markdownLines(block, s === 0))));
}

function markdownLines(block: Block, isFirst: boolean): readonly string[] {
  if (typeof block === "function") return codeLines(block({}));
  if (typeof block === "string" || "words" in block) return [markdownSafe(block)];
  if ("rows" in block) return markdownTable(block);
  if ("heading" in block) return [`${isFirst ? "#" : "##"} ${markdownSafe(block.heading)}`];
  if ("text" in block) return [markdownSafe(block.text)];
  const { code, language } = block;
  return language === undefined ? codeLines(code.split("\n")) : [`\`\`\`${language}`, code, "```"];
}

function codeLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `    ${line}`));
}

/** Writes a table. Its first row is the head. */
function markdownTable({ rows, align, look }: TableBlock): string[] {
  const cells = rows.map((row, r) =>
    row.map((cell, c) => {
      const mark = MARKS[look?.(r, c) ?? ""] ?? "";
      return mark + markdownSafe(cell) + mark;
    }),
  );
  const [head, ...body] = cells.map((row) => `| ${row.join(" | ")} |`);
  return [head, `| ${[...align].map((side) => (side === "r" ? "---:" : "---")).join(" | ")} |`, ...body];
}

const MARKS: Readonly<Record<string, string>> = { bold: "**", dim: "*" };

function markdownSafe(text: Text): string {
  return madeSafe(text, markdownText);
}

/** Escapes a text from a document or a file name, so that Markdown shows it literally: no markup, HTML or links. */
export function markdownText(text: string): string {
  return safeText(text)
    .replace(/[\\`*_{}[\]<>()#!|~&$@:]/g, "\\$&")
    .replace(/www\./gi, (www) => `${www.slice(0, -1)}\\.`);
}
