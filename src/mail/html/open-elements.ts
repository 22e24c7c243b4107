import {
  ENDS_DRAWING,
  ENDS_PARAGRAPH,
  FORMATTING,
  HOLDS_PARTS,
  IGNORED,
  MARKER,
  SPECIAL,
  TABLE_PARTS,
  VOID,
} from "./elements.js";
import { type Look, lookOf, pageLook } from "./look.js";
import type { Styles } from "./styles.js";
import { CLOSED_BY, PLACES, SCOPE, scopeOf } from "./tag-rules.js";
import type { Tag } from "./tokens.js";

/** Deeper elements become part of the element around them. Chromium has the same limit. */
export const MAX_DEPTH = 512;

/** An element that is open, or formatting that may be opened again. */
export interface OpenElement {
  readonly tag: Tag;
  /** The name of the tag; with `svg/` or `math/` before it if the element belongs to a drawing or formula. */
  readonly name: string;
  look: Look;
  /** The look of the element in which it is placed. */
  around: Look;
  isOpen: boolean;
}

/**
 * The elements that are open at one place of a page. Tags open and close them as in browsers (HTML standard, section
 * 13.2.6), but there is no tree: what browsers move, such as text between the cells of a table, looks as if it had been
 * moved, but stays in its place.
 */
export class OpenElements {
  /** The innermost element is the last. */
  readonly #elements: OpenElement[] = [];
  /** Formatting whose end tag is still to come, in order. `undefined` is where an element in MARKER begins. */
  readonly #formatting: (OpenElement | undefined)[] = [];
  readonly #styles: Styles;
  readonly #page = pageLook();
  readonly #closed: (element: OpenElement) => void;

  /** @param closed is called when an element has been closed */
  constructor(styles: Styles, closed: (element: OpenElement) => void) {
    this.#styles = styles;
    this.#closed = closed;
  }

  /** The open elements. The innermost is the last. */
  get all(): readonly OpenElement[] {
    return this.#elements;
  }

  /** How text looks here. */
  get look(): Look {
    return this.#lookAround("");
  }

  /** Whether this place is in a table, but not in a cell. Browsers show its text before the table. */
  get isBetweenCells(): boolean {
    const part = this.#elements.findLast(({ name }) => name === "table" || TABLE_PARTS.has(name));
    return part !== undefined && HOLDS_PARTS.has(part.name);
  }

  /** Returns the look of the element in which one with this name is placed. Between rows are only parts of a table. */
  #lookAround(name: string): Look {
    let place = this.#elements.length - 1;
    if (HOLDS_PARTS.has(this.#lastName) && !TABLE_PARTS.has(name)) {
      place = this.#elements.findLastIndex(({ name }) => name === "table") - 1;
    }
    return this.#elements[place]?.look ?? this.#page;
  }

  /** Opens an element, after closing those that its start tag ends. @returns undefined if the tag has no effect */
  open(tag: Tag): OpenElement | undefined {
    const kind = this.#kindOfDrawing(tag);
    const name = kind + tag.name;
    if (kind !== "") this.openAgain();
    else if (!this.#closeBefore(name)) return undefined;
    const around = this.#lookAround(name);
    const look = lookOf(tag, name, this.#elements, around, this.#styles);
    const element = { tag, name, look, around, isOpen: false };
    const hasContent = kind !== "" ? !tag.isEmpty : !VOID.has(name);
    if (!hasContent || this.#elements.length >= MAX_DEPTH) return element;
    this.#push(element);
    if (MARKER.has(name)) this.#formatting.push(undefined);
    else if (FORMATTING.has(name)) this.#formatting.push(element);
    return element;
  }

  /** Returns `svg/` or `math/` if a tag opens an element of SVG or MathML. Closes drawings that HTML ends. */
  #kindOfDrawing({ name, attributes }: Tag): string {
    const kind = this.#drawing;
    if (kind === "") return name === "svg" || name === "math" ? `${name}/` : "";
    if (!ENDS_DRAWING.has(name) || (name === "font" && attributes.size === 0)) return kind;
    while (this.#drawing !== "") this.#closeTo(this.#elements.length - 1);
    return "";
  }

  /** The beginning of the names here: `svg/`, `math/` or empty. */
  get #drawing(): string {
    const last = this.#lastName;
    return last.slice(0, last.indexOf("/") + 1);
  }

  /** The name of the innermost element. */
  get #lastName(): string {
    return this.#elements.at(-1)?.name ?? "";
  }

  /** Closes what the start tag of an element ends, and opens formatting again. Returns whether the tag has an effect. */
  #closeBefore(name: string): boolean {
    // The reader opens `html` and `body` first. Later ones have no effect.
    if (IGNORED.has(name)) return this.#elements.length < 2;
    const places = PLACES.get(name);
    if (places !== undefined) {
      const place = this.#elements.findLastIndex((one) => places.has(one.name));
      if (place >= 0) this.#closeTo(place + 1);
      return place >= 0;
    }
    const closing = CLOSED_BY.get(name);
    const hasClosed = closing !== undefined && this.#closeInnermost(closing.closes, closing.within);
    // In an open `select`, the start tag of another one only ends it.
    if (hasClosed && name === "select") return false;
    if (ENDS_PARAGRAPH.has(name)) this.#closeInnermost("p", SCOPE);
    if (name === "a" || name === "nobr") this.#endFormatting(name);
    if (FORMATTING.has(name)) this.openAgain();
    return true;
  }

