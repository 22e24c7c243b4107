/** Reads the values of CSS properties that decide whether text can be read: sizes, colours, backgrounds and opacity. */
import { byName } from "../../base/names.js";
import { splitOutside } from "./css/calls.js";
import { CLEAR, type Colour, cssColour, nearlyEqual, over, UNKNOWN } from "./css/colour.js";
import { pixels, share } from "./css/values.js";

/** The sizes that browsers give these keywords, in pixels. */
const NAMED_SIZES = byName({
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
});

/** Returns a `font-size` in pixels; that of the element around, `around`, if it is not set or not valid. */
export function sizeOf(text: string | undefined, around: number, isQuirky: boolean): number {
  if (text === undefined) return around;
  const named = NAMED_SIZES.get(text);
  if (named !== undefined) return named;
  const size = text === "smaller" ? (around * 5) / 6 : text === "larger" ? (around * 6) / 5 : undefined;
  const length = size ?? pixels(text, { size: around, whole: around, isQuirky }) ?? around;
  return length > 0 && length < MIN_RELATIVE && /^[-+.\d]+(?:em|ex|ch|%)$|er$/.test(text) ? MIN_RELATIVE : length;
}

/** In pixels. Chromium draws no smaller letters, except if their size is in pixels or points. */
const MIN_RELATIVE = 6;

/** Returns a `line-height` in pixels. One that is `normal`, not set or not valid is the font size, `size`. */
export function linePixels(text: string | undefined, size: number): number {
  if (text === undefined || text === "normal") return size;
  const times = share(text);
  return times === undefined ? (pixels(text, { size, whole: size }) ?? size) : times * size;
}

/** Returns a length such as `letter-spacing` in pixels: 0 for `normal`; `otherwise` if it is not set or not valid. */
export function lengthOr(text: string | undefined, size: number, otherwise: number): number {
  if (text === undefined) return otherwise;
  return text === "normal" ? 0 : (pixels(text, { size, whole: size, isQuirky: true }) ?? otherwise);
}

/** Returns a colour; undefined if it is not set or not valid. @param current the colour that `currentcolor` means */
export function paint(text: string | undefined, current: Colour): Colour | undefined {
  return text === undefined ? undefined : text === "currentcolor" ? current : cssColour(text);
}

/**
 * Returns the background behind text.
 *
 * @param text the `background-color`
 * @param image the `background-image`: a gradient of nearly equal colours counts as its first colour
 * @param colour of the text, which `currentcolor` means
 * @param around the background of the element around, which shows through
 * @returns UNKNOWN for a picture or a gradient of several colours
 */
export function painted(text: string | undefined, image: string | undefined, colour: Colour, around: Colour): Colour {
  const flat = over(paint(text, colour) ?? CLEAR, around);
  if (image === undefined || image === "none") return flat;
  const [, stops] = /gradient\(([\s\S]*)\)$/.exec(image) ?? [];
  const colours = splitOutside(stops ?? "", /,/).flatMap((stop) => cssColour(splitOutside(stop, /\s/)[0] ?? "") ?? []);
  const [first = UNKNOWN] = colours;
  return colours.every((one) => nearlyEqual(over(one, flat), over(first, flat))) && first !== UNKNOWN
    ? over(first, flat)
    : UNKNOWN;
}

/** Whether a `text-shadow` or the width of a stroke draws anything. */
export function isShadow(text: string | undefined): boolean {
  return text !== undefined && !/^(?:none|0|0px)$/.test(text);
}

/** Returns the product of all `opacity()` in a `filter`, from 0 to 1; 1 if there is none. */
export function filtered(filter: string | undefined): number {
  let opacity = 1;
  for (const [, amount] of filter?.matchAll(/(?:^|\s)opacity\(([^()]*)\)/g) ?? [])
    opacity *= share(amount.trim() || "1") ?? 1;
  return opacity;
}
