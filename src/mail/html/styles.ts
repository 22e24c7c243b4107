import { type Declaration, declarationsIn, plainCss } from "./declarations.js";
import type { Values } from "./hiding.js";
import { keysOf, matches, type Selector, selectorsIn } from "./selectors.js";
import type { Tag } from "./tokens.js";

/** A rule of a style sheet, for one of its selectors. */
interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  /** The number of rules before it, in all pages. */
  readonly order: number;
}

/** The number of rules that were read, in all pages. */
let rulesRead = 0;

/** In steps of about ten nanoseconds. Newsletters take less than a hundredth of this. */
const MAX_WORK = 5_000_000;

/** Thrown when a page takes too many steps. */
export const TOO_MUCH_WORK = new Error("too much work");

/** The elements around a tag, the outermost first. */
export type Path = readonly { readonly tag: Tag }[];

/** The rules for an element of a page without style sheets. */
const NO_RULES: readonly Rule[] = [];

/** The style sheets of a page. Finds the values that they and `style` give an element (CSS Cascade 5). */
export class Styles {
  /** By the key of the selector. */
  readonly #rules = new Map<string, Rule[]>();
  #workLeft = MAX_WORK;

  /** Counts the steps that the styles and elements of the page take. @throws TOO_MUCH_WORK if there are too many */
  readonly #spend = (steps: number) => {
    this.#workLeft -= steps;
    if (this.#workLeft < 0) throw TOO_MUCH_WORK;
  };

  /** Adds the text of a `<style>` element. */
  add(css: string): void {
    const sheet = plainCss(css);
    /** The number of open blocks of `@media`. */
    let blocks = 0;
    for (let from = 0, open = sheet.indexOf("{"); open >= 0; open = sheet.indexOf("{", from)) {
      const written = sheet.slice(from, open);
      const [before] = /^(?:[\s}]|<!--|-->|@[^;}]*;)*/.exec(written) ?? [""];
      blocks -= before.split("}").length - 1;
      // A block that ends without having begun makes the rule invalid, and so does `<!--` or `-->` in a block.
      const isInvalid = blocks < 0 || (blocks > 0 && before.includes("--"));
      const prelude = isInvalid ? written : written.slice(before.length);
      blocks = Math.max(blocks, 0);
      if (prelude.startsWith("@")) {
        const media = /^@media\b([\s\S]*)$/i.exec(prelude)?.[1];
        const isRead = media !== undefined && isForScreen(media);
        if (isRead) blocks++;
        from = isRead ? open + 1 : endOfBlock(sheet, open);
      } else {
        const close = sheet.indexOf("}", open);
        from = close < 0 ? sheet.length : close + 1;
        this.#addRule(prelude, sheet.slice(open + 1, from).replace(/\}$/, ""));
      }
    }
  }

  /** Adds a rule once for each of its selectors. */
  #addRule(selectors: string, body: string): void {
    const declarations = declarationsIn(body);
    if (declarations.length === 0) return;
    const parsed = selectorsIn(selectors);
    this.#spend(parsed.length);
    for (const selector of parsed) {
      const rule = { selector, declarations, order: rulesRead++ };
      const rules = this.#rules.get(selector.key) ?? [];
      rules.push(rule);
      this.#rules.set(selector.key, rules);
    }
  }

  /** Returns the rules that match an element, the strongest last. @param path the elements around it */
  rulesFor(tag: Tag, path: Path): readonly Rule[] {
    // The work that an element takes even without rules.
    this.#spend(10);
    if (this.#rules.size === 0) return NO_RULES;
    const candidates = [...keysOf(tag)].flatMap((key) => this.#rules.get(key) ?? []);
    const tags = [...path.map((around) => around.tag), tag];
    this.#spend(candidates.length + tags.length);
    return candidates
      .filter(({ selector }) => matches(selector.steps, tags, this.#spend))
      .sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order);
  }

  /** Returns the values that rules and the `style` attribute give an element. @param rules the strongest last */
  valuesOf(rules: readonly Rule[], style = ""): Values {
    const all = [...rules.flatMap(({ declarations }) => declarations), ...declarationsIn(style)];
    this.#spend(all.length);
    const [important, others] = [true, false].map((wanted) => all.filter(({ isImportant }) => isImportant === wanted));
    return new Map([...others, ...important].map(({ property, value }) => [property, value]));
  }
}

/** In pixels. The width of a usual window. */
const WINDOW_WIDTH = 1280;

/** Whether a list of media queries holds for a usual screen. Only kinds of media and widths in pixels are understood. */
export function isForScreen(queries: string): boolean {
  const alternatives = queries
    .toLowerCase()
    .replace(/\bonly\s/g, "")
    .split(",");
  return alternatives.some((query) => query.split(/\sand\s/).every((part) => isOnScreen(part.trim())));
}

function isOnScreen(part: string): boolean {
  const [, side, pixels] = /^\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]+)px\s*\)$/.exec(part) ?? [];
  if (side === undefined) return /^(?:|all|screen)$/.test(part);
  return side === "min" ? Number(pixels) <= WINDOW_WIDTH : Number(pixels) >= WINDOW_WIDTH;
}

/** Returns the place after the block that begins at `open`. */
function endOfBlock(sheet: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sheet.length; at++) {
    if (sheet[at] === "{") depth++;
    else if (sheet[at] === "}" && --depth === 0) return at + 1;
  }
  return sheet.length;
}
