import type { Styles } from "./css/styles.js";
import { WITH_HEIGHT } from "./tree/elements.js";
import { childrenOf, type HtmlNode, nodesIn } from "./tree/node.js";

/** Adds all style sheets of a document. */
export function addSheets(root: HtmlNode, styles: Styles): void {
  for (const node of nodesIn(root, "template")) {
    if (node.name === "style" && /^(?:text\/css)?$/i.test(node.attributes.get("type")?.trim() ?? "")) {
      styles.add(textOf(node), node.attributes.get("media"));
    }
  }
}

/** The text directly in a node. */
export function textOf(node: HtmlNode): string {
  return childrenOf(node)
    .map(({ text }) => text)
    .join("");
}

/**
 * Notes which nodes directly inside of this one are not shown: all but the summary of `<details>` that is closed, and
 * what cannot be in a list.
 */
export function leaveOut(node: HtmlNode, leftOut: Set<HtmlNode>): void {
  const isClosed = node.name === "details" && !node.attributes.has("open");
  if (!isClosed && node.name !== "select") return;
  const children = childrenOf(node);
  const summary = children.find(({ name }) => name === "summary");
  for (const child of children) if (isClosed ? child !== summary : !IN_LIST.has(child.name)) leftOut.add(child);
}

const IN_LIST: ReadonlySet<string> = new Set(["div", "hr", "optgroup", "option", "span"]);

/** Whether only one option of a list is shown. */
export function isFolded({ name, attributes }: HtmlNode): boolean {
  return name === "select" && !attributes.has("multiple") && !/^\s*(?:[2-9]|\d\d)/.test(attributes.get("size") ?? "");
}

/** The option that a list shows while it is folded up. */
export function chosenOption(list: HtmlNode): HtmlNode | undefined {
  const options = [...nodesIn(list)].filter(({ name }) => name === "option");
  return options.findLast(({ attributes }) => attributes.has("selected")) ?? options[0];
}

/** Nodes that are looked at to find one with a height. In a larger box, one is taken for granted. */
const MAX_LOOKED = 200;

/** Whether anything in a box has a height, if its lines have none. */
export function hasHeight(box: HtmlNode): boolean {
  let looked = 0;
  for (const { name, attributes } of nodesIn(box)) {
    if ((WITH_HEIGHT.has(name) && !attributes.has("hidden")) || /height|font/i.test(attributes.get("style") ?? ""))
      return true;
    if (++looked > MAX_LOOKED) return true;
  }
  return false;
}
