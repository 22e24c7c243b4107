import type { Styles } from "./css/styles.js";
import { type HtmlNode, nodesIn } from "./tree/node.js";

/** Adds all style sheets of a document. */
export function addSheets(root: HtmlNode, styles: Styles): void {
  for (const node of nodesIn(root, "template")) {
    if (node.name === "style" && /^(?:text\/css)?$/i.test(node.attributes.get("type")?.trim() ?? "")) {
      styles.add(textOf(node), node.attributes.get("media"));
    }
  }
}

export function textOf(node: HtmlNode): string {
  return childrenOf(node)
    .map(({ text }) => text)
    .join("");
}

function childrenOf({ first }: HtmlNode): HtmlNode[] {
  const children: HtmlNode[] = [];
  for (let child = first; child !== null; child = child.next) children.push(child);
  return children;
}

/**
 * Notes which elements inside of this one are not shown: those of `<details>` that is closed, and the options of a list
 * that is folded up.
 *
 * @returns whether its own text is not shown either
 */
export function leaveOut(node: HtmlNode, leftOut: Set<HtmlNode>): boolean {
  const { name, attributes } = node;
  if (name === "details" && !attributes.has("open")) {
    const children = childrenOf(node);
    const summary = children.find((child) => child.name === "summary");
    for (const child of children) if (child !== summary) leftOut.add(child);
    return true;
  }
  if (name !== "select") return false;
  if (!attributes.has("multiple") && !/^\s*(?:[2-9]|\d\d)/.test(attributes.get("size") ?? "")) {
    const options = [...nodesIn(node)].filter((inner) => inner.name === "option");
    const chosen = options.findLast((option) => option.attributes.has("selected")) ?? options[0];
    for (const option of options) if (option !== chosen) leftOut.add(option);
  }
  return true;
}
