import { type Attributes, attributeStyle } from "./attributes.js";
import { attributeColour, type Colour } from "./colour.js";
import { type Declarations, overridden, readDeclarations, type Style } from "./style.js";
import { StyleSheet } from "./style-sheet.js";

/** The own style of each element of a document: its attributes, then the rules, then its `style`. */
export class ElementStyles {
  readonly #sheet = new StyleSheet();
  readonly #declarations = new Map<string, Declarations>();
  #linkColour: Colour = 0x0000ee;

  /** Takes in the text of `<style>` elements. */
  add(css: string): void {
    this.#sheet.add(css);
  }

  of(name: string, attributes: Attributes): Style {
    if (name === "body") this.#linkColour = attributeColour(attributes.get("link") ?? "blue");
    const rules = this.#sheet.declarationsFor(name, attributes.get("class"), attributes.get("id"));
    const style = overridden(attributeStyle(name, attributes, this.#linkColour), rules.normal);
    const css = attributes.get("style");
    if (css === undefined) return overridden(style, rules.important);
    const own = this.#read(css);
    return overridden(overridden(overridden(style, own.normal), rules.important), own.important);
  }

  #read(css: string): Declarations {
    const known = this.#declarations.get(css);
    if (known !== undefined) return known;
    const read = readDeclarations(css);
    if (this.#declarations.size < MAX_KEPT) this.#declarations.set(css, read);
    return read;
  }
}

/** Newsletters repeat a few dozen styles. */
const MAX_KEPT = 1000;
