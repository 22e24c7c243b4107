import { attributeColour, type Colour } from "./colour.js";
import type { Values } from "./hiding.js";
import type { Attributes, Tag } from "./tokens.js";

/** Elements that take `bgcolor` and `background`. */
const WITH_BACKGROUND = new Set(["body", "col", "marquee", "table", "tbody", "td", "tfoot", "th", "thead", "tr"]);

/** No values. */
const NOTHING: Values = new Map();

/** Returns the values that attributes set (HTML standard, section 15.3): colours, `<font size>` and `hidden`. */
export function attributeValues({ name, attributes, look }: Tag): Values {
  const isClosed = name === "dialog" && !attributes.has("open");
  if (!isClosed && look === "") return NOTHING;
  const values = new Map<string, string>();
  if (isClosed || attributes.has("hidden") || attributes.has("popover")) values.set("display", "none");
  if (WITH_BACKGROUND.has(name)) {
    const colour = attributeColour(attributes.get("bgcolor") ?? "");
    if (colour !== undefined) values.set("background-color", hexadecimal(colour));
    if (attributes.has("background")) values.set("background-image", "url()");
  }
  const written = name === "body" ? "text" : name === "font" ? "color" : undefined;
  const colour = written === undefined ? undefined : attributeColour(attributes.get(written) ?? "");
  if (colour !== undefined) values.set("color", hexadecimal(colour));
  const size = name === "font" ? fontSize(attributes.get("size")) : undefined;
  if (size !== undefined) values.set("font-size", `${size}px`);
  return values;
}

/** Returns the colour that `<body>` sets for all links; undefined if it sets none. */
export function linkColourOf(attributes: Attributes): Colour | undefined {
  return attributeColour(attributes.get("link") ?? "");
}

/** Writes a colour as `#rrggbb`. */
function hexadecimal(colour: Colour): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** Whether a picture is at most one pixel in size, and so exists only to be fetched. */
export function isPixel(attributes: Attributes): boolean {
  return TINY.test(attributes.get("width") ?? "") && TINY.test(attributes.get("height") ?? "");
}

/** A width or height of 0 or 1 pixel. */
const TINY = /^\s{0,9}[01](?:\.0{0,9})?\s{0,9}(?:px)?\s{0,9}$/;

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
