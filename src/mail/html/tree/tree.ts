import { boundedParser, type TagFacts } from "./bounded-parser.js";
import type { HtmlNode } from "./node.js";
import { TOO_MANY_NODES, Tree } from "./tree-adapter.js";

export interface HtmlTree {
  readonly root: HtmlNode;
  /** Whether browsers read it in quirks mode, as nearly all mail. */
  readonly isQuirky: boolean;
}

/** Builds the tree that browsers build (HTML standard, section 13.2), with scripts off. Adds facts about its tags. */
export function parseHtml(html: string, facts: TagFacts): HtmlTree {
  const tree = new Tree();
  try {
    const parser = new (boundedParser())(tree, facts);
    // As the standard prepares the input.
    parser.tokenizer.write(html.includes("\r") ? html.replace(/\r\n?/g, "\n") : html, true);
  } catch (error) {
    if (error !== TOO_MANY_NODES) throw error;
    facts.add("many-elements");
  }
  return { root: tree.root, isQuirky: tree.mode === "quirks" };
}
