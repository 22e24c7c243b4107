import { remembering } from "../../base/lazily.js";
import { byName } from "../../base/lists.js";
import { cssColour } from "./colour.js";
import { fontSize, fraction, pixels } from "./lengths.js";

/** A declaration such as `color: red !important`, with a property in `VALID`. */
export interface Declaration {
  readonly property: string;
  /** In lower case. */
  readonly value: string;
  readonly isImportant: boolean;
}

/**
 * Parses the declarations in a `style` attribute or a rule. Splits shorthands into their parts. Leaves out declarations
 * that do not affect whether text is visible, and those with a value that browsers do not understand, because they
 * override nothing. Results are remembered, because newsletters repeat a few dozen texts.
 */
export const declarationsIn: (css: string) => readonly Declaration[] = remembering((css) => {
  const found: Declaration[] = [];
  for (const [text] of unescaped(plainCss(css)).matchAll(DECLARATION)) {
    const colon = text.indexOf(":");
    const property = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const written = text
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const value = written.replace(/!\s*important$/, "").trimEnd();
    const isImportant = value !== written;
    for (const [name, part] of Object.entries(longhandsOf(property, value))) {
      if (WIDE.test(part) || VALID.get(name)?.(part) === true) found.push({ property: name, value: part, isImportant });
    }
  }
  return found;
}, 1024);

/** A declaration. A `;` in quotation marks or brackets does not end it. */
const DECLARATION = /(?:[^;"'(]|"[^"]*"?|'[^']*'?|\([^)]*\)?)+/g;

/** The keywords that every property accepts. */
export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/;

/**
 * Replaces comments by blanks, and makes what only looks like CSS harmless: brackets and semicolons in strings, and white
 * space such as no-break spaces, which belong to the names around them. An unclosed comment goes to the end.
 */
export function plainCss(css: string): string {
  return css
    .replace(/[^\S \t\r\n\f]/g, OTHER)
    .replace(/\/\*[\s\S]*?(?:\*\/|$)|"[^"\n]*"|'[^'\n]*'/g, (part) =>
      part.startsWith("/") ? " " : part.replace(/[{};]/g, OTHER),
    );
}

/** Stands for a character that has no meaning in CSS. */
const OTHER = "\ufffd";

/** Resolves escapes such as `n\6fne` (CSS Syntax 3, section 4.3.7). Only letters mean the same without an escape. */
function unescaped(css: string): string {
  return css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, digits?: string, letter = "") => {
    const plain = digits === undefined ? letter : String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));
    return /[a-z-]/i.test(plain) ? plain : OTHER;
  });
}

/** Returns the properties that a shorthand sets, with their values. Any other property sets itself. */
function longhandsOf(property: string, value: string): Readonly<Record<string, string>> {
  if (property === "margin") {
    const [top, right = top, , left = right] = value.split(/\s+/);
    return { "margin-top": top, "margin-left": left };
  }
  if (property === "font") return { "font-size": SIZE_IN_FONT.exec(value)?.[1] ?? value };
  // Mail uses `-webkit-background-clip`.
  if (property !== "background") return { [property.replace("-webkit-background", "background")]: value };
  const words = value.match(/[^\s(]+(?:\([^)]*\)?)?/g) ?? [];
  const colour = words.find((word) => cssColour(word) !== undefined) ?? "transparent";
  return { "background-color": colour, "background-image": words.find((word) => IMAGE.test(word)) ?? "none" };
}

/** The size in a `font`, which comes after style and weight, and before the line height and the families. */
const SIZE_IN_FONT = /(?:^|\s)(0|[.\d]+(?:px|pt|em|rem|ex|%)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?=[/\s])/;

/** Matches the beginning of an image in a `background`. */
const IMAGE = /^(?:url|image-set|-webkit-image-set)\(|gradient\(/;

/** Whether browsers understand a value of a property. */
type Test = (value: string) => boolean;

/** The values of `display` that browsers understand. */
const DISPLAY =
  /^(?:none|contents|block|flow-root|list-item|inline(?:-block)?|(?:inline-)?(?:flex|grid|table)|table-[a-z-]+|-webkit-box)$/;
const isLength: Test = (value) => /^(?:auto|none|normal)$/.test(value) || pixels(value) !== undefined;
const isColour: Test = (value) => cssColour(value) !== undefined;
const anything: Test = () => true;

/** The properties that affect whether text is visible, with tests for the values that browsers understand. */
const VALID = byName<Test>({
  display: (value) => DISPLAY.test(value),
  opacity: (value) => !Number.isNaN(fraction(value)),
  "color background-color -webkit-text-fill-color": isColour,
  "visibility position float overflow overflow-x overflow-y clip clip-path filter transform scale translate": anything,
  "background-image background-clip content-visibility": anything,
  "font-size": (value) => fontSize(value, 16) !== undefined,
  "width height max-width max-height line-height": (value) => isLength(value) && !value.startsWith("-"),
  "left right top bottom margin-left margin-top text-indent letter-spacing": isLength,
});
