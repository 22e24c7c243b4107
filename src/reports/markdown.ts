import { safeText } from "../base/safe-text.js";
import { type Block, joinedSections, type Section, type TableBlock } from "./blocks.js";

/** Writes a result as a page of Markdown. Each block is a paragraph. Headings of the first section are titles. */
export function markdownPage(sections: readonly Section[]): string {
  return joinedSections(sections.flatMap((section, s) => section.map((block) => markdownLines(block, s === 0))));
}

/** Returns the lines of a block. @param isFirst whether it is in the first section */
function markdownLines(block: Block, isFirst: boolean): readonly string[] {
  if (typeof block === "function") return block({}).map((line) => (line === "" ? "" : `    ${line}`));
  if (typeof block === "string") return [markdownText(block)];
  if ("rows" in block) return markdownTable(block);
  if ("items" in block) return [];
  if ("plot" in block) return block.drawing === undefined ? [] : markdownLines(block.drawing, isFirst);
  if ("heading" in block) return [`${isFirst ? "#" : "##"} ${markdownText(block.heading)}`];
  if ("text" in block) return [markdownText(block.text)];
  return [`\`\`\`${block.language}`, block.code, "```"];
}

/** Writes a table. Bold cells become emphasis. Remarks become a last column. */
function markdownTable({ rows, align, look, isHeadless, remarks }: TableBlock): string[] {
  const cells = rows.map((row, r) => [
    ...row.map((cell, c) =>
      look?.(r, c) === "bold" && cell !== "" ? `**${markdownText(cell)}**` : markdownText(cell),
    ),
    ...(remarks === undefined ? [] : [markdownText([remarks[r]].flat().join(" "))]),
  ]);
  const sides = [...align, ...(remarks === undefined ? [] : ["l"])];
  const [head, ...body] = [...(isHeadless ? [sides.map(() => "")] : []), ...cells].map(
    (row) => `| ${row.join(" | ")} |`,
  );
  return [head, `| ${sides.map((side) => (side === "r" ? "---:" : "---")).join(" | ")} |`, ...body];
}

/** Escapes a text from a document or a file name, so that Markdown shows it literally: no markup, HTML or links. */
export function markdownText(text: string): string {
  return safeText(text).replace(MARKUP, "\\$&");
}

/** The characters that begin or end markup, in GitHub's Markdown and in common extensions of it. */
const MARKUP = new RegExp(
  [
    // Code, emphasis, deleted text, cells of a table, formulas and attributes.
    /[`*~|${]/,
    // Emphasis, but not in the middle of a word, as in `a_b`.
    /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
    // An escape, also of the mark that follows the text.
    /\\(?=[!-/:-@[-`{-~]|$)/,
    // HTML and its characters by name.
    /<(?=[a-z/!?])|&(?=#?\w+;)/,
    // Links and images, and the definition of a link.
    /\](?=[([:])/,
    // Addresses, which become links.
    /:(?=\/\/)|(?<=mailto|xmpp):|(?<=www)\./,
    // Mentions, issues and emoji.
    /@(?=\w)|#(?=\d)|:(?=[\w+-]*[a-z][\w+-]*:)/,
    // Headings and where they end, quotes, lists and lines.
    /^#|#(?=#*(?:\s|$))|^>|^[-+](?=\s|$)|^-(?=[-\s]*$)|(?<=^\d+)[.)](?=\s|$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "giu",
);
