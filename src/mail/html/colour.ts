import { colord, extend } from "colord";
import namedColours from "colord/plugins/names";
import { remembering } from "../../base/lazily.js";

/** A colour as 0xRRGGBB, or CLEAR or UNKNOWN. */
export type Colour = number;
/** Transparent, or nearly so. */
export const CLEAR = -1;
/** Several colours or one that is not known: a picture, a gradient, or a colour in a syntax that mail does not use. */
export const UNKNOWN = -2;

/** A colour or element of lower opacity cannot be seen. Any other counts as opaque. */
export const SEEN_OPACITY = 0.1;

extend([namedColours]);

/**
 * Parses a colour in a style sheet, in lower case: a name, `#rgb`, `#rrggbb`, `rgb()` or `hsl()`, with or without opacity
 * (CSS Color 4). Other functions are UNKNOWN.
 *
 * @returns undefined if the text is not a colour
 */
export const cssColour: (text: string) => Colour | undefined = remembering((text) => {
  if (/^(?:hwb|(?:ok)?l(?:ab|ch)|color|color-mix)\(/.test(text)) return UNKNOWN;
  const colour = colord(text);
  if (!colour.isValid()) return undefined;
  const { r, g, b, a } = colour.toRgb();
  return a < SEEN_OPACITY ? CLEAR : (r << 16) | (g << 8) | b;
}, 1024);

/** In characters. The limit of the HTML standard for a legacy colour. */
const MAX_LEGACY = 128;

/**
 * Parses a colour in an attribute such as `bgcolor` (HTML standard, section 2.3.6, legacy colours): a name, or
 * hexadecimal digits with or without `#`. Any other character counts as 0. `transparent` is not a legacy colour.
 */
export const attributeColour: (value: string) => Colour | undefined = remembering((value) => {
  const text = value.trim().toLowerCase();
  if (text === "" || text === "transparent") return undefined;
  const known = /^(?:[a-z]+|#[0-9a-f]{3})$/.test(text) ? cssColour(text) : undefined;
  if (known !== undefined) return known;
  const digits = text
    .slice(0, MAX_LEGACY)
    .replace(/^#/, "")
    .replace(/[^0-9a-f]/g, "0");
  // Each channel has a third of the digits. Its value is the first two of the last eight, after leading zeros that all
  // three channels have.
  const width = Math.max(1, Math.ceil(digits.length / 3));
  const padded = digits.padEnd(3 * width, "0");
  let channels = [0, 1, 2].map((c) => padded.slice(c * width, (c + 1) * width).slice(-8));
  const haveZeros = () => channels[0].length > 2 && channels.every((channel) => channel.startsWith("0"));
  while (haveZeros()) channels = channels.map((channel) => channel.slice(1));
  return Number.parseInt(channels.map((channel) => channel.slice(0, 2).padStart(2, "0")).join(""), 16);
}, 1024);

/**
 * The difference of two channels that cannot be told apart: a tenth of their range. `#e6e6e6` cannot be read on white,
 * but the grey of small print can.
 */
const NEARLY = 25;

/** Whether text of one colour cannot be read on a background of the other. */
export function areNearlyEqual(text: Colour, ground: Colour): boolean {
  const isNear = (shift: number) => Math.abs(((text >> shift) & 255) - ((ground >> shift) & 255)) <= NEARLY;
  return text >= 0 && ground >= 0 && isNear(16) && isNear(8) && isNear(0);
}
