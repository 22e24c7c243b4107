import { boundedParser } from "./bounded-parser.js";
import type { HtmlNode } from "./node.js";
import type { TagFacts } from "./tag-facts.js";
import { TOO_MANY_NODES, Tree } from "./tree-adapter.js";

/**
 * Builds the tree that browsers with scripts turned off build (HTML standard, section 13.2).
 *
 * @param facts receives facts about the tags, such as missing end tags
 * @returns isQuirky: whether browsers show the document in quirks mode, as they do for nearly all mail
 */
export function parseHtml(html: string, facts: TagFacts): { readonly root: HtmlNode; readonly isQuirky: boolean } {
  const tree = new Tree();
  try {
    const parser = new (boundedParser())(tree, facts);
    // Line ends become LF, as the standard requires (section 13.2.3.5).
    parser.tokenizer.write(html.includes("\r") ? html.replace(/\r\n?/g, "\n") : html, true);
  } catch (error) {
    if (error !== TOO_MANY_NODES) throw error;
    facts.add("many-elements");
  }
  return { root: tree.root, isQuirky: tree.mode === "quirks" };
}
