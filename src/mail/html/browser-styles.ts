import { byName } from "../../base/names.js";
import { attributeStyle } from "./attributes.js";
import type { Values } from "./css/properties.js";
import type { Attributes, HtmlNode } from "./tree/node.js";

/** The default styles of browsers, as far as they affect whether text is visible (HTML standard, section 15). */
const ELEMENTS = byName({
  h1: style("font-size:2em"),
  h2: style("font-size:1.5em"),
  h3: style("font-size:1.17em"),
  h5: style("font-size:.83em"),
  h6: style("font-size:.67em"),
  "small sub sup": style("font-size:smaller"),
  big: style("font-size:larger"),
  mark: style("background-color:#ff0;color:#000"),
  table: style("text-indent:0"),
  "button input select textarea": style(
    "font-size:13.333px;color:#000;background-color:#fff;line-height:normal;letter-spacing:normal;text-indent:0;text-shadow:none",
  ),
  "noembed noframes": style("display:none"),
  mphantom: style("visibility:hidden"),
});

/** In quirks mode, tables do not inherit the font (HTML standard, section 15.3.11). */
const QUIRKY_TABLE = style("text-indent:0;font-size:medium;line-height:normal");

const NOT_SHOWN = style("display:none");

/** Reads declarations without blanks around `:` and `;`. */
function style(css: string): Values {
  return new Map(css.split(";").map((declaration) => declaration.split(":") as [string, string]));
}

/**
 * Returns two styles of an element: that of browsers and that of its attributes. Undefined if it has none.
 *
 * @param linkColour the colour of links on this page, as in CSS
 * @param isQuirky whether the page is in quirks mode
 */
export function stylesBefore(
  name: string,
  attributes: Attributes,
  linkColour: string,
  isQuirky: boolean,
): [Values | undefined, Values | undefined] {
  const hints = attributeStyle(name, attributes);
  if (name === "a" && attributes.has("href")) return [new Map([["color", linkColour]]), hints];
  if (name === "dialog" && !attributes.has("open")) return [NOT_SHOWN, hints];
  return [name === "table" && isQuirky ? QUIRKY_TABLE : ELEMENTS.get(name), hints];
}

/** Whether an element is a hidden field of a form. Browsers show none, whatever its style is. */
export function isHiddenField({ name, attributes }: HtmlNode): boolean {
  return name === "input" && /^\s*hidden\s*$/i.test(attributes.get("type") ?? "");
}