  /** Opens the formatting again that blocks around it have closed. */
  openAgain(): void {
    if (this.#drawing !== "") return;
    const formatting = this.#formatting;
    let from = formatting.length;
    while (from > 0 && formatting[from - 1]?.isOpen === false) from--;
    for (; from < formatting.length && this.#elements.length < MAX_DEPTH; from++) {
      this.#pushAgain(formatting[from] as OpenElement);
    }
  }

  /** Closes the element that an end tag ends. @returns whether there is one */
  close(name: string): boolean {
    if (FORMATTING.has(name)) return this.#endFormatting(name);
    return !IGNORED.has(name) && this.#closeInnermost(name, scopeOf(name));
  }

  /**
   * Ends the innermost formatting with a name. Blocks in it stay open. (The standard calls this the adoption agency
   * algorithm.)
   */
  #endFormatting(name: string): boolean {
    const elements = this.#elements;
    const formatting = this.#formatting;
    // The beginning of an element in MARKER ends the search.
    let at = formatting.length - 1;
    while (at >= 0 && formatting[at] !== undefined && formatting[at]?.name !== name) at--;
    const element = formatting[at];
    if (element === undefined) return this.#closeInnermost(name, SPECIAL);
    const place = element.isOpen ? elements.lastIndexOf(element) : -1;
    if (place >= 0 && elements.slice(place).some((one) => SCOPE.has(one.name))) return false;
    formatting.splice(at, 1);
    if (place < 0) return false;
    // Without a block inside, closes it with all its content; otherwise closes what follows the last block.
    const lastBlock = elements.findLastIndex((one, i) => i > place && SPECIAL.has(one.name));
    this.#closeTo(lastBlock < 0 ? place : lastBlock + 1);
    // Takes it out. Blocks and formatting inside it stay open, without its style.
    const inside = elements.splice(place).slice(1);
    element.isOpen = false;
    for (const one of inside) {
      one.isOpen = SPECIAL.has(one.name) || formatting.includes(one);
      if (one.isOpen) this.#pushAgain(one);
    }
    return true;
  }

  /** Closes the innermost element with a name, or with one of several. Returns whether there is one. */
  #closeInnermost(wanted: string | ReadonlySet<string>, within: ReadonlySet<string>): boolean {
    for (let place = this.#elements.length - 1; place >= 0; place--) {
      const { name } = this.#elements[place];
      if (typeof wanted === "string" ? name.slice(name.indexOf("/") + 1) === wanted : wanted.has(name)) {
        this.#closeTo(place);
        return true;
      }
      if (within.has(name)) break;
    }
    return false;
  }

  /** Opens an element at another place than before. */
  #pushAgain(element: OpenElement): void {
    element.around = this.#lookAround(element.name);
    element.look = lookOf(element.tag, element.name, this.#elements, element.around, this.#styles);
    this.#push(element);
  }

  #push(element: OpenElement): void {
    element.isOpen = true;
    this.#elements.push(element);
  }

  /** Closes the innermost elements until `count` are open. */
  #closeTo(count: number): void {
    while (this.#elements.length > count) {
      const element = this.#elements.pop() as OpenElement;
      element.isOpen = false;
      if (MARKER.has(element.name)) this.#formatting.length = this.#formatting.lastIndexOf(undefined);
      this.#closed(element);
    }
  }
}
