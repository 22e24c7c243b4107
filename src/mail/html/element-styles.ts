import { remembering } from "../../base/remembering.js";
import { type Attributes, attributeStyle } from "./attributes.js";
import { attributeColour, type Colour, UNKNOWN } from "./colour.js";
import { type Declarations, NO_STYLE, overridden, readDeclarations, type Style, withoutCssComments } from "./style.js";

/** The style of each element of a document: its attributes, overridden by the rules, overridden by its `style`. */
export class ElementStyles {
  readonly #normal = new Map<string, Style>();
  readonly #important = new Map<string, Style>();
  #linkColour: Colour = 0x0000ee;

  /**
   * Adds the text of a `<style>` element. Rules with a simple selector, or a list of these, count. A
   * rule for an element inside another says only that its background may be another. Rules for some
   * media or widths of the screen are ignored.
   */
  add(css: string): void {
    for (const { selectors, body } of rulesOf(withoutCssComments(css).replace(/<!--|-->/g, " "))) {
      const { normal, important } = readDeclarations(body);
      if (normal === NO_STYLE && important === NO_STYLE) continue;
      for (const selector of selectors.split(",")) {
        const parts = selector
          .trim()
          .replace(/:link$/, "")
          .split(/[\s>+~]+/);
        const last = SIMPLE.exec(parts[parts.length - 1]);
        if (last === null) continue;
        const key =
          last[2] === undefined ? last[0].toLowerCase() : (last[1] ?? "").toLowerCase().replace("*", "") + last[2];
        if (key === "") continue;
        if (parts.length === 1) {
          merge(this.#normal, key, normal);
          merge(this.#important, key, important);
        } else if ((normal.background ?? important.background) !== undefined) {
          merge(this.#normal, key, { background: UNKNOWN });
        }
      }
    }
  }

  of(name: string, attributes: Attributes): Style {
    if (name === "body") this.#linkColour = attributeColour(attributes.get("link") ?? "blue");
    const rules = this.#rulesFor(name, attributes.get("class"), attributes.get("id"));
    const style = overridden(attributeStyle(name, attributes, this.#linkColour), rules.normal);
    const css = attributes.get("style");
    if (css === undefined) return overridden(style, rules.important);
    const own = ownDeclarations(css);
    return overridden(overridden(overridden(style, own.normal), rules.important), own.important);
  }

  /** The declarations of all rules for an element; the more specific rules override. */
  #rulesFor(name: string, className: string | undefined, id: string | undefined): Declarations {
    if (this.#normal.size === 0 && this.#important.size === 0) return NOTHING;
    const keys = ["*", name];
    const classes = className === undefined ? [] : className.split(/[ \t\r\n\f]+/, MAX_CLASSES);
    for (const one of classes) keys.push(`.${one}`);
    for (const one of classes) keys.push(`${name}.${one}`);
    if (id !== undefined) keys.push(`#${id}`, `${name}#${id}`);
    return { normal: styleBy(this.#normal, keys), important: styleBy(this.#important, keys) };
  }
}

const NOTHING: Declarations = { normal: NO_STYLE, important: NO_STYLE };

function styleBy(rules: ReadonlyMap<string, Style>, keys: readonly string[]): Style {
  return keys.reduce((style, key) => overridden(style, rules.get(key) ?? NO_STYLE), NO_STYLE);
}

/** A tag, a class or an id; a tag with one of these; everything. */
const SIMPLE = /^(\*|[a-z][a-z0-9]*)?([.#][\w-]+)?$/i;

/** No real page gives an element more classes. */
const MAX_CLASSES = 32;

function merge(rules: Map<string, Style>, key: string, style: Style): void {
  if (style !== NO_STYLE) rules.set(key, overridden(rules.get(key) ?? NO_STYLE, style));
}

interface Rule {
  readonly selectors: string;
  readonly body: string;
}

function* rulesOf(css: string): Generator<Rule> {
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf("{", at);
    if (open < 0) return;
    const before = css.slice(at, open);
    // An at-rule without a block (`@import …;`) ends with a semicolon, a block of rules with a brace.
    const selectors = before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("}")) + 1).trim();
    if (selectors.startsWith("@")) {
      at = /^@media\s+(?:screen|all)$/i.test(selectors) ? open + 1 : endOfBlock(css, open);
      continue;
    }
    const close = css.indexOf("}", open);
    yield { selectors, body: css.slice(open + 1, close < 0 ? css.length : close) };
    if (close < 0) return;
    at = close + 1;
  }
}

/** The end of the block that begins at `open`, with its inner blocks. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === "{") depth++;
    else if (css[at] === "}" && --depth === 0) return at + 1;
  }
  return css.length;
}

/** The declarations of a `style` attribute. Newsletters repeat a few dozen of them. */
const ownDeclarations = remembering(readDeclarations, 1024);
