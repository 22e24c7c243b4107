import type { HtmlNode } from "../tree/node.js";
import { type Css, unescaped } from "./css.js";
import { matchesSelector, type Selector } from "./matches-selector.js";
import { isRoot, NOT_IN_MAIL, positionTest, SIMPLE, type Test } from "./pseudo-classes.js";

/** The test of a part of a selector, and its specificity. */
interface Weighed {
  readonly matches: Test;
  readonly specificity: number;
}

/**
 * The specificity of an id, a class and an element (Selectors 4, section 17). A selector has too few parts for the
 * classes or elements to add up to the next kind.
 */
const ID = 1 << 20;
const CLASS = 1 << 10;
const ELEMENT = 1;

/**
 * Prepares the selectors of a rule.
 *
 * @param around the selectors of the rule around this one
 * @returns undefined if a selector is invalid, which makes the rule invalid
 */
export function ruleSelectors(list: Css | null, around: readonly Selector[] | undefined): Selector[] | undefined {
  if (list?.type !== "SelectorList") return undefined;
  if (around === undefined) return selectorsOf(list, around);
  // In a nested rule, a selector without `&` selects descendants.
  const children = list.children.map((one) => {
    if (one.type !== "Selector" || one.children.some(isNesting)) return one;
    const blank: Css[] = one.children[0]?.type === "Combinator" ? [] : [{ type: "Combinator", name: " " }];
    return { ...one, children: [NESTING, ...blank, ...one.children] };
  });
  return selectorsOf({ ...list, children }, around);
}

/** The selector `&`, which the types of css-tree lack. */
const NESTING = { type: "NestingSelector" } as unknown as Css;

/** Whether a node is `&`. */
function isNesting({ type }: Css): boolean {
  return type === NESTING.type;
}

/** Prepares a list of selectors; undefined if one of them is not valid. */
function selectorsOf(list: Css | undefined, around: readonly Selector[] | undefined): Selector[] | undefined {
  if (list?.type !== "SelectorList") return undefined;
  const selectors = list.children.map((one) =>
    one.type === "Selector" ? selectorOf(one.children, around) : undefined,
  );
  return selectors.every((selector) => selector !== undefined) ? selectors : undefined;
}

/** Returns the nodes of all selectors of a list. */
function nodesOf(list: Css | undefined): readonly Css[] {
  return list?.type === "SelectorList"
    ? list.children.flatMap((one) => (one.type === "Selector" ? one.children : []))
    : [];
}

/** Prepares one selector from its nodes, compound by compound; undefined if it is not valid. */
function selectorOf(nodes: readonly Css[], around: readonly Selector[] | undefined): Selector | undefined {
  let selector: Selector | undefined;
  let combinator = "";
  let compound: Css[] = [];
  if (nodes.length > MAX_SELECTOR) return undefined;
  // A pseudo-element ends a selector (Selectors 4, section 3.6). Chromium accepts pseudo-classes after its own ones.
  const end = nodes.findIndex(isPseudoElement);
  const isOwn = (node: Css) => node.type === "PseudoElementSelector" && /^-webkit-/i.test(node.name);
  const isExtra = (node: Css) => node.type !== "PseudoClassSelector" || !isOwn(nodes[end]);
  if (end >= 0 && nodes.slice(end + 1).some(isExtra)) return undefined;
  for (const node of [...nodes, undefined]) {
    if (node !== undefined && node.type !== "Combinator") {
      compound.push(node);
      continue;
    }
    selector = compoundOf(compound, combinator, selector, around);
    if (selector === undefined) return undefined;
    combinator = node?.name ?? "";
    compound = [];
  }
  return selector;
}

/** Whether a node is a pseudo-element. Four of them may be written with one colon. */
function isPseudoElement(node: Css): boolean {
  return node.type === "PseudoElementSelector" || (node.type === "PseudoClassSelector" && OLD_ELEMENT.test(node.name));
}

const OLD_ELEMENT = /^(?:before|after|first-line|first-letter)$/i;

