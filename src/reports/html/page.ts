import { createHash } from "node:crypto";
import type { Block, ListBlock, ListItem, Section, TableBlock } from "../blocks.js";
import { svgOf } from "../plots/svg.js";
import type { TextLook } from "../terminal/terminal.js";
import { breakable, html, type Markup, trusted } from "./markup.js";
import { STYLE } from "./style.js";

/**
 * Writes a result as a self-contained HTML page. The page loads nothing else, runs no script, and works in light and
 * dark mode, on paper and with a screen reader. The same input gives the same bytes.
 *
 * The first heading is the title of the page. Each other heading begins a part, and is in the table of contents.
 */
export async function htmlPage(sections: readonly Section[], footer = FOOTER): Promise<string> {
  let title = "";
  const contents: Markup[] = [];
  const body: Markup[] = [];
  for (const block of sections.flat()) {
    if (typeof block !== "object" || !("heading" in block)) {
      body.push(await blockHtml(block, body.length));
    } else if (title === "") {
      title = block.heading;
    } else {
      const id = `part-${contents.length + 1}`;
      contents.push(html`<li><a href="#${id}">${block.heading}</a></li>`);
      body.push(html`<h2 id="${id}">${breakable(block.heading)}</h2>\n`);
    }
  }
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<div class="page report">
<p class="eyebrow"><b>Thresher</b></p>
<main>
<h1>${breakable(title)}</h1>
${contents.length > 1 && html`<nav aria-label="Contents"><ol>${contents}</ol></nav>\n`}${body}</main>
<footer>${footer}</footer>
</div>
</body>
</html>
`;
  return page.toString();
}

const FOOTER = "Made by Thresher. The page is one file and fetches nothing.";

/** Returns a block as markup. @param place its number on the page, for ids */
async function blockHtml(block: Exclude<Block, { readonly heading: string }>, place: number): Promise<Markup> {
  if (typeof block === "string") return html`<p>${block}</p>\n`;
  if (typeof block === "function") return preformatted(block({}).join("\n"));
  if ("rows" in block) return tableHtml(block);
  if ("items" in block) return listHtml(block);
  if ("code" in block) return preformatted(block.code);
  if ("text" in block) return html`<p>${looking(block.text, block.look)}</p>\n`;
  const svg = await svgOf(block.plot(), { id: `plot-${place}`, style: false, name: block.name });
  return html`<figure class="plot scroll" tabindex="0" aria-label="${block.name}">${trusted(svg)}</figure>\n`;
}

function preformatted(text: string): Markup {
  // Each line is made safe alone, because line ends are to stay.
  const lines = text.split("\n").map((line) => html`${line}\n`);
  return html`<pre class="scroll" tabindex="0">${lines}</pre>\n`;
}

/** Returns a text in an element for its look; a text that may break if it has none. */
function looking(text: string, look: TextLook | undefined): Markup {
  if (look === undefined) return breakable(text);
  return look === "bold" ? html`<strong>${text}</strong>` : html`<span class="${look}">${text}</span>`;
}

/** Returns a table. Its remarks are the last column. */
function tableHtml({ rows, align, look, isHeadless, remarks }: TableBlock): Markup {
  const lines = rows.map((row, r) => {
    const isHead = r === 0 && !isHeadless;
    const cells = row.map((text, c) => {
      const kind = align[c] === "r" ? "number" : "text";
      if (isHead) return html`<th scope="col" class="${kind}">${text}</th>`;
      const content = kind === "number" && look?.(r, c) === undefined ? text : looking(text, look?.(r, c));
      return html`<td class="${kind}">${content}</td>`;
    });
    return html`<tr>${cells}${remarks && html`<td class="dim">${[remarks[r]].flat().join(" ")}</td>`}</tr>\n`;
  });
  const [head, ...others] = lines;
  const body = isHeadless ? lines : others;
  return html`<div class="scroll" role="region" aria-label="table" tabindex="0"><table>
${!isHeadless && html`<thead>${head}</thead>\n`}<tbody>
${body}</tbody>
</table></div>
`;
}

/** Returns a list. If it has a title, it is closed until the reader opens it. */
function listHtml({ title, items }: ListBlock): Markup {
  const list = html`<ol>${items.map(itemHtml)}</ol>`;
  return title === undefined
    ? html`${list}\n`
    : html`<details><summary>${breakable(title)}</summary>${list}</details>\n`;
}

function itemHtml({ name, link, remarks }: ListItem): Markup {
  const shown = breakable(name);
  const linked =
    link === undefined ? html`<span class="file">${shown}</span>` : html`<a class="file" href="${link}">${shown}</a>`;
  return html`<li>${linked}${remarks.map((remark) => html` <span class="dim">${remark}</span>`)}</li>\n`;
}

/**
 * Returns the content security policy. It allows only the page's own style sheet, by its hash. So the page loads nothing
 * else, and scripts from a document would not run.
 */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
