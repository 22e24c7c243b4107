import {
  AttributeAction,
  type AttributeSelector,
  isTraversal,
  type Selector as Part,
  parse,
  SelectorType,
} from "css-what";
import { orElse } from "../../base/errors.js";
import type { Tag } from "./tokens.js";

/** Whether a tag matches a part of a selector. */
type Test = (tag: Tag) => boolean;

/** The tests of one element in a selector, such as `p.a[title]`, and whether it is a child of the one before. */
interface Step {
  readonly tests: Test[];
  readonly isChild: boolean;
}

/** A selector of elements, classes, ids, attributes, descendants and children, such as `table.a > tr #b`. */
export interface Selector {
  /** The outermost element is the first. */
  readonly steps: readonly Step[];
  /** An id, class or element that the innermost element requires (`#id`, `.class`, `name`), or `*`. */
  readonly key: string;
  /** The number of ids, classes and elements, in one number (Selectors 4, section 17). */
  readonly specificity: number;
}

/** Whether the tag at a place in `path`, which begins with the outermost, matches the steps of a selector up to `last`. */
export function matches(
  steps: readonly Step[],
  path: readonly Tag[],
  spend: (steps: number) => void,
  place = path.length - 1,
  last = steps.length - 1,
): boolean {
  spend(1);
  if (place < 0 || !steps[last].tests.every((test) => test(path[place]))) return false;
  if (last === 0) return true;
  if (steps[last].isChild) return matches(steps, path, spend, place - 1, last - 1);
  for (let at = place - 1; at >= 0; at--) if (matches(steps, path, spend, at, last - 1)) return true;
  return false;
}

/** The maximum number of parts of a selector. Real selectors have fewer. */
const MAX_PARTS = 100;

/**
 * Parses a list of selectors. Case does not matter, as in most mail. Leaves out selectors with parts such as `:hover` or
 * `+`. The list is empty if one of its selectors is not valid, because browsers ignore such a rule.
 */
export function selectorsIn(list: string): readonly Selector[] {
  const parsed = orElse(() => parse(list.toLowerCase()), []);
  return parsed.every(isValid) ? parsed.flatMap((parts) => selectorOf(parts) ?? []) : [];
}

/** Whether the parts are in a valid order. Nothing but pseudo-classes can follow a pseudo-element. */
function isValid(parts: readonly Part[]): boolean {
  const pseudo = parts.findIndex(({ type }) => type === SelectorType.PseudoElement);
  const rest = pseudo < 0 ? [] : parts.slice(pseudo + 1);
  return ![parts[0], parts[parts.length - 1]].some(isTraversal) && rest.every(({ type }) => type.startsWith("pseudo"));
}

/** Returns a selector; undefined if it has other parts than elements, classes, ids, attributes and `:link`. */
function selectorOf(parts: readonly Part[]): Selector | undefined {
  if (parts.length > MAX_PARTS) return undefined;
  const steps: Step[] = [{ tests: [], isChild: false }];
  let [key, specificity] = ["*", 0];
  for (const part of parts) {
    const { tests } = steps[steps.length - 1];
    if (part.type === SelectorType.Descendant || part.type === SelectorType.Child) {
      steps.push({ tests: [], isChild: part.type === SelectorType.Child });
      key = "*";
    } else if (part.type === SelectorType.Tag) {
      tests.push((tag) => tag.name === part.name);
      specificity += ELEMENT;
      if (key === "*") key = part.name;
    } else if (part.type === SelectorType.Attribute) {
      tests.push((tag) => hasAttribute(tag, part));
      specificity += part.name === "id" ? ID : CLASS;
      if (part.name === "id" && part.action === AttributeAction.Equals) key = `#${part.value}`;
      if (part.name === "class" && part.action === AttributeAction.Element) key = `.${part.value}`;
    } else if (!(part.type === SelectorType.Universal || (part.type === SelectorType.Pseudo && part.name === "link")))
      return undefined;
  }
  return { steps, key, specificity };
}

const ID = 1 << 20;
const CLASS = 1 << 10;
const ELEMENT = 1;

/** In characters. Longer values of attributes are cut. Real classes are shorter. */
const MAX_VALUE = 1000;

/** Returns the value of an attribute in lower case. */
function lowerValue({ attributes }: Tag, name: string): string | undefined {
  return attributes.get(name)?.slice(0, MAX_VALUE).toLowerCase();
}

/** Returns the id and the classes of an element as keys of selectors. */
export function keysOf(tag: Tag): Set<string> {
  const classes = wordsOf(lowerValue(tag, "class") ?? "").map((name) => `.${name}`);
  return new Set(["*", tag.name, ...classes, `#${lowerValue(tag, "id")}`]);
}

function wordsOf(value: string): string[] {
  return value.split(/[ \t\r\n\f]+/);
}

function hasAttribute(tag: Tag, { name, action, value }: AttributeSelector): boolean {
  const actual = lowerValue(tag, name);
  return actual !== undefined && MATCHERS[action]?.(actual, value) === true;
}

/** Compares the value of an attribute with the wanted one. */
const MATCHERS: Readonly<Partial<Record<AttributeAction, (actual: string, wanted: string) => boolean>>> = {
  any: (actual, wanted) => actual.includes(wanted),
  element: (actual, wanted) => wordsOf(actual).includes(wanted),
  end: (actual, wanted) => actual.endsWith(wanted),
  equals: (actual, wanted) => actual === wanted,
  exists: () => true,
  start: (actual, wanted) => actual.startsWith(wanted),
};
