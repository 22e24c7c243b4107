/** Reduces declarations to the few properties that affect whether text is visible, with valid values. */
import { splitOutside } from "./calls.js";
import { cssColour } from "./colour.js";
import type { Declaration } from "./css.js";
import { SOME, VALID } from "./valid-values.js";
import { pixels } from "./values.js";

/** The values of an element by property: custom properties and properties in `VALID`. Shorthands do not occur. */
export type Values = ReadonlyMap<string, string>;

/** The keywords that every property accepts. */
export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/;

/**
 * A shorthand with `var()` cannot be split until its variables are known. Until then, each of its longhands has a
 * pending value: this mark, the name of the shorthand, this mark, the whole value.
 */
const PENDING = "\0";

/**
 * Replaces shorthands by their longhands, and alternative names of a property by its usual name. Removes declarations
 * whose value browsers do not understand, because these override nothing.
 */
export function longhands(declarations: readonly Declaration[], isQuirky: boolean): Declaration[] {
  return declarations.flatMap(({ property, value, isImportant }) => {
    if (property.startsWith("--")) return [{ property, value, isImportant }];
    const values = expanded(property, value.toLowerCase(), isQuirky);
    return Array.from(values, ([name, part]) => ({ property: name, value: part, isImportant }));
  });
}

/**
 * Returns the value of a property, with each `var()` replaced.
 *
 * @param value as `longhands` returns it
 * @returns `unset` if a variable is unknown and has no fallback, or if the result is not valid
 */
export function withVariables(value: string, property: string, variables: Values, isQuirky: boolean): string {
  if (!value.includes("var(")) return value;
  const [written, text] = value.startsWith(PENDING) ? value.slice(1).split(PENDING) : [property, value];
  const plain = substituted(text, variables, 0);
  if (plain === undefined) return "unset";
  return expanded(written, plain.toLowerCase(), isQuirky).get(property) ?? "unset";
}

/** In characters. Variables that refer to each other could make a value grow without limit. */
const MAX_VALUE = 4096;
/** How deep variables may refer to other variables. */
const MAX_VARIABLE_DEPTH = 16;

/** Replaces each `var(--name, fallback)`. Returns undefined if a variable has no value or a limit is exceeded. */
function substituted(value: string, variables: Values, depth: number): string | undefined {
  let text = value;
  for (let at = text.indexOf("var("); at >= 0; at = text.indexOf("var(")) {
    const start = at + 4;
    const end = afterBracket(text, start);
    const inner = text.slice(start, end - 1);
    const comma = inner.indexOf(",");
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
    const fallback = comma < 0 ? undefined : inner.slice(comma + 1).trim();
    const known = variables.get(name) ?? fallback;
    if (known === undefined || depth >= MAX_VARIABLE_DEPTH) return undefined;
    const replacement = substituted(known, variables, depth + 1);
    if (replacement === undefined) return undefined;
    text = text.slice(0, at) + replacement + text.slice(end);
    if (text.length > MAX_VALUE) return undefined;
  }
  return text.trim();
}

/** Returns the place after the bracket that closes the one before `start`; the end of the text if it is not closed. */
function afterBracket(text: string, start: number): number {
  let at = start;
  for (let open = 1; at < text.length && open > 0; at++) open += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
  return at;
}

/**
 * Returns the longhands of a declaration with their values. Empty if the property is unknown or the value is not valid.
 *
 * @param written the property, which may be a shorthand or an alternative name
 * @param value in lower case
 */
function expanded(written: string, value: string, isQuirky: boolean): Map<string, string> {
  const name = withoutPrefix(ALIASES.get(withoutPrefix(written)) ?? written);
  const parts = SHORTHANDS.get(name);
  const hasVariables = value.includes("var(");
  if (parts === undefined) {
    const isKnown = VALID[name] !== undefined && (WIDE.test(value) || hasVariables || isValid(name, value, isQuirky));
    return new Map(isKnown ? [[name, value]] : []);
  }
  if (WIDE.test(value)) return new Map(parts.map((part) => [part, value]));
  if (hasVariables) return new Map(parts.map((part) => [part, `${PENDING}${name}${PENDING}${value}`]));
  const longhands =
    name === "font" ? fontParts(value) : name === "background" ? backgroundParts(value) : sides(parts, value);
  const pairs = Object.entries(longhands ?? {});
  return new Map(pairs.every(([part, one]) => isValid(part, one, isQuirky)) ? pairs : []);
}

/** Removes `-webkit-` from properties that have the same meaning without it. */
function withoutPrefix(property: string): string {
  return property.replace(/^-webkit-(?=transform|filter|clip-path|opacity|back)/, "");
}

/** Whether browsers understand a value of a property. */
function isValid(property: string, value: string, isQuirky: boolean): boolean {
  return VALID[property]?.(value, { ...SOME, isQuirky: isQuirky && QUIRKY.test(property) }) ?? false;
}

