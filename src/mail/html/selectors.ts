import type { Tag } from "./tokens.js";
import type { Work } from "./work.js";

/** Whether a tag matches a part of a selector. */
type Test = (tag: Tag) => boolean;

/** The tests of an element in a selector, such as `p.a[title]`. */
type Compound = readonly Test[];

/** A selector of elements, classes, ids, attributes, descendants and children, such as `table.a > tr #b`. */
export interface Selector {
  /** Chains of parents and children, the outermost first. Each is somewhere inside the chain before it. */
  readonly chains: readonly (readonly Compound[])[];
  /** An id, class or element that the innermost compound requires (`#id`, `.class`, `name`), or `*`. */
  readonly key: string;
  /** The number of ids, classes and elements, in one number (Selectors 4, section 17). */
  readonly specificity: number;
}

/** An element around a tag. */
interface Around {
  readonly tag: Tag;
}

/** Whether a tag in the elements of `path`, the innermost last, matches a selector. */
export function matches({ chains }: Selector, tag: Tag, path: readonly Around[], work: Work): boolean {
  const tagAt = (place: number) => (place === path.length ? tag : path[place].tag);
  let place = path.length;
  for (let i = chains.length - 1; i >= 0; i--) {
    const chain = chains[i];
    const endsAt = (end: number) =>
      end + 1 >= chain.length &&
      chain.every((tests, at) => tests.every((test) => test(tagAt(end + 1 - chain.length + at))));
    // The innermost chain ends at the tag, the others anywhere around: the nearest place leaves most for the rest.
    while (place >= 0 && !endsAt(place)) {
      work.spend(1);
      place = i === chains.length - 1 ? -1 : place - 1;
    }
    if (place < 0) return false;
    place -= chain.length;
  }
  return true;
}

/** The maximum number of parts of a selector. Real selectors have fewer. */
const MAX_PARTS = 100;

/** A combinator, an attribute with an operator and a value, or an element, class or id. */
const PART =
  /\s*(>|\s)\s*|\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]*))\s*)?\]|([#.]?)([\w\u0080-\uffff-]+|\*)/y;

/** Parses a selector. Returns undefined if it has other parts, such as `:hover` or `+`. */
export function selectorOf(text: string): Selector | undefined {
  const chains: Test[][][] = [[[]]];
  let key = "*";
  let specificity = 0;
  const css = text.trim();
  PART.lastIndex = 0;
  for (let parts = 0; PART.lastIndex < css.length; parts++) {
    const [found, combinator, attribute, operator, quoted, single, plain, mark, name = ""] = PART.exec(css) ?? [];
    if (found === undefined || parts > MAX_PARTS) return undefined;
    if (combinator !== undefined) {
      if (combinator === ">") chains[chains.length - 1].push([]);
      else chains.push([[]]);
      key = "*";
      continue;
    }
    const tests = chains[chains.length - 1].at(-1);
    if (attribute !== undefined)
      tests?.push(attributeTest(attribute.toLowerCase(), operator, quoted ?? single ?? plain));
    else if (name !== "*") tests?.push(nameTest(mark, name.toLowerCase()));
    specificity += mark === "#" ? ID : mark === "." || attribute !== undefined ? CLASS : name === "*" ? 0 : ELEMENT;
    // Ids are rarer than classes, and these are rarer than elements.
    if (attribute === undefined && (mark === "#" || (mark === "." && key[0] !== "#") || key === "*")) {
      key = mark + name.toLowerCase();
    }
  }
  return chains.flat().every((tests, i, all) => tests.length > 0 || i < all.length)
    ? { chains, key, specificity }
    : undefined;
}

const ID = 1 << 20;
const CLASS = 1 << 10;
const ELEMENT = 1;

/** Returns the test for an id, a class or an element. In most mail, case does not matter. */
function nameTest(mark: string, name: string): Test {
  if (mark === "#") return ({ attributes }) => attributes.get("id")?.toLowerCase() === name;
  return mark === "." ? (tag) => classesOf(tag).includes(name) : (tag) => tag.name === name;
}

/** How many classes of an element are read. Real elements have fewer. */
const MAX_CLASSES = 32;

/** Returns the names of an element's classes in lower case. */
export function classesOf({ attributes }: Tag): readonly string[] {
  return (
    attributes
      .get("class")
      ?.toLowerCase()
      .split(/[ \t\r\n\f]+/, MAX_CLASSES) ?? []
  );
}

/** Returns the test for `[name]` or, with an operator, `[name=value]`. */
function attributeTest(name: string, operator: string | undefined, value = ""): Test {
  const isFound = MATCHERS[operator ?? ""];
  return ({ attributes }) => {
    const actual = attributes.get(name);
    return actual !== undefined && (operator === undefined || isFound?.(actual, value) === true);
  };
}

/** Compares the value of an attribute with the wanted one, by operator. */
const MATCHERS: Readonly<Record<string, ((actual: string, wanted: string) => boolean) | undefined>> = {
  "=": (actual, wanted) => actual === wanted,
  "~=": (actual, wanted) => wanted !== "" && actual.split(/\s+/).includes(wanted),
  "|=": (actual, wanted) => actual === wanted || actual.startsWith(`${wanted}-`),
  "^=": (actual, wanted) => wanted !== "" && actual.startsWith(wanted),
  "$=": (actual, wanted) => wanted !== "" && actual.endsWith(wanted),
  "*=": (actual, wanted) => wanted !== "" && actual.includes(wanted),
};
