import { attributeStyle } from "./attributes.js";
import type { Values } from "./css/properties.js";
import type { Attributes } from "./tree/node.js";

/** The default styles of browsers, as far as they affect whether text is visible (HTML standard, section 15). */
const ELEMENTS: ReadonlyMap<string, Values> = new Map(
  Object.entries({
    h1: "font-size:2em",
    h2: "font-size:1.5em",
    h3: "font-size:1.17em",
    h5: "font-size:.83em",
    h6: "font-size:.67em",
    "small sub sup": "font-size:smaller",
    big: "font-size:larger",
    mark: "background-color:#ff0;color:#000",
    table: "text-indent:0",
    "button input select textarea":
      "font-size:13.333px;color:#000;background-color:#fff;line-height:normal;letter-spacing:normal;text-indent:0;text-shadow:none",
    "noembed noframes": "display:none",
    mphantom: "visibility:hidden",
  }).flatMap(([names, css]) => {
    const values = new Map(css.split(";").map((declaration) => declaration.split(":") as [string, string]));
    return names.split(" ").map((name) => [name, values] as const);
  }),
);

/** In quirks mode, tables do not inherit the font (HTML standard, section 15.3.11). */
const QUIRKY_TABLE: Values = new Map([
  ...(ELEMENTS.get("table") ?? []),
  ["font-size", "medium"],
  ["line-height", "normal"],
]);

const CLOSED_DIALOG: Values = new Map([["display", "none"]]);

/** Returns two styles of an element: that of browsers and that of its attributes. */
export function stylesBefore(
  name: string,
  attributes: Attributes,
  linkColour: string,
  isQuirky: boolean,
): [Values | undefined, Values | undefined] {
  const hints = attributeStyle(name, attributes);
  if (name === "a" && attributes.has("href")) return [new Map([["color", linkColour]]), hints];
  if (name === "dialog" && !attributes.has("open")) return [CLOSED_DIALOG, hints];
  return [name === "table" && isQuirky ? QUIRKY_TABLE : ELEMENTS.get(name), hints];
}
