import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type HtmlNode, TEXT } from "../../src/mail/html/tree/node.js";
import { parseHtml } from "../../src/mail/html/tree/tree.js";

export interface TreeTest {
  readonly name: string;
  readonly html: string;
  /** All texts of the tree, one behind the other. */
  readonly text: string;
}

/** The tests of html5lib for whole documents, with scripts off, in a folder of `.dat` files. */
export function treeTests(folder: string): TreeTest[] {
  const tests: TreeTest[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".dat")) continue;
    const blocks = readFileSync(join(folder, file), "utf8")
      .split(/(?:^|\n\n)#data\n/)
      .slice(1);
    for (const [at, block] of blocks.entries()) {
      const [, html, options, tree] = /^([\s\S]*?)\n?#errors\n([\s\S]*?)#document\n([\s\S]*)$/.exec(block) ?? [];
      if (html === undefined || /^#(?:document-fragment|script-on)/m.test(options)) continue;
      tests.push({ name: `${file} ${at + 1}`, html, text: textOfTree(tree.replace(/\n$/, "")) });
    }
  }
  return tests;
}

/** Texts are in quotation marks, and can have several lines. `<selectedcontent>` only repeats an option. */
function textOfTree(tree: string): string {
  const lines = tree.replace(/^\|( *)<selectedcontent>(?:\n\|\1 .*)*/gm, "").split(/\n(?=\| )/);
  return withoutBlanks(lines.flatMap((line) => /^\| +"([\s\S]*)"$/.exec(line)?.[1] ?? []).join(""));
}

/** All texts of the tree that Thresher reads. */
export function textRead(html: string): string {
  const texts: string[] = [];
  const walk = (node: HtmlNode) => {
    if (node.name === TEXT) texts.push(node.text);
    for (let child = node.first; child !== null; child = child.next) walk(child);
  };
  walk(parseHtml(html, new Set()).root);
  return withoutBlanks(texts.join(""));
}

/** Blanks at the ends, and how many stand together, are not read. */
function withoutBlanks(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, " ").trim();
}
