import { attributeColour, UNKNOWN } from "./colour.js";
import type { FontSize, Style } from "./style.js";

/** The attributes of a start tag that are read, by name in lower case; the first of each name. */
export type Attributes = ReadonlyMap<string, string>;

export const READ: ReadonlySet<string> = new Set(
  `action alt background bgcolor class color content data formaction height hidden href http-equiv id link rel
  size src srcset style text title type value width`.split(/\s+/),
);

/** In characters; longer values are cut. No address or style is longer, and pictures in attributes are not text. */
export const MAX_ATTRIBUTE = 1 << 14;

/** The style that attributes give an element (HTML standard, section 15.3): colours, `<font size>`, `hidden`. */
export function attributeStyle(name: string, attributes: Attributes, linkColour: number): Style {
  const isLink = name === "a" && attributes.has("href");
  if (attributes.size === 0) return isLink ? { colour: linkColour } : {};
  const background = attributes.has("background") ? UNKNOWN : colour(attributes.get("bgcolor"));
  return {
    display: attributes.has("hidden") ? "none" : undefined,
    background,
    colour: isLink ? linkColour : colour(attributes.get(name === "body" ? "text" : "color")),
    size: name === "font" ? fontSize(attributes.get("size")) : undefined,
  };
}

/** Whether a picture is at most one pixel large, and so exists only to be fetched. */
export function isPixel(attributes: Attributes): boolean {
  return isTiny(attributes.get("width")) && isTiny(attributes.get("height"));
}

function isTiny(length = ""): boolean {
  // In steps, because one pattern with two runs of blanks takes quadratic time.
  const text = length.trim();
  return /^[01](?:\.0*)?$/.test(text.endsWith("px") ? text.slice(0, -"px".length).trimEnd() : text);
}

function colour(value: string | undefined): number | undefined {
  return value === undefined || value.trim() === "" ? undefined : attributeColour(value);
}

/** In pixels, of `<font size>` 1 to 7. A browser shows 0 as 1. */
const FONT_SIZES = [10, 13, 16, 18, 24, 32, 48];

function fontSize(value: string | undefined): FontSize | undefined {
  const found = /^\s*([-+]?)(\d{1,4})/.exec(value ?? "");
  if (found === null) return undefined;
  const number = Number(found[2]);
  const size = found[1] === "" ? number : 3 + (found[1] === "+" ? number : -number);
  return { pixels: FONT_SIZES[Math.min(7, Math.max(1, size)) - 1] };
}
