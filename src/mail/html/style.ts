import { type Colour, cssColour, UNKNOWN } from "./colour.js";
import { isGone, pixelsOf } from "./gone.js";

/** The parts of the style of an element that decide whether its text is seen; undefined if not declared. */
export interface Style {
  readonly display?: "none" | "inline" | "block" | undefined;
  readonly visible?: boolean | undefined;
  readonly size?: FontSize | undefined;
  readonly colour?: Colour | undefined;
  readonly background?: Colour | undefined;
  /** Faded out, clipped away, moved off the page, or in a box of no size. */
  readonly gone?: boolean | undefined;
}

/** In pixels, or as a multiple of the size around it. */
export interface FontSize {
  readonly pixels?: number;
  readonly times?: number;
}

/** Declarations, and those with `!important`, which override all others. */
export interface Declarations {
  readonly normal: Style;
  readonly important: Style;
}

export const NO_STYLE: Style = {};

/** Parses the declarations of a `style` attribute or a rule. Ignores unknown ones, as browsers do. */
export function readDeclarations(css: string): Declarations {
  const normal = new Map<string, string>();
  const important = new Map<string, string>();
  for (const declaration of unescaped(withoutCssComments(css)).toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    const mark = value.lastIndexOf("!");
    if (mark >= 0 && value.slice(mark + 1).trim() === "important") important.set(property, value.slice(0, mark).trim());
    else normal.set(property, value);
  }
  return { normal: styleOf(normal), important: styleOf(important) };
}

/** Removes comments. One that is never closed goes to the end. */
export function withoutCssComments(css: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = css.indexOf("/*"); start >= 0; start = css.indexOf("/*", from)) {
    parts.push(css.slice(from, start));
    const end = css.indexOf("*/", start + 2);
    from = end < 0 ? css.length : end + 2;
  }
  return from === 0 ? css : parts.join("") + css.slice(from);
}

/** Resolves escapes such as `n\6fne` (CSS Syntax 3, section 4.3.7). */
function unescaped(css: string): string {
  return css.includes("\\")
    ? css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, digits?: string, letter = "") =>
        digits === undefined ? letter : codePoint(Number.parseInt(digits, 16)),
      )
    : css;
}

function codePoint(code: number): string {
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}

/** Overrides one style with another. */
export function overridden(earlier: Style, later: Style): Style {
  if (later === NO_STYLE) return earlier;
  if (earlier === NO_STYLE) return later;
  return {
    display: later.display ?? earlier.display,
    visible: later.visible ?? earlier.visible,
    size: later.size ?? earlier.size,
    colour: later.colour ?? earlier.colour,
    background: later.background ?? earlier.background,
    gone: later.gone ?? earlier.gone,
  };
}

function styleOf(values: ReadonlyMap<string, string>): Style {
  if (values.size === 0) return NO_STYLE;
  const style = {
    display: displayOf(values),
    visible: visibleOf(values.get("visibility")),
    size: sizeOf(values),
    // Letters are seen in the colour of their fill.
    colour: colourOf(values.get("-webkit-text-fill-color") ?? values.get("color")),
    background: backgroundOf(values),
    gone: isGone(values),
  };
  return Object.values(style).every((value) => value === undefined) ? NO_STYLE : style;
}

function displayOf(values: ReadonlyMap<string, string>): Style["display"] {
  if (values.get("mso-hide") === "all") return "none";
  const display = values.get("display");
  if (display === undefined || display === "none") return display;
  // The initial value is `inline` (CSS Display 3, section 2).
  return /^inline|^(?:contents|initial|unset)$/.test(display) ? "inline" : "block";
}

function visibleOf(visibility: string | undefined): boolean | undefined {
  if (visibility === "hidden" || visibility === "collapse") return false;
  return visibility === "visible" ? true : undefined;
}

function colourOf(color: string | undefined): Colour | undefined {
  return color === undefined || color === "inherit" ? undefined : cssColour(color);
}

function backgroundOf(values: ReadonlyMap<string, string>): Colour | undefined {
  const image = values.get("background-image");
  if (image !== undefined && image !== "none") return UNKNOWN;
  const colour = values.get("background-color") ?? values.get("background");
  if (colour === undefined || /^(?:none|transparent|inherit|initial|unset)\b/.test(colour)) return undefined;
  if (/url\(|gradient\(/.test(colour)) return UNKNOWN;
  const whole = cssColour(colour);
  return whole === UNKNOWN ? cssColour(colour.split(" ")[0]) : whole;
}

/** From `font-size` or the shorthand `font`. */
function sizeOf(values: ReadonlyMap<string, string>): FontSize | undefined {
  const text = values.get("font-size") ?? SIZE_IN_FONT.exec(values.get("font") ?? "")?.[1];
  if (text === undefined) return undefined;
  const named = NAMED_SIZES.get(text);
  if (named !== undefined) return named;
  const number = Number.parseFloat(text);
  if (Number.isNaN(number)) return undefined;
  const unit = text.replace(/^[-+.\d]+/, "");
  if (unit === "em" || unit === "%") return { times: unit === "%" ? number / 100 : number };
  return { pixels: pixelsOf(text) ?? number };
}

/** The size in `font`, which is not the weight and stands before the line height and the name. */
const SIZE_IN_FONT = /(?:^|\s)(0|[.\d]+(?:px|pt|em|rem|%))(?=[/\s]|$)/;

/** The sizes of browsers. */
const NAMED_SIZES: ReadonlyMap<string, FontSize> = new Map([
  ["xx-small", { pixels: 9 }],
  ["x-small", { pixels: 10 }],
  ["small", { pixels: 13 }],
  ["medium", { pixels: 16 }],
  ["large", { pixels: 18 }],
  ["x-large", { pixels: 24 }],
  ["xx-large", { pixels: 32 }],
  ["smaller", { times: 5 / 6 }],
  ["larger", { times: 6 / 5 }],
]);
