import { boundedParser, type TagFacts } from "./bounded-parser.js";
import type { HtmlNode } from "./node.js";
import { TOO_MANY_NODES, Tree } from "./tree-adapter.js";

export interface HtmlTree {
  readonly root: HtmlNode;
  /** Whether browsers show it in quirks mode, as they do nearly all mail. */
  readonly isQuirky: boolean;
}

/**
 * Builds the same tree as browsers with scripts turned off (HTML standard, section 13.2).
 *
 * @param facts gets facts about the tags, such as end tags that are missing
 */
export function parseHtml(html: string, facts: TagFacts): HtmlTree {
  const tree = new Tree();
  try {
    const parser = new (boundedParser())(tree, facts);
    // As the standard says (section 13.2.3.5), lines end with LF only.
    parser.tokenizer.write(html.includes("\r") ? html.replace(/\r\n?/g, "\n") : html, true);
  } catch (error) {
    if (error !== TOO_MANY_NODES) throw error;
    facts.add("many-elements");
  }
  return { root: tree.root, isQuirky: tree.mode === "quirks" };
}
