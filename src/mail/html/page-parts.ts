/** Answers about single elements for which the reader looks into their content: style sheets, lists, details, heights. */
import type { Styles } from "./css/styles.js";
import { WITH_HEIGHT } from "./tree/elements.js";
import { childrenOf, type HtmlNode, nodesIn } from "./tree/node.js";

/** Adds all style sheets in a document. */
export function addSheets(root: HtmlNode, styles: Styles): void {
  for (const node of nodesIn(root, "template")) {
    if (node.name === "style" && /^(?:text\/css)?$/i.test(node.attributes.get("type")?.trim() ?? "")) {
      styles.add(textOf(node), node.attributes.get("media"));
    }
  }
}

/** Returns the text directly in a node. */
export function textOf(node: HtmlNode): string {
  return childrenOf(node)
    .map(({ text }) => text)
    .join("");
}

/**
 * Records which children of a node are not shown: everything but the summary of a closed `<details>`, and elements that
 * `<select>` cannot contain.
 */
export function leaveOut(node: HtmlNode, leftOut: Set<HtmlNode>): void {
  const isClosed = node.name === "details" && !node.attributes.has("open");
  if (!isClosed && node.name !== "select") return;
  const children = childrenOf(node);
  const summary = children.find(({ name }) => name === "summary");
  for (const child of children) if (isClosed ? child !== summary : !IN_LIST.has(child.name)) leftOut.add(child);
}

/** The elements that `<select>` can contain. */
const IN_LIST: ReadonlySet<string> = new Set(["div", "hr", "optgroup", "option", "span"]);

/** Whether a list shows only one option: it takes one choice, and its `size` is not 2 or more. */
export function isFolded({ name, attributes }: HtmlNode): boolean {
  return name === "select" && !attributes.has("multiple") && !/^\s*(?:[2-9]|\d\d)/.test(attributes.get("size") ?? "");
}

/** Returns the option that a folded list shows: the last selected one, or else the first; undefined if it is empty. */
export function chosenOption(list: HtmlNode): HtmlNode | undefined {
  const options = [...nodesIn(list)].filter(({ name }) => name === "option");
  return options.findLast(({ attributes }) => attributes.has("selected")) ?? options[0];
}

/** How many nodes are searched for one with a height. A larger box is assumed to have one. */
const MAX_LOOKED = 200;

/** Whether anything in a box has a height, if its lines have no height. */
export function hasHeight(box: HtmlNode): boolean {
  let looked = 0;
  for (const { name, attributes } of nodesIn(box)) {
    const isHigh = WITH_HEIGHT.has(name) && !attributes.has("hidden");
    if (isHigh || /height|font/i.test(attributes.get("style") ?? "") || ++looked > MAX_LOOKED) return true;
  }
  return false;
}
