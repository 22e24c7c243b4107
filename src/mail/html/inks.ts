import { byName } from "../../base/names.js";
import { splitOutside } from "./css/calls.js";
import { type Colour, cssColour, nearlyEqual, over, UNKNOWN } from "./css/colour.js";
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

export function linePixels(text: string | undefined, size: number): number {
  if (text === undefined || text === "normal") return size;
  const times = share(text);
  return times === undefined ? (pixels(text, { size, whole: size }) ?? size) : times * size;
}

export function lengthOr(text: string | undefined, size: number, otherwise: number): number {
  if (text === undefined) return otherwise;
  return text === "normal" ? 0 : (pixels(text, { size, whole: size, isQuirky: true }) ?? otherwise);
}

export function paint(text: string | undefined, current: Colour): Colour | undefined {
  return text === undefined ? undefined : text === "currentcolor" ? current : cssColour(text);
}

export function painted(text: string | undefined, image: string | undefined, colour: Colour, around: Colour): Colour {
  const flat = over(paint(text, colour) ?? 0, around);
  if (image === undefined || image === "none") return flat;
  const [, stops] = /gradient\(([\s\S]*)\)$/.exec(image) ?? [];
  const colours = splitOutside(stops ?? "", /,/).flatMap((stop) => cssColour(splitOutside(stop, /\s/)[0] ?? "") ?? []);
  const [first = UNKNOWN] = colours;
  return colours.every((one) => nearlyEqual(over(one, flat), over(first, flat))) && first !== UNKNOWN
    ? over(first, flat)
    : UNKNOWN;
}

export function isShadow(text: string | undefined): boolean {
  return text !== undefined && !/^(?:none|0|0px)$/.test(text);
}

/** Returns the product of all `opacity()` in a `filter`. */
export function filtered(filter: string | undefined): number {
  let opacity = 1;
  for (const [, amount] of filter?.matchAll(/(?:^|\s)opacity\(([^()]*)\)/g) ?? [])
    opacity *= share(amount.trim() || "1") ?? 1;
  return opacity;
}
