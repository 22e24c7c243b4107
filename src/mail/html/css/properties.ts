import { cssColour } from "./colour.js";
import type { Declaration } from "./css.js";
import { BOX_SIDES, SOME, VALID } from "./valid-values.js";
import { pixels, splitOutside } from "./values.js";

/** The values of an element by property: only the properties below, none of them a shorthand. */
export type Values = ReadonlyMap<string, string>;

/** Values that every property has. */
export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/;

/** Marks a shorthand with `var()`, whose parts are known only where the variables are. */
const PENDING = "\0";

/**
 * The declarations that count, with shorthands taken apart and other names replaced. Those with a
 * value that browsers do not understand are left out, because they override nothing.
 */
export function longhands(declarations: readonly Declaration[], isQuirky: boolean): Declaration[] {
  return declarations.flatMap(({ property, value, isImportant }) => {
    if (property.startsWith("--")) return [{ property, value, isImportant }];
    const parts = expanded(property, value.toLowerCase(), isQuirky);
    return Array.from(parts, ([name, part]) => ({ property: name, value: part, isImportant }));
  });
}

/** Puts the values of variables in. An unknown one makes a value invalid. */
export function withVariables(value: string, property: string, variables: Values, isQuirky: boolean): string {
  if (!value.includes("var(")) return value;
  const [shorthand, text] = value.startsWith(PENDING) ? value.slice(1).split(PENDING) : [property, value];
  const plain = substituted(text, variables, 0);
  return (
    (plain === undefined ? undefined : expanded(shorthand, plain.toLowerCase(), isQuirky).get(property)) ?? "unset"
  );
}

/** In characters. Variables in variables can make a value as long as they like. */
const LONGEST_VALUE = 4096;
/** Variables inside of variables. */
const MAX_VARIABLE_DEPTH = 16;

function substituted(value: string, variables: Values, depth: number): string | undefined {
  let text = value;
  for (let at = text.indexOf("var("); at >= 0; at = text.indexOf("var(")) {
    let end = at + 4;
    for (let open = 1; end < text.length && open > 0; end++) open += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
    const inner = text.slice(at + 4, end - 1);
    const comma = inner.indexOf(",");
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
    const known = variables.get(name) ?? (comma < 0 ? undefined : inner.slice(comma + 1).trim());
    if (known === undefined || depth >= MAX_VARIABLE_DEPTH) return undefined;
    const put = substituted(known, variables, depth + 1);
    if (put === undefined) return undefined;
    text = text.slice(0, at) + put + text.slice(end);
    if (text.length > LONGEST_VALUE) return undefined;
  }
  return text.trim();
}

function expanded(written: string, value: string, isQuirky: boolean): Map<string, string> {
  const property = ALIASES.get(written.replace(/^-webkit-(?=transform|filter|clip-path|opacity|back)/, "")) ?? written;
  const name = property.replace(/^-webkit-(?=transform|filter|clip-path|opacity|back)/, "");
  const parts = PARTS.get(name);
  if (parts === undefined) {
    const isKnown =
      VALID[name] !== undefined && (WIDE.test(value) || value.includes("var(") || isValid(name, value, isQuirky));
    return new Map(isKnown ? [[name, value]] : []);
  }
  if (WIDE.test(value)) return new Map(parts.map((part) => [part, value]));
  if (value.includes("var(")) return new Map(parts.map((part) => [part, `${PENDING}${name}${PENDING}${value}`]));
  const split =
    name === "font" ? fontParts(value) : name === "background" ? backgroundParts(value) : sides(parts, value);
  const pairs = [...(split ?? [])];
  return new Map(pairs.every(([part, one]) => isValid(part, one, isQuirky)) ? pairs : []);
}

function isValid(property: string, value: string, isQuirky: boolean): boolean {
  return VALID[property]?.(value, { ...SOME, isQuirky: isQuirky && QUIRKY.test(property) }) ?? false;
}

/** Properties that take a number without a unit in quirks mode (Quirks Mode Standard, section 3.2). */
const QUIRKY =
  /^(?:font-size|text-indent|top|left|right|bottom|letter-spacing|clip|(?:margin|padding)-\w+|(?:m\w\w-)?(?:width|height))$/;

/** One to four values for one, two or four sides: top, right, bottom, left. */
function sides(parts: readonly string[], value: string): Map<string, string> | undefined {
  const given = splitOutside(value, /\s/);
  if (given.length === 0 || given.length > parts.length) return undefined;
  const [top, right = top, bottom = top, left = right] = given;
  const all = parts.length === 4 ? [top, right, bottom, left] : [top, right];
  return new Map(parts.map((part, at) => [part, all[at]]));
}

const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
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

/** For text from left to right and from top to bottom. */
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

/** Style, variant, weight and stretch in any order, then the size, the line height and the families. */
function fontParts(value: string): Map<string, string> | undefined {
  if (/^(?:caption|icon|menu|message-box|small-caption|status-bar)$/.test(value)) {
    return new Map([
      ["font-size", "13.333px"],
      ["line-height", "normal"],
    ]);
  }
  const words = splitOutside(value.replace(/\s*\/\s*/g, "/"), /\s/);
  const at = words.findIndex(
    (word) =>
      !/^(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]\d\d|(?:ultra-|extra-|semi-)?(?:condensed|expanded))$/.test(
        word,
      ),
  );
  if (at < 0 || at === words.length - 1) return undefined;
  const [size, height = "normal"] = splitOutside(words[at], /\//);
  return new Map([
    ["font-size", size],
    ["line-height", height],
  ]);
}

function backgroundParts(value: string): Map<string, string> | undefined {
  let [colour, image, clip] = ["transparent", "none", "border-box"];
  const layers = splitOutside(value, /,/);
  for (const [at, layer] of layers.entries()) {
    for (const word of splitOutside(layer.replaceAll("/", " "), /\s/)) {
      if (/^(?:url|image-set|-webkit-image-set|cross-fade|element|image|paint)\(|gradient\(/.test(word)) image = word;
      else if (word === "text") clip = word;
      else if (cssColour(word) !== undefined || word === "currentcolor") {
        if (at < layers.length - 1) return undefined;
        colour = word;
      } else if (!BACKGROUND_WORD.test(word) && pixels(word, SOME) === undefined) return undefined;
    }
  }
  return new Map([
    ["background-color", colour],
    ["background-image", image],
    ["background-clip", clip],
  ]);
}

const BACKGROUND_WORD =
  /^(?:none|auto|cover|contain|left|right|top|bottom|center|(?:no-)?repeat(?:-[xy])?|space|round|scroll|fixed|local|(?:border|padding|content)-box)$/;

/** Whether browsers know a property and its value. Thresher knows only those that decide whether text is seen. */
export function isSupported(property: string, value: string): boolean {
  return property.startsWith("--") || PARTS.has(property) || VALID[property]?.(value.toLowerCase(), SOME) === true;
}
