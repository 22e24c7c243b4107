import type { HtmlNode } from "../tree/node.js";
import type { Test } from "./pseudo-classes.js";
import type { StyleWork } from "./work.js";

/** A selector (Selectors 4): its last compound, the selector before that, and the combinator between them. */
export interface Selector {
  /** An id, class or element that the last compound requires (`#id`, `.class`, `name`), or `*`. */
  readonly key: string;
  readonly tests: readonly Test[];
  /** `" "`, `">"`, `"+"` or `"~"`; `""` if there is no selector before. */
  readonly combinator: string;
  readonly before: Selector | undefined;
  /** The number of ids, classes and elements, in one number. */
  readonly specificity: number;
}

/** Returns whether an element matches a selector. */
export function matchesSelector(element: HtmlNode, selector: Selector, work: StyleWork): boolean {
  return outcomeOf(element, selector, work) === "matches";
}

/**
 * The outcome of comparing an element with a selector. A failure tells the caller whether to try another element, so
 * that no element is compared twice with the same part of a selector:
 *
 * - `fails here`: another sibling or ancestor may match;
 * - `fails among siblings`: no sibling before this one can match, but an ancestor may;
 * - `fails`: no sibling before this one and no ancestor can match.
 */
type Outcome = "matches" | "fails here" | "fails among siblings" | "fails";

/** Compares an element with the last compound, then the elements before or around it with the rest of the selector. */
function outcomeOf(element: HtmlNode, { tests, combinator, before }: Selector, work: StyleWork): Outcome {
  work.spend(1);
  if (!tests.every((test) => test(element, work))) return "fails here";
  if (before === undefined) return "matches";
  // `+` and `>` allow only the nearest element.
  const isOfSiblings = combinator === "+" || combinator === "~";
  const isOfOne = combinator === "+" || combinator === ">";
  const next = (node: HtmlNode) => (isOfSiblings ? previousElement(node, work) : node.parent);
  for (let at = next(element); at?.isElement; at = next(at)) {
    const outcome = outcomeOf(at, before, work);
    if (isOfOne || outcome === "matches" || outcome === "fails") return outcome;
    if (isOfSiblings && outcome === "fails among siblings") return outcome;
  }
  return isOfSiblings ? "fails among siblings" : "fails";
}

/** Returns the sibling element before an element. */
function previousElement(element: HtmlNode, work: StyleWork): HtmlNode | null {
  let at = element.previous;
  for (; at !== null && !at.isElement; at = at.previous) work.spend(1);
  return at;
}
