import { byName, names } from "../../base/lists.js";
import { attributeValues, controlType } from "./attributes.js";
import { areNearlyEqual, attributeColour, CLEAR, type Colour, cssColour, UNKNOWN } from "./colour.js";
import { WIDE } from "./declarations.js";
import { BLOCK, NEVER_SHOWN } from "./elements.js";
import { isHiddenBy, isOut, UNREADABLE, type Values } from "./hiding.js";
import { fontSize } from "./lengths.js";
import type { Path, Styles } from "./styles.js";
import type { Attributes, Tag } from "./tokens.js";

/** How text looks at one place. */
export interface Look {
  /** Whether text here is visible to a reader. */
  readonly isSeen: boolean;
  /** Whether the element or one around it is hidden with all its content. */
  readonly isGone: boolean;
  /** Whether the computed `visibility` is `visible`. */
  readonly isVisible: boolean;
  /** Whether the element begins and ends a line, or is a part of one, or is not there at all. */
  readonly flow: "block" | "inline" | "none";
  /** Whether it is a box in a line, whose content has no blanks at its edges. */
  readonly isBox: boolean;
  /** Whether the elements in it are boxes in a row or a grid. */
  readonly hasBoxes: boolean;
  /** What is shown in it. In a `drawing`, few elements have text. Everything in a `label` looks like the label itself. */
  readonly shows: "all" | "drawing" | "label" | "options" | "summary";
  /** The size of the font in pixels. */
  readonly size: number;
  readonly colour: Colour;
  readonly linkColour: Colour;
  readonly background: Colour;
  /** Remembers the looks of elements inside one that looks so, by the key of `lookOf`. Pages repeat them. */
  readonly inside: Map<string, Look>;
}

const BLACK: Colour = 0;

/** The looks by their values, so that equal looks are one object. */
const known = new Map<string, Look>();

/** The number of looks in the maps `inside`. */
let remembered = 0;
/** If more looks are remembered when a page begins, all are forgotten. */
const MAX_LOOKS = 1 << 14;

/** Returns the look of a page before any element: black on white, with blue links. */
export function pageLook(): Look {
  if (remembered > MAX_LOOKS) {
    known.clear();
    remembered = 0;
  }
  return sharedLook({
    isSeen: true,
    isGone: false,
    isVisible: true,
    flow: "block",
    isBox: false,
    hasBoxes: false,
    shows: "all",
    size: 16,
    colour: BLACK,
    linkColour: 0x0000ee,
    background: 0xffffff,
  });
}

/** Returns the one look with these values. */
function sharedLook(values: Omit<Look, "inside">): Look {
  const key = Object.values(values).join();
  const look = known.get(key) ?? { ...values, inside: new Map() };
  known.set(key, look);
  return look;
}

/**
 * Returns how an element looks.
 *
 * @param name as in `OpenElement`
 * @param path the elements around it
 * @param around the look of the element in which it is placed
 */
export function lookOf(tag: Tag, name: string, path: Path, around: Look, styles: Styles): Look {
  const rules = styles.rulesFor(tag, path);
  let key = name + styleKey(tag.attributes);
  if (rules.length > 0) key += `\0${rules.map(({ order }) => order).join()}`;
  let look = around.inside.get(key);
  if (look === undefined) {
    look = computedLook(tag, name, around, styles.valuesOf(rules, tag.attributes.get("style")));
    around.inside.set(key, look);
    remembered++;
  }
  return look;
}

/** Computes how an element looks. @param author the values of style sheets and of the `style` attribute */
function computedLook(tag: Tag, name: string, around: Look, author: Values): Look {
  const { attributes } = tag;
  if (around.shows === "label") return around;
  const values = new Map([...(CONTROLS.has(name) ? OF_CONTROLS : []), ...attributeValues(tag), ...author]);
  const shows = shownIn(name, attributes, around);
  const isHiddenField = name === "input" && controlType(attributes) === "hidden";
  const isLeftOut = SHOWN.get(around.shows)?.has(name) === false;
  const box = boxOf(name, values, around);
  const visibility = values.get("visibility") ?? "inherit";
  const inherits = !/^(?:visible|initial|hidden|collapse)$/.test(visibility);
  const isVisible = inherits ? around.isVisible : /^(?:visible|initial)$/.test(visibility);
  const isGone = around.isGone || NEVER_SHOWN.has(name) || isHiddenField || isLeftOut || isHiddenBy(values, box);
  const size = fontSize(values.get("font-size") ?? "", around.size) ?? around.size;
  const bodyLinks = name === "body" ? attributeColour(attributes.get("link") ?? "") : undefined;
  const linkColour = bodyLinks ?? around.linkColour;
  const isLink = name === "a" && attributes.has("href");
  const colour = textColour(values) ?? (isLink ? around.linkColour : around.colour);
  const background = isVisible && box.used !== "contents" ? backgroundOf(values, around.background) : around.background;
  const isLegible = size > UNREADABLE && colour !== CLEAR && !areNearlyEqual(colour, background);
  const showsText = shows === "all" || shows === "label";
  const isSeen = !isGone && isVisible && isLegible && showsText;
  return sharedLook({
    isSeen,
    isGone,
    isVisible,
    // A box that is not seen divides no word.
    flow: isHiddenField ? "none" : box.isBoxed && isSeen ? "block" : box.flow,
    isBox: box.flow === "inline" && box.used.startsWith("inline-"),
    hasBoxes: /(?:flex|grid|-box)$/.test(box.used),
    shows,
    size,
    colour,
    linkColour,
    background,
  });
}

