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

/** Returns a length in pixels; undefined if the text is not a length. */
export function pixels(text: string): number | undefined {
  const [, number, unit] = LENGTH.exec(text) ?? [];
  const size = PIXELS.get(unit === "" ? "px" : (unit ?? ""));
  return size === undefined ? undefined : Number(number) * size;
}

/** A number of a style sheet (CSS Values 4, section 5.2). */
const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`;
/** A number with a unit or none. */
const LENGTH = new RegExp(`^(${NUMBER})(%|[a-z]*)$`);
/** A number or a percentage. */
const FRACTION = new RegExp(`^(${NUMBER})(%?)$`);
/** A size relative to the text around it. */
const RELATIVE = new RegExp(`^(${NUMBER})(em|%)$`);

/** Returns a number, or a percentage as a fraction: `50%` is 0.5. NaN for any other text. */
export function fraction(text: string): number {
  const [, number = "NaN", unit] = FRACTION.exec(text) ?? [];
  return Number(number) * (unit === "%" ? 0.01 : 1);
}

/** Returns a `font-size` in pixels; undefined if it is not valid. @param around the size of the text around it */
export function fontSize(text: string, around: number): number | undefined {
  const written = KEYWORDS.get(text) ?? text;
  const [, number, unit] = RELATIVE.exec(written) ?? [];
  const size = number === undefined ? pixels(written) : Number(number) * around * (unit === "%" ? 0.01 : 1);
  return size === undefined || size < 0 ? undefined : size;
}

/** The sizes that keywords mean. All named sizes can be read, and it does not matter here how large they are. */
const KEYWORDS = byName({
  "xx-small x-small small medium large x-large xx-large xxx-large initial": "16px",
  smaller: ".83em",
  larger: "1.2em",
});
