import { lazily, remembering } from "../../../base/lazily.js";
import { byName } from "../../../base/names.js";
import { cssValues } from "../tree/standards.js";
import { share } from "./values.js";

/** A colour in one number: 0xRRGGBB plus ALPHA times the opacity, from 0 to 255; or UNKNOWN. */
export type Colour = number;
/** Several colours, or a colour that is not known: a picture or a gradient. */
export const UNKNOWN = -1;
/** One step of opacity, above the 24 bits of the three channels. */
const ALPHA = 1 << 24;
const OPAQUE = 255 * ALPHA;
/** Fully transparent. */
export const CLEAR: Colour = 0;
export const BLACK: Colour = OPAQUE;
export const WHITE: Colour = OPAQUE + 0xffffff;

/**
 * Parses a colour in a style sheet (CSS Color 4 and 5), in lower case.
 *
 * @returns undefined if the text is not a colour
 */
export const cssColour: (value: string) => Colour | undefined = remembering(readColour, 1024);

function readColour(text: string): Colour | undefined {
  if (text === "transparent") return CLEAR;
  if (text.startsWith("#")) return hexColour(text.slice(1));
  const named = NAMED().get(text) ?? SYSTEM.get(text);
  if (named !== undefined) return OPAQUE + named;
  const [, channels] = /^rgba?\(([^()]*)\)$/.exec(text) ?? [];
  const values = channels?.split(/[\s,/]+/).filter((part) => part !== "") ?? [];
  const numbers = values.map((value) => (value === "none" ? 0 : share(value)));
  if (numbers.length >= 3 && numbers.length <= 4 && numbers.every((number) => number !== undefined)) {
    const bytes = numbers.slice(0, 3).map((number, at) => (values[at].endsWith("%") ? number * 255 : number));
    return fromChannels(bytes, numbers[3] ?? 1);
  }
  return text.includes("(") && text.length < MAX_COLOUR ? modernColour(text) : undefined;
}

/** In characters. Colours are shorter. */
const MAX_COLOUR = 200;

/** Parses `hsl()`, `oklch()`, `color-mix()` and any other colour that css-color-parser reads. */
function modernColour(text: string): Colour | undefined {
  const { color, parseComponentValue, serializeRGB, tokenize } = cssValues();
  const component = parseComponentValue(tokenize({ css: text }));
  const found = component === undefined ? false : color(component);
  if (found === false) return /currentcolor/.test(text) ? UNKNOWN : undefined;
  const plain = serializeRGB(found).toString();
  // `readColour` could not read this text before, and would call this function again.
  return plain === text ? UNKNOWN : readColour(plain);
}

/** The system colours of text and its background (CSS Color 4, section 6.2). */
const SYSTEM = byName({
  "canvas window field": 0xffffff,
  linktext: 0x0000ee,
  "canvastext windowtext fieldtext buttontext": 0,
});

/**
 * Parses a colour in an attribute such as `bgcolor` (HTML standard, section 2.3.6, legacy colours): a name, or
 * hexadecimal digits with or without `#`. Any other character counts as 0. `transparent` is not a legacy colour.
 */
export const attributeColour: (value: string) => Colour | undefined = remembering(legacyColour, 1024);

function legacyColour(value: string): Colour | undefined {
  const text = value.trim().toLowerCase();
  if (text === "" || text === "transparent") return undefined;
  const named = NAMED().get(text);
  if (named !== undefined) return OPAQUE + named;
  if (/^#[0-9a-f]{3}$/.test(text)) return hexColour(text.slice(1));
  let digits = text
    .slice(0, MAX_LEGACY)
    .replace(/^#/, "")
    .replace(/[^0-9a-f]/g, "0");
  digits = digits.padEnd(Math.ceil(Math.max(digits.length, 1) / 3) * 3, "0");
  // Each channel gets a third of the digits: the last eight of it, without zeros that all three begin with, cut to two.
  const width = digits.length / 3;
  let parts = [0, 1, 2].map((part) => digits.slice(part * width, (part + 1) * width).slice(-8));
  while (parts[0].length > 2 && parts.every((part) => part.startsWith("0"))) parts = parts.map((part) => part.slice(1));
  return fromChannels(parts.map((part) => Number.parseInt(part.slice(0, 2), 16)));
}

/**
 * Returns the result of painting a colour over an opaque one. An UNKNOWN colour covers the ground. On an UNKNOWN
 * ground, a colour stays as it is, unless it is clear: the result is then UNKNOWN.
 */
export function over(colour: Colour, ground: Colour): Colour {
  if (colour === UNKNOWN || ground === UNKNOWN || colour >= OPAQUE) return colour === CLEAR ? ground : colour;
  const opacity = opacityOf(colour);
  const channels = [16, 8, 0].map((shift) => {
    const [above, below] = [(colour >> shift) & 255, (ground >> shift) & 255];
    return below + (above - below) * opacity;
  });
  return fromChannels(channels);
}

/** Returns the opacity of a colour, from 0 to 1. */
export function opacityOf(colour: Colour): number {
  return colour === UNKNOWN ? 1 : Math.floor(colour / ALPHA) / 255;
}

/** Whether text of one colour cannot be read on a background of the other. */
export function nearlyEqual(text: Colour, ground: Colour): boolean {
  const isNear = (shift: number) => Math.abs(((text >> shift) & 255) - ((ground >> shift) & 255)) <= NEARLY;
  return text >= 0 && ground >= 0 && isNear(16) && isNear(8) && isNear(0);
}

/** A tenth of the range of each channel. `#e6e6e6` cannot be read on white, but the grey of small print can. */
const NEARLY = 25;

/** The limit of the HTML standard for a legacy colour, in characters. */
const MAX_LEGACY = 128;

/** Reads three, four, six or eight hexadecimal digits; undefined for any other text. */
function hexColour(digits: string): Colour | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined;
  const full = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  const alpha = full.length === 8 ? Number.parseInt(full.slice(6), 16) : 255;
  return alpha * ALPHA + Number.parseInt(full.slice(0, 6), 16);
}

/** Makes a colour of red, green and blue, each from 0 to 255. @param opacity from 0 to 1 */
function fromChannels(channels: readonly number[], opacity = 1): Colour {
  const [red, green, blue] = channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel))));
  return Math.round(255 * Math.min(1, Math.max(0, opacity))) * ALPHA + ((red << 16) | (green << 8) | blue);
}

/** The named colours of CSS Color 4, section 6.1. */
const NAMES = `
  aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
  black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
  chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
  darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9
  darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
  darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f
  darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969
  dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc
  ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080
  honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
  lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
  lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1
  lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899
  lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000
  mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371
  mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
  midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080
  oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa
  palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f
  pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f
  royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee
  sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa
  springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0
  violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32`;

/** Maps each name to its colour as 0xRRGGBB. */
const NAMED = lazily(
  (): ReadonlyMap<string, Colour> =>
    new Map(
      Array.from(NAMES.matchAll(/([a-z]+) ([0-9a-f]{6})/g), ([, name, digits]) => [name, Number.parseInt(digits, 16)]),
    ),
);
