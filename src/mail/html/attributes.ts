import { attributeColour, type Colour } from "./css/colour.js";
import type { Attributes } from "./tree/node.js";

/**
 * Returns the attributes that affect how an element looks, as one text. Elements with equal texts look equal, so the
 * text is a key of caches. It is empty if there is no such attribute.
 */
export function styleKey(attributes: Attributes): string {
  let key = "";
  for (const [name, value] of attributes) {
    if (WITH_VALUES.has(name)) key += `\0${name}=${value}`;
    else if (FLAGS.has(name)) key += `\0${name}`;
  }
  return key;
}

/** Attributes whose value matters, and attributes of which only the presence matters. */
const WITH_VALUES = new Set(["bgcolor", "color", "size", "style", "text", "type"]);
const FLAGS = new Set(["background", "hidden", "href", "open", "popover"]);

/** Elements that take `bgcolor` and `background`. */
const WITH_BACKGROUND = new Set(["body", "col", "marquee", "table", "tbody", "td", "tfoot", "th", "thead", "tr"]);

/** Returns the style that attributes set (HTML standard, section 15.3): colours, `<font size>` and `hidden`. */
export function attributeStyle(name: string, attributes: Attributes): ReadonlyMap<string, string> | undefined {
  if (styleKey(attributes) === "") return undefined;
  const style = new Map<string, string>();
  if (attributes.has("hidden") || attributes.has("popover")) style.set("display", "none");
  if (WITH_BACKGROUND.has(name)) {
    const colour = attributeColour(attributes.get("bgcolor") ?? "");
    if (colour !== undefined) style.set("background-color", hexadecimal(colour));
    if (attributes.has("background")) style.set("background-image", "url()");
  }
  const written = name === "body" ? "text" : name === "font" ? "color" : undefined;
  const colour = written === undefined ? undefined : attributeColour(attributes.get(written) ?? "");
  if (colour !== undefined) style.set("color", hexadecimal(colour));
  const size = name === "font" ? fontSize(attributes.get("size")) : undefined;
  if (size !== undefined) style.set("font-size", `${size}px`);
  return style.size === 0 ? undefined : style;
}

/** Returns the colour that `<body>` sets for all links; undefined if it sets none. */
export function linkColourOf(attributes: Attributes): string | undefined {
  const colour = attributeColour(attributes.get("link") ?? "");
  return colour === undefined ? undefined : hexadecimal(colour);
}

/** Writes a colour as `#rrggbb`. */
function hexadecimal(colour: Colour): string {
  return `#${(colour & 0xffffff).toString(16).padStart(6, "0")}`;
}

/** Whether a picture is at most one pixel in size, and so exists only to be fetched. */
export function isPixel(attributes: Attributes): boolean {
  return isTiny(attributes.get("width")) && isTiny(attributes.get("height"));
}

/** Whether a width or height is 0 or 1 pixel. */
function isTiny(length = ""): boolean {
  // In two steps, because a pattern with two sequences of blanks takes quadratic time.
  const text = length.trim();
  return /^[01](?:\.0*)?$/.test(text.endsWith("px") ? text.slice(0, -"px".length).trimEnd() : text);
}

/** The sizes of `<font size>` 1 to 7, in pixels. A browser shows 0 as 1. */
const FONT_SIZES = [10, 13, 16, 18, 24, 32, 48];

/** Returns the size that `<font size>` means, in pixels; undefined if it is not valid. `+1` and `-1` start from size 3. */
function fontSize(value: string | undefined): number | undefined {
  const found = /^\s*([-+]?)(\d{1,4})/.exec(value ?? "");
  if (found === null) return undefined;
  const number = Number(found[2]);
  const size = found[1] === "" ? number : 3 + (found[1] === "+" ? number : -number);
  return FONT_SIZES[Math.min(7, Math.max(1, size)) - 1];
}
