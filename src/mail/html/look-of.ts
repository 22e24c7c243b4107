import { byName } from "../../base/names.js";
import { placed } from "./boxes.js";
import { nearlyEqual, opacityOf, over } from "./css/colour.js";
import { type Values, WIDE, withVariables } from "./css/properties.js";
import { share } from "./css/values.js";
import { UNREADABLE } from "./css/window.js";
import { filtered, isShadow, lengthOr, linePixels, paint, painted, sizeOf } from "./inks.js";
import { type Look, NOTHING } from "./look.js";
import { withIndent } from "./room.js";
import { BLOCK, DRAWN, DRAWN_IN_TEXT, DRAWN_TEXT, NEVER_SHOWN, NEVER_SHOWN_MATH } from "./tree/elements.js";
import { HTML, type HtmlNode, SVG } from "./tree/node.js";

/** Text with a lower opacity is not visible. */
const SEEN_OPACITY = 0.1;

/** Whether an element begins and ends a line. */
export function isBlock(name: string, { display }: Look): boolean {
  return display === undefined || name === "br" ? BLOCK.has(name) : !/^(?:inline|contents)/.test(display);
}

/**
 * Returns how text looks after an element. The text has the indent of the element's last line, or is on another line,
 * which has no indent.
 *
 * @param around how text looks before the element
 * @param look how the element looks at its beginning
 * @param inside how text at its end looks
 */
export function lookBehind(around: Look, name: string, look: Look, inside: Look): Look {
  if (inside.room === around.room) return around;
  const known = look.room === around.room ? undefined : look.room.indentBehind;
  const indent = known ?? (isBlock(name, look) ? 0 : inside.room.indent);
  if (indent === around.room.indent) return around;
  const behind = { ...around, room: withIndent(around.room, indent), inside: undefined };
  return { ...behind, isSeen: isReadable(behind) };
}

/**
 * Computes how an element looks. Returns `around` itself if nothing changes.
 *
 * @param around how the element around it looks
 * @param before the styles of browsers and of attributes, the weaker one first
 * @param author the style from style sheets and the `style` attribute
 */
export function lookOf(
  node: HtmlNode,
  around: Look,
  before: readonly [Values | undefined, Values | undefined],
  author: Values,
  isQuirky: boolean,
): Look {
  const { name, namespace } = node;
  const isSilent = namespace !== HTML && !DRAWN_TEXT.has(name) && (around.isSilent || !DRAWN_IN_TEXT.has(name));
  const isNever =
    namespace === SVG ? !DRAWN.has(name) : (namespace === HTML ? NEVER_SHOWN : NEVER_SHOWN_MATH).has(name);
  const values = merged([...before, author]);
  // Whether the element may have another place than the text before it, even without a style.
  const isMoved = around.room.isFlexible || around.room.indent !== 0 || around.indent !== "0";
  if (values.size === 0 && isSilent === around.isSilent && !isNever && !isMoved) {
    if (around.display === undefined && around.values.size === 0) return around;
    return { ...around, display: undefined, values, inside: undefined };
  }
  const variables = withOwnVariables(values, around.variables);
  const value = valueReader(values, variables, before[0], around, isQuirky);
  const size = sizeOf(value("font-size"), around.size, isQuirky);
  const box = boxIn(name, value, around, size, isQuirky, author.size > 0 || isMoved);
  const { display, used, lineHeight, indent, room } = box;
  const isContents = used === "contents";
  const ink = inkIn(name, value, around, isContents, isQuirky);
  const faded = isContents ? 1 : opacityIn(value("opacity")) * filtered(value("filter"));
  const opacity = around.opacity * faded;
  const look = {
    isSeen: false,
    isGone: around.isGone || isNever || used === "none" || box.isHidden || opacity < SEEN_OPACITY,
    display,
    isVisible: ink.isVisible,
    size,
    lineHeight,
    colour: ink.colour,
    pageColour: ink.pageColour,
    fill: ink.fill,
    isOutlined: ink.isOutlined,
    indent,
    spacing: lengthOr(value("letter-spacing"), size, around.spacing),
    background: ink.background,
    opacity,
    room,
    isSilent,
    isMasked: (value("-webkit-text-security") ?? (around.isMasked ? "disc" : "none")) !== "none",
    values: author.size > 0 ? values : author,
    variables,
    inside: undefined,
  };
  look.isSeen = isReadable(look);
  const isPlaced = /^(?:absolute|fixed)$/.test(value("position") ?? "") || (value("float") ?? "none") !== "none";
  // These boxes are blocks (CSS Display 3, section 2.7). A box that is not seen divides no word.
  const isBoxed = isPlaced || around.room.isFlexible;
  if (look.isSeen && isBoxed && /^(?:inline|ruby)/.test(display ?? (DISPLAYS.has(name) ? "" : "inline"))) {
    look.display = "block";
  }
  return look;
}

/** Reads the value of a property: see `valueReader`. */
type ValueOf = (property: string) => string | undefined;

/**
 * Returns the part of a look that concerns the place of the element.
 *
 * @param size of its font, in pixels
 * @param hasBox whether the element may have a place of its own. If not, it has that of the element around it
 * @returns also the `display` that is used where no style sets one (`used`), and whether the box is hidden
 */
