import { lazily, remembering } from "../../base/lazily.js";

/** A colour as 0xRRGGBB, or CLEAR or UNKNOWN. */
export type Colour = number;
/** Transparent, or nearly so. */
export const CLEAR = -1;
/** Several colours or one that is not known: a picture, a gradient, or a colour in a syntax that mail does not use. */
export const UNKNOWN = -2;

/** A colour of which less than this is opaque is CLEAR. A colour of which more is opaque counts as opaque. */
export const SEEN_OPACITY = 0.1;

/**
 * Parses a colour in a style sheet, in lower case: a name, `#rgb`, `#rrggbb`, `rgb()` or `hsl()`, with or without opacity
 * (CSS Color 4). Other functions are UNKNOWN.
 *
 * @returns undefined if the text is not a colour
 */
export const cssColour: (text: string) => Colour | undefined = remembering((text) => {
  if (text === "transparent") return CLEAR;
  if (text.startsWith("#")) return hexColour(text.slice(1));
  const [, name, list] = /^([a-z-]+)\(([^()]*)\)$/.exec(text) ?? [];
  if (!/^(?:rgb|hsl)a?$/.test(name ?? ""))
    return /^(?:hwb|(?:ok)?l(?:ab|ch)|color|color-mix)\(/.test(text) ? UNKNOWN : NAMED().get(text);
  const parts = list.split(/[\s,/]+/).filter((part) => part !== "");
  const numbers = parts.map(
    (part) => Number.parseFloat(part === "none" ? "0" : part) * (part.endsWith("%") ? 0.01 : 1),
  );
  if (numbers.length < 3 || numbers.length > 4 || numbers.some(Number.isNaN)) return undefined;
  if ((numbers[3] ?? 1) < SEEN_OPACITY) return CLEAR;
  return name.startsWith("rgb")
    ? fromChannels(numbers.slice(0, 3).map((number, at) => (parts[at].endsWith("%") ? number * 255 : number)))
    : fromHsl(numbers.map((number, at) => (at === 0 || parts[at].endsWith("%") ? number : number / 100)));
}, 1024);

/**
 * Parses a colour in an attribute such as `bgcolor` (HTML standard, section 2.3.6, legacy colours): a name, or
 * hexadecimal digits with or without `#`. Any other character counts as 0. `transparent` is not a legacy colour.
 */
export const attributeColour: (value: string) => Colour | undefined = remembering((value) => {
  const text = value.trim().toLowerCase();
  if (text === "" || text === "transparent") return undefined;
  const named = NAMED().get(text);
  if (named !== undefined) return named;
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
}, 1024);

/** The limit of the HTML standard for a legacy colour, in characters. */
const MAX_LEGACY = 128;

/** Whether text of one colour cannot be read on a background of the other. */
export function nearlyEqual(text: Colour, ground: Colour): boolean {
  const isNear = (shift: number) => Math.abs(((text >> shift) & 255) - ((ground >> shift) & 255)) <= NEARLY;
  return text >= 0 && ground >= 0 && isNear(16) && isNear(8) && isNear(0);
}

/** A tenth of the range of each channel. `#e6e6e6` cannot be read on white, but the grey of small print can. */
const NEARLY = 25;

/** Reads three, four, six or eight hexadecimal digits; undefined for any other text. */
function hexColour(digits: string): Colour | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined;
  const full = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  const isClear = full.length === 8 && Number.parseInt(full.slice(6), 16) < SEEN_OPACITY * 255;
  return isClear ? CLEAR : Number.parseInt(full.slice(0, 6), 16);
}

/** Makes a colour of red, green and blue, each from 0 to 255. */
function fromChannels(channels: readonly number[]): Colour {
  const [red, green, blue] = channels.map((channel) => Math.round(Math.min(255, Math.max(0, channel))));
  return (red << 16) | (green << 8) | blue;
}

/** Makes a colour of a hue in degrees, and of a saturation and lightness from 0 to 1 (CSS Color 4, section 7.1). */
function fromHsl([hue, saturation, lightness]: readonly number[]): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    return 255 * (lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return fromChannels([channel(0), channel(8), channel(4)]);
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
