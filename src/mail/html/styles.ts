import { type Declaration, declarationsIn, withoutComments } from "./declarations.js";
import type { Values } from "./hiding.js";
import { classesOf, matches, type Selector, selectorOf, type Work } from "./selectors.js";
import type { Tag } from "./tokens.js";

/** A rule of a style sheet, for one of its selectors. */
interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  /** The number of rules before it. */
  readonly order: number;
}

/** The rules for an element of a page without style sheets. */
const NO_RULES: readonly Rule[] = [];

/** The style sheets of a page. Finds the values that they and `style` give an element (CSS Cascade 5). */
export class Styles {
  /** By the key of the selector. */
  readonly #rules = new Map<string, Rule[]>();
  readonly #work: Work;
  #order = 0;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Whether there is no rule. */
  get isEmpty(): boolean {
    return this.#rules.size === 0;
  }

  /** Adds the text of a `<style>` element. */
  add(css: string): void {
    const sheet = withoutComments(css).replace(/<!--|-->/g, " ");
    for (let from = 0, open = sheet.indexOf("{"); open >= 0; open = sheet.indexOf("{", from)) {
      // What is before the last `;` or `}` is an at-rule without a block, or the end of one with a block.
      const prelude = sheet
        .slice(from, open)
        .replace(/^[\s\S]*[;}]/, "")
        .trim();
      if (prelude.startsWith("@")) {
        const media = /^@media\b([\s\S]*)$/i.exec(prelude)?.[1];
        from = media !== undefined && isForScreen(media) ? open + 1 : endOfBlock(sheet, open);
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
    const parsed = (selectors.match(ONE_SELECTOR) ?? []).map(selectorOf);
    // Browsers ignore a rule if one of its selectors is not valid.
    if (parsed.includes("invalid")) return;
    this.#work.spend(parsed.length);
    for (const selector of parsed) {
      if (typeof selector === "string") continue;
      const rule = { selector, declarations, order: this.#order++ };
      const rules = this.#rules.get(selector.key);
      if (rules === undefined) this.#rules.set(selector.key, [rule]);
      else rules.push(rule);
    }
  }

  /** Returns the rules that match an element, the strongest last. @param path the elements around it */
  rulesFor(tag: Tag, path: readonly { readonly tag: Tag }[]): readonly Rule[] {
    if (this.isEmpty) return NO_RULES;
    const id = tag.attributes.get("id");
    const keys = new Set(["*", tag.name, ...classesOf(tag).map((name) => `.${name}`)]);
    if (id !== undefined) keys.add(`#${id.toLowerCase()}`);
    const candidates = [...keys].flatMap((key) => this.#rules.get(key) ?? []);
    this.#work.spend(candidates.length);
    return candidates
      .filter(({ selector }) => matches(selector, tag, path, this.#work))
      .sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order);
  }

  /** Returns the values that rules and the `style` attribute give an element. @param rules the strongest last */
  valuesOf(rules: readonly Rule[], style: string | undefined): Values {
    const all = [...rules.map(({ declarations }) => declarations), style === undefined ? [] : declarationsIn(style)];
    const values = new Map<string, string>();
    for (const isImportantTurn of [false, true]) {
      for (const declarations of all) {
        this.#work.spend(declarations.length);
        for (const { property, value, isImportant } of declarations) {
          if (isImportant === isImportantTurn) values.set(property, value);
        }
      }
    }
    return values;
  }
}

/** A selector in a list, or nothing between two commas. A comma in quotation marks or brackets does not end it. */
const ONE_SELECTOR = /(?<=^|,)(?:[^,"'([]|"[^"]*"?|'[^']*'?|\([^)]*\)?|\[[^\]]*\]?)*/g;

/** In pixels. The width of a usual window. */
const WINDOW_WIDTH = 1280;

/** Whether a list of media queries holds for a usual screen. Only kinds of media and widths in pixels are understood. */
export function isForScreen(queries: string): boolean {
  const [isOnScreen, width] = [/^(?:|all|screen)$/, /^\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]+)px\s*\)$/];
  return queries
    .toLowerCase()
    .split(",")
    .some((query) =>
      query
        .trim()
        .replace(/^only\s+/, "")
        .split(/\s+and\s+/)
        .every((part) => {
          const [, side, pixels] = width.exec(part) ?? [];
          if (side === undefined) return isOnScreen.test(part);
          return side === "min" ? Number(pixels) <= WINDOW_WIDTH : Number(pixels) >= WINDOW_WIDTH;
        }),
    );
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
