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

/**
 * Whether the tag at a place in `path`, which begins with the outermost, matches the steps of a selector up to `last`.
 *
 * @param spend counts the steps of the search; throws if the page takes too many
 */
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
  return list.replace(PARTS, "") === "" && parsed.every(isValid)
    ? parsed.flatMap((parts) => selectorOf(parts) ?? [])
    : [];
}

const ESCAPE = String.raw`\\(?:[\da-f]{1,6}[ \t\r\n\f]?|[^\n\da-f])`;
const LETTER = String.raw`(?:[a-z_\u0080-\uffff]|${ESCAPE})`;
const NAME = String.raw`-?${LETTER}(?:[\d-]|${LETTER})*`;
const ATTRIBUTE = String.raw`\[ *${NAME} *(?:[~|^$*]?= *(?:${NAME}|"[^"]*"|'[^']*') *[is]? *)?\]`;

/** The pseudo-classes without arguments and the pseudo-elements of browsers. */
const PSEUDO = `:active :after :any-link :autofill :before :checked :default :defined :disabled :empty :enabled :first-child
  :first-letter :first-line :first-of-type :focus :focus-visible :focus-within :fullscreen :hover :in-range :indeterminate
  :invalid :last-child :last-of-type :link :only-child :only-of-type :optional :out-of-range :placeholder-shown :read-only
  :read-write :required :root :scope :target :valid :visited ::after ::backdrop ::before ::file-selector-button
  ::first-letter ::first-line ::marker ::placeholder ::selection ::-webkit-[a-z-]+`;

/** All that browsers accept in a selector. css-what also accepts `.1`, `[a!=b]`, `a < b` and `:no-such-class`. */
const PARTS = new RegExp(
  String.raw`${ATTRIBUTE}|(?:${PSEUDO.replaceAll(/\s+/g, "|")})(?![\w(\\\u0080-\uffff-])|:(?:dir|has|is|lang|not|where)\(|:nth-[a-z-]+\([^()]*\)|[.#]?${NAME}|\*\|?|[ \t\r\n\f>+~,()]`,
  "gi",
);

/** Whether the parts are in a valid order. Nothing can follow a pseudo-element. */
function isValid(parts: readonly Part[]): boolean {
  return parts.every((part, p) => {
    const isLast = p === parts.length - 1;
    if (isTraversal(part)) return p > 0 && !isLast;
    if (part.type === SelectorType.PseudoElement) return isLast;
    const isFirst = p === 0 || isTraversal(parts[p - 1]);
    return isFirst || part.type === SelectorType.Attribute || part.type === SelectorType.Pseudo;
  });
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
      // css-what marks `#a`, unlike `[id=a]`, as depending on quirks mode.
      specificity += part.name === "id" && part.ignoreCase === "quirks" ? ID : CLASS;
      if (part.name === "id" && part.action === AttributeAction.Equals) key = `#${part.value}`;
      if (part.name === "class" && part.action === AttributeAction.Element) key = `.${part.value}`;
    } else if (part.type === SelectorType.Pseudo && part.name === "link") {
      tests.push(({ name, attributes }) => /^a(?:rea)?$/.test(name) && attributes.has("href"));
      specificity += CLASS;
    } else if (part.type !== SelectorType.Universal) return undefined;
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
  // Nothing contains, begins or ends with an empty value.
  if (value === "" && /^(?:any|element|end|start)$/.test(action)) return false;
  return actual !== undefined && MATCHERS[action]?.(actual, value) === true;
}

/** Compares the value of an attribute with the wanted one. */
const MATCHERS: Readonly<Partial<Record<AttributeAction, (actual: string, wanted: string) => boolean>>> = {
  any: (actual, wanted) => actual.includes(wanted),
  element: (actual, wanted) => wordsOf(actual).includes(wanted),
  end: (actual, wanted) => actual.endsWith(wanted),
  equals: (actual, wanted) => actual === wanted,
  exists: () => true,
  hyphen: (actual, wanted) => `${actual}-`.startsWith(`${wanted}-`),
  start: (actual, wanted) => actual.startsWith(wanted),
};
