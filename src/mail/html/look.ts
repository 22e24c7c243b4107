import { byName, names } from "../../base/lists.js";
import { attributeValues, linkColourOf } from "./attributes.js";
import { CLEAR, type Colour, cssColour, nearlyEqual, UNKNOWN } from "./colour.js";
import { WIDE } from "./declarations.js";
import { BLOCK, NEVER_SHOWN } from "./elements.js";
import { isHiddenBy, isOut, UNREADABLE, type Values } from "./hiding.js";
import { sizeOf } from "./lengths.js";
import type { Attributes, Tag } from "./tokens.js";

/** How text looks at one place. */
export interface Look {
  /** Whether text here is visible to a reader. */
  readonly isSeen: boolean;
  /** Whether the element or one around it is hidden with all its content. */
  readonly isGone: boolean;
  /** Whether `visibility` is `visible`. */
  readonly isVisible: boolean;
  /** Whether the element begins and ends a line, or is a part of one, or is not there at all. */
  readonly flow: "block" | "inline" | "none";
  /** Whether it is a box in a line, whose content has no blanks at its edges. */
  readonly isBox: boolean;
  /** Whether the elements in it are boxes in a row or a grid. */
  readonly hasBoxes: boolean;
  /** The only elements in it that are shown, without its own text; undefined if everything is. */
  readonly shows: ReadonlySet<string> | undefined;
  /** The size of the font in pixels. */
  readonly size: number;
  readonly colour: Colour;
  readonly linkColour: Colour;
  readonly background: Colour;
}

/** The look of a page before any element: black on white, with blue links. */
export const PAGE: Look = {
  isSeen: true,
  isGone: false,
  isVisible: true,
  flow: "block",
  isBox: false,
  hasBoxes: false,
  shows: undefined,
  size: 16,
  colour: 0,
  linkColour: 0x0000ee,
  background: 0xffffff,
};

/** Returns the look of an element that is hidden with all its content. */
export function gone(look: Look): Look {
  return look.isGone ? look : { ...look, isGone: true, isSeen: false };
}

/** With more looks than this, all are forgotten. */
const MAX_LOOKS = 1 << 14;

/** Remembers looks. Pages repeat most of them. */
export class Looks {
  /** Equal looks are one object. */
  readonly #known = new Map<string, Look>();
  /** The looks of elements, by the look around them and everything else that they depend on. */
  readonly #inside = new Map<Look, Map<string, Look>>();
  #computed = 0;

  /** Whether more than MAX_LOOKS looks were computed. */
  get isFull(): boolean {
    return this.#computed > MAX_LOOKS;
  }

  /** Returns the look of an element in an element with the look `around`, which is computed only once for each key. */
  of(around: Look, key: string, compute: () => Look): Look {
    let inside = this.#inside.get(around);
    if (inside === undefined) {
      inside = new Map();
      this.#inside.set(around, inside);
    }
    const known = inside.get(key);
    if (known !== undefined) return known;
    const look = this.#same(compute());
    inside.set(key, look);
    this.#computed++;
    return look;
  }

  /** Returns the known look that equals this one. */
  #same(look: Look): Look {
    const key = Object.values(look)
      .map((value) => (value instanceof Set ? `${[...value].join()};` : value))
      .join();
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, look);
    return known ?? look;
  }
}

/**
 * Computes how an element looks. Returns `around` itself if nothing changes.
 *
 * @param name as in `OpenElement`
 * @param around how the element around it looks
 * @param author the values of style sheets and of the `style` attribute
 */
export function lookOf(tag: Tag, name: string, around: Look, author: Values): Look {
  const { attributes } = tag;
  if (around.shows === LABEL) return around;
  const values = new Map([...(BROWSER.get(name) ?? []), ...attributeValues(tag), ...author]);
  const shows = shownIn(name, attributes, around);
  const isNever = NEVER_SHOWN.has(name) || around.shows?.has(name) === false;
  const { flow, used, isInline, isBoxed } = flowOf(name, values, around);
  const linkColour = (name === "body" ? linkColourOf(attributes) : undefined) ?? around.linkColour;
  const isLink = name === "a" && attributes.has("href");
  const hasBox = around.hasBoxes || around.isBox;
  const isSame = flow === around.flow && shows === around.shows && linkColour === around.linkColour && !hasBox;
  if (values.size === 0 && !isNever && !isLink && isSame) return around;
  const visibility = values.get("visibility");
  const isVisible = visibility === undefined || WIDE.test(visibility) ? around.isVisible : visibility === "visible";
  const position = values.get("position") ?? "static";
  const box = { isInline, isTable: used.startsWith("table"), position, isCut: isCut(values) };
  const look = {
    isSeen: false,
    isGone: around.isGone || isNever || isHiddenBy(values, box),
    isVisible,
    flow,
    isBox: flow === "inline" && used.startsWith("inline-"),
    hasBoxes: /(?:flex|grid|-box)$/.test(used),
    shows,
    size: sizeOf(values.get("font-size") ?? "", around.size) ?? around.size,
    colour: inkOf(values) ?? (isLink ? around.linkColour : around.colour),
    linkColour,
    background: isVisible && used !== "contents" ? painted(values, around.background) : around.background,
  };
  const isLegible = look.size > UNREADABLE && look.colour !== CLEAR && !nearlyEqual(look.colour, look.background);
  look.isSeen = !look.isGone && isVisible && (shows === undefined || shows === LABEL) && isLegible;
  // A box that is not seen divides no word.
  if (isBoxed && look.isSeen) look.flow = "block";
  return look;
}

