/** Reads the numbers of style sheets. Lengths are in pixels, for letters of 16 pixels and a window of 1,280 by 720. */
import { byName } from "../../base/lists.js";

/** The sizes of units (CSS Values 4, section 6.2). A number without a unit is in pixels, as in old pages. */
const PIXELS = byName({
  px: 1,
  pt: 4 / 3,
  "pc em rem": 16,
  "ex ch": 8,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  "% vw vmax": 12.8,
  "vh vmin": 7.2,
});

/** Returns a length; undefined if the text is not a length. */
export function pixels(text: string): number | undefined {
  const [, number, unit] = LENGTH.exec(text) ?? [];
  const size = PIXELS.get(unit === "" ? "px" : (unit ?? ""));
  return size === undefined ? undefined : Number(number) * size;
}

/** A number of a style sheet (CSS Values 4, section 5.2). */
const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`;
const LENGTH = new RegExp(`^(${NUMBER})(%|[a-z]*)$`);
const SHARE = new RegExp(`^(${NUMBER})(%?)$`);
const RELATIVE = new RegExp(`^(${NUMBER})(em|%)$`);

/** Returns a number, or a percentage as a fraction: `50%` is 0.5. NaN for any other text. */
export function share(text: string): number {
  const [, number = "NaN", unit] = SHARE.exec(text) ?? [];
  return Number(number) * (unit === "%" ? 0.01 : 1);
}

/** Returns a `font-size`; undefined if it is not valid. @param around the size of the text around */
export function sizeOf(text: string, around: number): number | undefined {
  const named = NAMED_SIZES.get(text);
  if (named !== undefined) return named;
  const [, number, unit] = RELATIVE.exec(text) ?? [];
  const times = TIMES.get(text) ?? (number === undefined ? undefined : Number(number) * (unit === "%" ? 0.01 : 1));
  const size = times === undefined ? pixels(text) : times * around;
  return size === undefined || size < 0 ? undefined : size;
}

/** The sizes that browsers give these keywords. */
const NAMED_SIZES = byName({
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  "medium initial": 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
});

/** Keywords for a multiple of the size around. */
const TIMES = byName({ smaller: 5 / 6, larger: 6 / 5 });