/** The pseudo-elements that browsers know. With another one, a selector is not valid. */
const KNOWN_ELEMENT =
  /^(?:before|after|first-line|first-letter|backdrop|checkmark|column|cue|details-content|file-selector-button|highlight|marker|part|picker|picker-icon|placeholder|scroll-.*|selection|slotted|(?:grammar|spelling)-error|target-text|view-transition.*|-webkit-.*)$/i;

/** The start of a name (CSS Syntax, section 4.3.9): no digit, for example. */
const STARTS_NAME = /^(?:--|-?(?:[a-z_\\]|[^\0-\x7f]))/i;

/** The maximum number of parts of a selector. Real selectors have fewer. */
const MAX_SELECTOR = 100;

/** Adds a compound to the selector before it. */
function compoundOf(
  nodes: readonly Css[],
  combinator: string,
  before: Selector | undefined,
  around: readonly Selector[] | undefined,
): Selector | undefined {
  const parts = nodes.map((node) => testOf(node, around));
  if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
  const keys = nodes.map(keyOf);
  const keyLike = (pattern: RegExp) => keys.find((key) => pattern.test(key));
  return {
    // Ids are rarer than classes, and these are rarer than elements.
    key: keyLike(/^#/) ?? keyLike(/^\./) ?? keyLike(/^[^*]/) ?? "*",
    tests: parts.map(({ matches }) => matches),
    combinator,
    before,
    specificity: parts.reduce((sum, part) => sum + part.specificity, before?.specificity ?? 0),
  };
}

/** Returns what an element must have to match a part of a selector: see `Selector.key`. */
function keyOf(node: Css): string {
  if (node.type === "IdSelector") return `#${unescaped(node.name)}`;
  if (node.type === "ClassSelector") return `.${unescaped(node.name)}`;
  return node.type === "TypeSelector" ? localName(node.name).toLowerCase() : "*";
}

/** Returns a name without its namespace. */
function localName(name: string): string {
  return unescaped(name.slice(name.lastIndexOf("|") + 1));
}

/** Returns the test of a part of a selector; undefined if it is not valid. @param around what `&` stands for */
function testOf(node: Css, around: readonly Selector[] | undefined): Weighed | undefined {
  if (isNesting(node)) return around === undefined ? { matches: isRoot, specificity: 0 } : anyOf(around);
  switch (node.type) {
    case "TypeSelector": {
      if (/^[^|*]+\|/.test(node.name)) return undefined;
      const written = localName(node.name);
      const name = written.toLowerCase();
      if (name === "*") return { matches: () => true, specificity: 0 };
      return { matches: (element) => element.name === name || element.name === written, specificity: ELEMENT };
    }
    case "ClassSelector": {
      const name = unescaped(node.name);
      return {
        matches: (element, { isQuirky }) => classesOf(element).some((one) => isSame(one, name, isQuirky)),
        specificity: CLASS,
      };
    }
    case "IdSelector": {
      if (!STARTS_NAME.test(node.name)) return undefined;
      const id = unescaped(node.name);
      return { matches: ({ attributes }, { isQuirky }) => isSame(attributes.get("id"), id, isQuirky), specificity: ID };
    }
    case "AttributeSelector":
      return { matches: attributeTest(node), specificity: CLASS };
    case "PseudoElementSelector":
      return KNOWN_ELEMENT.test(node.name) ? { matches: () => false, specificity: ELEMENT } : undefined;
    case "PseudoClassSelector":
      return pseudoClass(unescaped(node.name).toLowerCase(), node.children?.[0], around);
    default:
      return undefined;
  }
}

/** Whether two names of a class or an id are the same. In quirks mode, case does not matter. */
function isSame(one: string | undefined, other: string, isQuirky: boolean): boolean {
  return one === other || (isQuirky && one?.toLowerCase() === other.toLowerCase());
}

/** How many classes of an element are read. Real elements have fewer. */
const MAX_CLASSES = 32;

/** Returns the names of an element's classes, in the order of the attribute. */
export function classesOf({ attributes }: HtmlNode): readonly string[] {
  return attributes.get("class")?.split(/[ \t\r\n\f]+/, MAX_CLASSES) ?? [];
}

/** Returns a test that holds if any of the selectors matches. Its specificity is the highest of them. */
function anyOf(selectors: readonly Selector[]): Weighed {
  return {
    matches: (element, work) => selectors.some((selector) => matchesSelector(element, selector, work)),
    specificity: selectors.reduce((most, { specificity }) => Math.max(most, specificity), 0),
  };
}

/** Returns the test for `[name]` or `[name=value]`, with any of the operators in MATCHERS. */
function attributeTest(node: Css & { type: "AttributeSelector" }): Test {
  const name = unescaped(node.name.name).toLowerCase();
  const { matcher, value } = node;
  if (matcher === null || value === null) return ({ attributes }) => attributes.has(name);
  const wanted = value.type === "Identifier" ? unescaped(value.name) : value.value;
  const isFolded = node.flags?.toLowerCase() === "i" || (node.flags === null && CASELESS.has(name));
  const folded = (text: string) => (isFolded ? text.toLowerCase() : text);
  const isFound = MATCHERS[matcher];
  return ({ attributes }) => {
    const actual = attributes.get(name);
    return actual !== undefined && isFound?.(folded(actual), folded(wanted)) === true;
  };
}

/** Compares the value of an attribute with the wanted one, by operator. */
const MATCHERS: Readonly<Record<string, ((actual: string, wanted: string) => boolean) | undefined>> = {
  "=": (actual, wanted) => actual === wanted,
  "~=": (actual, wanted) => wanted !== "" && actual.split(/[ \t\r\n\f]+/).includes(wanted),
  "|=": (actual, wanted) => actual === wanted || actual.startsWith(`${wanted}-`),
  "^=": (actual, wanted) => wanted !== "" && actual.startsWith(wanted),
  "$=": (actual, wanted) => wanted !== "" && actual.endsWith(wanted),
  "*=": (actual, wanted) => wanted !== "" && actual.includes(wanted),
};

/** Attributes whose values are compared without regard to case (HTML standard, section 4.16.2); only common ones. */
const CASELESS = new Set(["align", "bgcolor", "color", "dir", "face", "lang", "link", "text", "type", "valign"]);

/** Returns the test of a pseudo-class; undefined if it is not valid. @param around what `&` stands for */
function pseudoClass(name: string, argument: Css | undefined, around?: readonly Selector[]): Weighed | undefined {
  if (OLD_ELEMENT.test(name)) return { matches: () => false, specificity: ELEMENT };
  if (NOT_IN_MAIL.has(name)) return { matches: () => false, specificity: CLASS };
  const simple = SIMPLE[name];
  if (simple !== undefined) return { matches: simple, specificity: CLASS };
  if (name === "not") {
    const found = selectorsOf(argument, around);
    if (found === undefined || nodesOf(argument).some(isPseudoElement)) return undefined;
    const { matches, specificity } = anyOf(found);
    return { matches: (element, work) => !matches(element, work), specificity };
  }
  if (/^(?:is|where|-webkit-any)$/.test(name)) {
    // These pseudo-classes ignore a selector that is not valid.
    const list = argument?.type === "SelectorList" ? argument.children : [];
    const any = anyOf(list.flatMap((one) => selectorsOf({ type: "SelectorList", children: [one] }, around) ?? []));
    return name === "where" ? { ...any, specificity: 0 } : any;
  }
  const among = argument?.type === "Nth" && argument.selector !== null ? selectorsOf(argument.selector, around) : [];
  if (among === undefined) return undefined;
  const counted = among.length === 0 ? undefined : anyOf(among);
  const matches = positionTest(name, argument, counted?.matches);
  return matches && { matches, specificity: CLASS + (counted?.specificity ?? 0) };
}
