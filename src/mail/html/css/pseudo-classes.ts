import { type HtmlNode, TEXT } from "../tree/node.js";
import type { Css } from "./css.js";
import type { StyleWork } from "./work.js";

/** A test of whether a part of a selector matches an element. */
export type Test = (element: HtmlNode, work: StyleWork) => boolean;

/** Pseudo-classes that depend on a reader or on things that Thresher does not examine. They match no element. */
export const NOT_IN_MAIL = new Set(
  `active autofill dir focus focus-visible focus-within fullscreen future has host hover in-range indeterminate invalid lang
  modal out-of-range past placeholder-shown popover-open read-only read-write target user-invalid user-valid valid
  visited`.split(/\s+/),
);

/** The elements that can be disabled or required. */
const FIELD = /^(?:button|fieldset|input|optgroup|option|select|textarea)$/;

const isLink: Test = ({ name, attributes }) => (name === "a" || name === "area") && attributes.has("href");
/** Whether an element is the root of the document. */
export const isRoot: Test = ({ parent }) => parent !== null && parent.parent === null;

/** The tests for pseudo-classes without an argument, by name. */
export const SIMPLE: Readonly<Record<string, Test | undefined>> = {
  root: isRoot,
  scope: isRoot,
  defined: ({ name }) => !name.includes("-"),
  link: isLink,
  "any-link": isLink,
  checked: ({ attributes }) => attributes.has("checked") || attributes.has("selected"),
  disabled: ({ name, attributes }) => FIELD.test(name) && attributes.has("disabled"),
  enabled: ({ name, attributes }) => FIELD.test(name) && !attributes.has("disabled"),
  required: ({ name, attributes }) => FIELD.test(name) && attributes.has("required"),
  optional: ({ name, attributes }) => FIELD.test(name) && !attributes.has("required"),
  open: ({ attributes }) => attributes.has("open"),
  empty({ first }) {
    for (let child = first; child !== null; child = child.next) {
      if (child.isElement || (child.name === TEXT && child.text !== "")) return false;
    }
    return true;
  },
};

/**
 * Returns the test for `:first-child`, `:nth-last-of-type(2n+1)` and similar pseudo-classes.
 *
 * @param among tests which siblings count; undefined if all do
 * @returns undefined if there is no pseudo-class with this name
 */
export function positionTest(name: string, argument: Css | undefined, among: Test | undefined): Test | undefined {
  const [, place, kind] = /^(first|last|only|nth|nth-last)-(child|of-type)$/.exec(name) ?? [];
  if (place === undefined) return undefined;
  const sequence = place.startsWith("nth") ? sequenceOf(argument) : [0, 1];
  if (sequence === undefined) return undefined;
  const [step, offset] = sequence;
  const counts = (sibling: HtmlNode, element: HtmlNode, work: StyleWork) =>
    (kind === "child" || sibling.name === element.name) && among?.(sibling, work) !== false;
  /** Whether the position of an element among its siblings, counted from one side, is in the sequence. */
  const isAt = (element: HtmlNode, side: "previous" | "next", work: StyleWork) => {
    let number = 1;
    for (let at = element[side]; at !== null; at = at[side]) {
      work.spend(1);
      if (at.isElement && counts(at, element, work)) number++;
    }
    return step === 0 ? number === offset : (number - offset) % step === 0 && (number - offset) / step >= 0;
  };
  const fromStart = !place.includes("last");
  const fromEnd = place.includes("last") || place === "only";
  return (element, work) =>
    counts(element, element, work) &&
    (!fromStart || isAt(element, "previous", work)) &&
    (!fromEnd || isAt(element, "next", work));
}

/** Returns a and b of the sequence an + b, n ≥ 0, of `:nth-child(an + b)`; undefined for another argument. */
function sequenceOf(argument: Css | undefined): readonly number[] | undefined {
  if (argument?.type !== "Nth") return undefined;
  const { nth } = argument;
  if (nth.type === "Identifier") return [2, nth.name.toLowerCase() === "odd" ? 1 : 0];
  return [Number(nth.a ?? 0), Number(nth.b ?? 0)];
}