/** Properties that accept a number without a unit in quirks mode (Quirks Mode Standard, section 3.2). */
const QUIRKY =
  /^(?:font-size|text-indent|top|left|right|bottom|letter-spacing|clip|(?:margin|padding)-\w+|(?:m\w\w-)?(?:width|height))$/;

/** Splits one to four values for the top, right, bottom and left, or one or two values for two sides. */
function sides(parts: readonly string[], value: string): Readonly<Record<string, string>> | undefined {
  const given = splitOutside(value, /\s/);
  if (given.length === 0 || given.length > parts.length) return undefined;
  const [top, right = top, bottom = top, left = right] = given;
  const all = parts.length === 4 ? [top, right, bottom, left] : [top, right];
  return Object.fromEntries(parts.map((part, at) => [part, all[at]]));
}

/** The order of the values of a shorthand for four sides. */
const BOX_SIDES = ["top", "right", "bottom", "left"];

/** The longhands of each shorthand, as far as they matter here. */
const SHORTHANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["margin", BOX_SIDES.map((side) => `margin-${side}`)],
  ["padding", BOX_SIDES.map((side) => `padding-${side}`)],
  ["inset", BOX_SIDES],
  ["margin-inline", ["margin-left", "margin-right"]],
  ["margin-block", ["margin-top", "margin-bottom"]],
  ["padding-inline", ["padding-left", "padding-right"]],
  ["padding-block", ["padding-top", "padding-bottom"]],
  ["inset-inline", ["left", "right"]],
  ["inset-block", ["top", "bottom"]],
  ["overflow", ["overflow-x", "overflow-y"]],
  ["font", ["font-size", "line-height"]],
  ["background", ["background-color", "background-image", "background-clip"]],
  ["all", ["all"]],
]);

/** Properties that depend on the direction of text, and the properties that they mean in text from left to right. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["inline-size", "width"],
  ["block-size", "height"],
  ["max-inline-size", "max-width"],
  ["max-block-size", "max-height"],
  ["min-inline-size", "min-width"],
  ["min-block-size", "min-height"],
  ["overflow-inline", "overflow-x"],
  ["overflow-block", "overflow-y"],
  ...["", "margin-", "padding-"].flatMap((kind): [string, string][] => [
    [`${kind || "inset-"}inline-start`, `${kind}left`],
    [`${kind || "inset-"}inline-end`, `${kind}right`],
    [`${kind || "inset-"}block-start`, `${kind}top`],
    [`${kind || "inset-"}block-end`, `${kind}bottom`],
  ]),
]);

/**
 * Splits a `font` into its size and line height. Style, variant, weight and stretch come before the size in any order.
 * The families come after the line height.
 */
function fontParts(value: string): Readonly<Record<string, string>> | undefined {
  if (/^(?:caption|icon|menu|message-box|small-caption|status-bar)$/.test(value)) {
    return { "font-size": "13.333px", "line-height": "normal" };
  }
  const words = splitOutside(value.replace(/\s*\/\s*/g, "/"), /\s/);
  const sizeAt = words.findIndex((word) => !BEFORE_SIZE.test(word));
  if (sizeAt < 0 || sizeAt === words.length - 1) return undefined;
  const [size, height = "normal"] = splitOutside(words[sizeAt], /\//);
  return { "font-size": size, "line-height": height };
}

/** Styles, variants, weights and stretches of a `font`. */
const BEFORE_SIZE =
  /^(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]\d\d|(?:ultra-|extra-|semi-)?(?:condensed|expanded))$/;

/** Splits a `background`, which may have several layers. Only the last layer may have a colour. */
function backgroundParts(value: string): Readonly<Record<string, string>> | undefined {
  let [colour, image, clip] = ["transparent", "none", "border-box"];
  const layers = splitOutside(value, /,/);
  for (const [i, layer] of layers.entries()) {
    for (const word of splitOutside(layer.replaceAll("/", " "), /\s/)) {
      if (/^(?:url|image-set|-webkit-image-set|cross-fade|element|image|paint)\(|gradient\(/.test(word)) image = word;
      else if (word === "text") clip = word;
      else if (cssColour(word) !== undefined || word === "currentcolor") {
        if (i < layers.length - 1) return undefined;
        colour = word;
      } else if (!BACKGROUND_WORD.test(word) && pixels(word, SOME) === undefined) return undefined;
    }
  }
  return { "background-color": colour, "background-image": image, "background-clip": clip };
}

/** Words of a `background` that do not matter here. */
const BACKGROUND_WORD =
  /^(?:none|auto|cover|contain|left|right|top|bottom|center|(?:no-)?repeat(?:-[xy])?|space|round|scroll|fixed|local|(?:border|padding|content)-box)$/;

/**
 * Whether browsers support a declaration (`@supports`). Thresher knows only the properties that affect whether text is
 * visible. It accepts any value of a shorthand or custom property.
 */
export function isSupported(property: string, value: string): boolean {
  return property.startsWith("--") || SHORTHANDS.has(property) || VALID[property]?.(value.toLowerCase(), SOME) === true;
}