function boxIn(name: string, value: ValueOf, around: Look, size: number, isQuirky: boolean, hasBox: boolean) {
  const display = value("display");
  const used = name === "html" && display === "inline" ? "block" : (display ?? defaultDisplay(name));
  const lineHeight = value("line-height") ?? around.lineHeight;
  const indent = value("text-indent") ?? around.indent;
  const shape = { display: used, size, isQuirky, isRoot: isWindow(name, around) };
  const { room, isHidden } = hasBox
    ? placed(shape, value, around.room, { lineHeight: linePixels(lineHeight, size), indent })
    : { room: around.room, isHidden: false };
  return { display, used, lineHeight, indent, room, isHidden };
}

/** Returns the part of a look that concerns colours. @param isContents whether the element itself has no box to paint */
function inkIn(name: string, value: ValueOf, around: Look, isContents: boolean, isQuirky: boolean) {
  const visibility = value("visibility");
  const isVisible = visibility === undefined ? around.isVisible : visibility === "visible";
  const inherited = isQuirky && name === "table" ? around.pageColour : around.colour;
  const colour = paint(value("color"), inherited) ?? inherited;
  const isCutOut = value("background-clip") === "text";
  const filling = value("-webkit-text-fill-color");
  const shadow = value("text-shadow");
  const stroke = value("-webkit-text-stroke") ?? value("-webkit-text-stroke-width");
  return {
    isVisible,
    colour,
    pageColour: name === "body" ? colour : around.pageColour,
    fill: filling === "currentcolor" ? undefined : (paint(filling, colour) ?? around.fill),
    isOutlined: isCutOut || isShadow(shadow) || isShadow(stroke) || (around.isOutlined && shadow === undefined),
    background:
      isVisible && !isContents && !isCutOut
        ? painted(value("background-color"), value("background-image"), colour, around.background)
        : around.background,
  };
}

/**
 * Returns a function that reads the value of a property. Undefined means the inherited value or, for properties that
 * are not inherited, the initial one.
 *
 * @param browser the style of browsers, which `revert` returns to
 */
function valueReader(
  values: Values,
  variables: Values,
  browser: Values | undefined,
  around: Look,
  isQuirky: boolean,
): ValueOf {
  return (property) => {
    const written = values.get(property) ?? values.get("all");
    if (written === undefined) return undefined;
    const text = withVariables(written, property, variables, isQuirky);
    if (!WIDE.test(text)) return text;
    if (text === "inherit") {
      const inherited = INITIAL[property] === undefined ? around.values.get(property) : undefined;
      return inherited === undefined || WIDE.test(inherited) ? undefined : inherited;
    }
    if (text.startsWith("revert")) return browser?.get(property);
    return property === "display" ? "inline" : text === "initial" ? INITIAL[property] : undefined;
  };
}

/** Returns an `opacity` from 0 to 1: 1 if it is not set or not valid. */
function opacityIn(text: string | undefined): number {
  return text === undefined ? 1 : (share(text) ?? 1);
}

/** Whether a reader can see text that looks like this. */
function isReadable(look: Look): boolean {
  const { size, colour, fill, spacing, background, room } = look;
  if (look.isGone || !look.isVisible || look.isSilent || look.isMasked) return false;
  if (room.isOutside || size * room.scale <= UNREADABLE || spacing <= -size / 2) return false;
  const ink = fill ?? colour;
  return look.isOutlined || (opacityOf(ink) >= SEEN_OPACITY && !nearlyEqual(over(ink, background), background));
}

/** Whether the window cuts the content: always of `<html>`, and of `<body>` if `<html>` does not set an overflow. */
function isWindow(name: string, html: Look): boolean {
  const isCut = ["overflow-x", "overflow-y"].some((side) => (html.values.get(side) ?? "visible") !== "visible");
  return name === "html" || (name === "body" && !isCut);
}

/** Initial values of the inherited properties. */
const INITIAL: Readonly<Record<string, string | undefined>> = {
  color: "#000",
  "-webkit-text-fill-color": "currentcolor",
  "font-size": "medium",
  "letter-spacing": "normal",
  "line-height": "normal",
  "text-indent": "0",
  "text-shadow": "none",
  visibility: "visible",
  "white-space": "normal",
  "-webkit-text-security": "none",
};

/** Merges styles, the weakest one first. `all` resets all properties before it. */
function merged(styles: readonly (Values | undefined)[]): Values {
  const [first = NOTHING, ...others] = styles.filter((values): values is Values => (values?.size ?? 0) > 0);
  if (others.length === 0) return first;
  const values = new Map(first);
  for (const [property, text] of others.flatMap((one) => [...one])) {
    if (property === "all") values.clear();
    values.set(property, text);
  }
  return values;
}

/** Returns the variables of an element: those around it, changed by its own. */
function withOwnVariables(values: Values, around: Values): Values {
  let variables: Map<string, string> | undefined;
  for (const [property, text] of values) {
    if (!property.startsWith("--")) continue;
    variables ??= new Map(around);
    if (text === "initial") variables.delete(property);
    else if (!WIDE.test(text)) variables.set(property, text);
  }
  return variables ?? around;
}

/** Returns the `display` of an element without a style. */
function defaultDisplay(name: string): string {
  return DISPLAYS.get(name) ?? (BLOCK.has(name) ? "block" : "inline");
}

/** The `display` of elements that are neither blocks nor inline. */
const DISPLAYS = byName({
  "button input select textarea img meter progress": "inline-block",
  br: "inline",
  table: "table",
  caption: "table-caption",
  "td th": "table-cell",
  tr: "table-row",
  tbody: "table-row-group",
  thead: "table-header-group",
  tfoot: "table-footer-group",
});