/** The only elements that are shown in an element with this `shows`. */
const SHOWN = byName({ options: names("div hr optgroup option span"), summary: names("summary") });
/** The elements of drawings and formulas that have text. */
const HAS_TEXT = names("svg/foreignobject svg/text math/mi math/mn math/mo math/ms math/mtext");

/** Returns what is shown in an element. */
function shownIn(name: string, attributes: Attributes, around: Look): Look["shows"] {
  if (name === "svg/svg" || name === "math/math") return "drawing";
  if (name.includes("/")) return HAS_TEXT.has(name) ? "all" : around.shows;
  if (name === "select") return "options";
  if (name === "option") return "label";
  return name === "details" && !attributes.has("open") ? "summary" : "all";
}

/** Finds out how an element is placed on the page. */
function boxOf(name: string, values: Values, around: Look) {
  const written = values.get("display");
  const display = written !== undefined && WIDE.test(written) ? "inline" : written;
  /** The `display` of the element or, without one, that of browsers. */
  const used = display ?? DISPLAYS.get(name) ?? (BLOCK.has(name) ? "block" : "inline");
  const position = values.get("position") ?? "static";
  /** Whether it is not placed by the words before it. */
  const isApart = isOut(position) || (values.get("float") ?? "none") !== "none" || around.hasBoxes;
  const hasOwnLine = display === undefined || name === "br" ? BLOCK.has(name) : !/^(?:inline|contents)/.test(display);
  const flow: Look["flow"] = used === "none" ? "none" : hasOwnLine ? "block" : "inline";
  /** Whether it would be a part of a line, but floats, has a place of its own on the page, or is in a row or grid. */
  const isBoxed = isApart && used.startsWith("inline") && (display !== undefined || !DISPLAYS.has(name));
  const isInline = /^(?:inline|contents)$/.test(used) && !isApart;
  /** Whether it cuts its content. */
  const isCut = ["overflow", "overflow-x", "overflow-y"].some((name) => CUTS.test(values.get(name) ?? ""));
  return { used, position, flow, isBoxed, isInline, isTable: used.startsWith("table"), isCut };
}

/** Values of `overflow` that cut the content of a box. */
const CUTS = /hidden|clip|scroll|auto/;

/** The `display` of elements that are neither blocks nor inline. */
const DISPLAYS = byName({
  "button img input meter progress select textarea": "inline-block",
  br: "inline",
  "td th": "table-cell",
  "table tbody tfoot thead tr": "table",
});

/** Returns the colour of letters; undefined if it is inherited. */
function textColour(values: Values): Colour | undefined {
  // The letters show the background.
  if (values.get("background-clip") === "text") return UNKNOWN;
  const fill = values.get("-webkit-text-fill-color") ?? "initial";
  // Letters are filled with their colour at first, which is black at first.
  const colour = fill === "initial" ? (values.get("color") ?? "") : fill;
  return colour === "initial" ? BLACK : cssColour(colour);
}

/** Returns the background of an element. Without one of its own, it shows the background around it. */
function backgroundOf(values: Values, around: Colour): Colour {
  if ((values.get("background-image") ?? "none") !== "none") return UNKNOWN;
  const colour = cssColour(values.get("background-color") ?? "");
  return colour === undefined || colour === CLEAR ? around : colour;
}

/** Elements with colours of their own in browsers. */
const CONTROLS = names("button input select textarea");
/** The values that browsers give these elements. */
const OF_CONTROLS: Values = new Map(Object.entries({ "background-color": "#fff", color: "#000" }));

/**
 * Returns the attributes that affect how an element looks, as one text. It is empty if there is no such attribute.
 * Elements with equal texts look equal, unless rules of style sheets differ.
 */
function styleKey(attributes: Attributes): string {
  let key = "";
  for (const [name, value] of attributes) {
    if (WITH_VALUES.has(name)) key += `\0${name}=${value}`;
    else if (FLAGS.has(name)) key += `\0${name}`;
  }
  return key;
}

/** Attributes whose value matters. */
const WITH_VALUES = names("bgcolor color link size style text type");
/** Attributes of which only the presence matters. */
const FLAGS = names("background hidden href open popover");
