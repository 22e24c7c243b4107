import { attributeColour } from "./colour.js";
import type { Values } from "./hiding.js";
import type { Attributes, Tag } from "./tokens.js";

/** Elements that take `bgcolor` and `background`. */
const WITH_BACKGROUND = new Set(["body", "col", "marquee", "table", "tbody", "td", "tfoot", "th", "thead", "tr"]);

/** Returns the values that attributes set (HTML standard, section 15.3): colours, `<font size>` and `hidden`. */
export function attributeValues({ name, attributes }: Tag): Values {
  const isClosedDialog = name === "dialog" && !attributes.has("open");
  const values = new Map<string, string>();
  const setColour = (property: string, written = "") => {
    const colour = attributeColour(written);
    if (colour !== undefined) values.set(property, `#${colour.toString(16).padStart(6, "0")}`);
  };
  if (isClosedDialog || attributes.has("hidden") || attributes.has("popover")) values.set("display", "none");
  if (WITH_BACKGROUND.has(name)) setColour("background-color", attributes.get("bgcolor"));
  if (WITH_BACKGROUND.has(name) && attributes.has("background")) values.set("background-image", "url()");
  if (name === "body") setColour("color", attributes.get("text"));
  if (name !== "font") return values;
  setColour("color", attributes.get("color"));
  // Every size of `<font>` can be read, so which one it is does not matter.
  if (/\d/.test(attributes.get("size") ?? "")) values.set("font-size", "medium");
  return values;
}

/** Whether a picture is at most one pixel in size, and so exists only to be fetched. */
export function isPixel(attributes: Attributes): boolean {
  return TINY.test(attributes.get("width") ?? "") && TINY.test(attributes.get("height") ?? "");
}

/** A width or height of 0 or 1 pixel. */
const TINY = /^\s{0,9}[01](?:\.0{0,9})?\s{0,9}(?:px)?\s{0,9}$/;

/** Returns the type of an `<input>` or `<button>` in lower case. */
export function controlType(attributes: Attributes): string {
  return attributes.get("type")?.trim().toLowerCase() ?? "text";
}