/** Everything in an option looks like the option itself. */
const LABEL: ReadonlySet<string> = new Set();
const OPTIONS = names("div hr optgroup option span");
const SUMMARY = names("summary");
/** What is drawn of SVG, and what is shown of MathML. In other elements of them, there is no text. */
const DRAWN = names(
  `svg/a svg/foreignobject svg/g svg/switch svg/text svg/use math/math math/mfrac math/mi math/mn math/mo math/mrow math/ms
  math/mstyle math/mtext`,
);
/** The elements among these that have text. */
const HAS_TEXT = names("svg/foreignobject svg/text math/mi math/mn math/mo math/ms math/mtext");

/** Returns the only elements in an element that are shown; undefined if everything is. */
function shownIn(name: string, attributes: Attributes, around: Look): ReadonlySet<string> | undefined {
  if (name.includes("/")) {
    const isDrawing = (around.shows === DRAWN && !HAS_TEXT.has(name)) || /^(?:svg\/svg|math\/math)$/.test(name);
    return isDrawing ? DRAWN : undefined;
  }
  if (name === "select") return OPTIONS;
  if (name === "option") return LABEL;
  return name === "details" && !attributes.has("open") ? SUMMARY : undefined;
}

/**
 * Finds out how an element is placed on the page. `used` is its `display`, with the one of browsers if it has no own.
 * `isBoxed` is whether it would be a part of a line, but floats, has a place of its own or is in a row.
 */
function flowOf(
  name: string,
  values: Values,
  around: Look,
): { flow: Look["flow"]; used: string; isBoxed: boolean; isInline: boolean } {
  const written = values.get("display");
  const display = written !== undefined && WIDE.test(written) ? "inline" : written;
  const used = display ?? DISPLAYS.get(name) ?? (BLOCK.has(name) ? "block" : "inline");
  const isApart = isOut(values.get("position") ?? "") || (values.get("float") ?? "none") !== "none" || around.hasBoxes;
  const isLine = display === undefined || name === "br" ? BLOCK.has(name) : !/^(?:inline|contents)/.test(display);
  const isBoxed = isApart && /^inline/.test(used) && (display !== undefined || !DISPLAYS.has(name));
  const flow = used === "none" ? "none" : isLine ? "block" : "inline";
  return { flow, used, isBoxed, isInline: /^(?:inline|contents)$/.test(used) && !isApart };
}

/** The `display` of elements that are neither blocks nor inline. */
const DISPLAYS = byName({
  "button img input meter progress select textarea": "inline-block",
  br: "inline",
  "td th": "table-cell",
  "table tbody tfoot thead tr": "table",
});

/** Whether a box cuts its content. */
function isCut(values: Values): boolean {
  return ["overflow", "overflow-x", "overflow-y"].some((name) =>
    /hidden|clip|scroll|auto/.test(values.get(name) ?? ""),
  );
}

/** Returns the colour of letters; undefined if it is inherited. */
function inkOf(values: Values): Colour | undefined {
  // The letters show the background.
  if ((values.get("background-clip") ?? values.get("-webkit-background-clip")) === "text") return UNKNOWN;
  return cssColour(values.get("-webkit-text-fill-color") ?? values.get("color") ?? "");
}

/** Returns the background of an element. One that is not opaque shows the background around. */
function painted(values: Values, around: Colour): Colour {
  if ((values.get("background-image") ?? "none") !== "none") return UNKNOWN;
  const colour = cssColour(values.get("background-color") ?? "");
  return colour === undefined || colour === CLEAR ? around : colour;
}

/** The styles of browsers, as far as they matter here (HTML standard, section 15). */
const BROWSER = byName<Values>({
  big: new Map([["font-size", "larger"]]),
  "small sub sup": new Map([["font-size", "smaller"]]),
  mark: new Map([
    ["background-color", "#ff0"],
    ["color", "#000"],
  ]),
  "button input select textarea": new Map([
    ["font-size", "small"],
    ["background-color", "#fff"],
    ["color", "#000"],
  ]),
});
