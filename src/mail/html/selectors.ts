import { names } from "../../base/lists.js";
import type { Tag } from "./tokens.js";

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

/** A combinator, a pseudo-class or pseudo-element, an attribute with an operator and a value, or an element, class or id. */
const PART =
  /\s*([>+~]|\s)\s*|(::?)([\w-]+)(?:\([^)]*\)+)?|\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*[is]?\s*)?\]|([#.]?)(?!-?\d)((?:[\w\u0080-\uffff-]|\\.)+|\*)/y;

/** Pseudo-elements that can be written with one colon. */
const OLD_PSEUDO_ELEMENTS = names("after before first-letter first-line");

/**
 * Kinds of parts in an order that is valid: `e` for an element, `c` for an id, class or attribute, `:` for a pseudo-class,
 * `p` for a pseudo-element, and a blank for a combinator. Nothing but pseudo-classes can follow a pseudo-element.
 */
const VALID_ORDER = /^(?:(?:e[c:]*|[c:]+) )*(?:e[c:]*|[c:]+|e?[c:]*p[p:]*)$/;

/**
 * Parses a selector.
 *
 * @returns "unknown" if it has parts such as `:hover` or `+`, and "invalid" if browsers do not understand its syntax
 */
export function selectorOf(text: string): Selector | "unknown" | "invalid" {
  const chains: Test[][][] = [[[]]];
  let [key, specificity, order] = ["*", 0, ""];
  let isKnown = true;
  const css = text.trim();
  PART.lastIndex = 0;
  while (PART.lastIndex < css.length) {
    const [found, combinator, colons, pseudo, attribute, operator, quoted, single, plain, mark, name = ""] =
      PART.exec(css) ?? [];
    if (found === undefined || order.length > MAX_PARTS) return "invalid";
    if (combinator !== undefined) {
      order += " ";
      isKnown &&= combinator !== "+" && combinator !== "~";
      if (combinator === ">") chains[chains.length - 1].push([]);
      else chains.push([[]]);
      key = "*";
      continue;
    }
    if (pseudo !== undefined) {
      order += colons === "::" || OLD_PSEUDO_ELEMENTS.has(pseudo.toLowerCase()) ? "p" : ":";
      isKnown &&= pseudo === "link";
      continue;
    }
    order += mark === "" ? "e" : "c";
    isKnown &&= !name.includes("\\");
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
  if (!VALID_ORDER.test(order)) return "invalid";
  return isKnown ? { chains, key, specificity } : "unknown";
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

/** Counts the steps that the styles and elements of a page take. Throws TOO_MUCH_WORK if there are too many. */
export class Work {
  #left = MAX_WORK;

  /** Counts steps. @throws TOO_MUCH_WORK if they exceed the limit */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw TOO_MUCH_WORK;
  }
}

/** In steps of about ten nanoseconds. Newsletters take less than a hundredth of this. */
const MAX_WORK = 5_000_000;

/** Thrown when a page takes too many steps. */
export const TOO_MUCH_WORK = new Error("too much work");
