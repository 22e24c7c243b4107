import {
  ENDS_DRAWING,
  FORMATTING,
  HEADINGS,
  HOLDS_HTML,
  HOLDS_PARTS,
  IGNORED,
  IN_TABLE,
  MARKER,
  SPECIAL,
  TABLE_PARTS,
  VOID,
} from "./elements.js";
import { type Look, PAGE } from "./look.js";
import type { Work } from "./selectors.js";
import { CLOSES_LAST, closedBy, isInLine, PLACES, SCOPE, scopeOf } from "./tag-rules.js";
import { RAW, type Tag, type TagFacts } from "./tokens.js";

/** Deeper elements become part of the element around them. Chromium has the same limit. */
export const MAX_DEPTH = 512;

/** An element that is open, or formatting that may be opened again. */
export interface OpenElement {
  readonly tag: Tag;
  /** The name of the tag; with `svg/` or `math/` before it if the element belongs to a drawing or formula. */
  readonly name: string;
  look: Look;
  isOpen: boolean;
}

/** The calls that an element needs from the reader of its page. */
export interface ElementReader {
  /** Returns how an element looks. @param name as in `OpenElement` @param path the elements around it */
  lookOf(tag: Tag, name: string, path: readonly OpenElement[], around: Look): Look;
  /** Called when an element has been closed. */
  closed(element: OpenElement, around: Look): void;
}

/**
 * The elements that are open at one place of a page. Tags open and close them as in browsers (HTML standard, section
 * 13.2.6), but there is no tree: what browsers move, such as text between the cells of a table, looks as if it had been
 * moved, but stays in its place.
 */
export class OpenElements {
  /** The innermost element is the last. */
  readonly #elements: OpenElement[] = [];
  /** Formatting without an end tag, the last one last. `undefined` stands for the beginning of an element in MARKER. */
  readonly #formatting: (OpenElement | undefined)[] = [];
  /** How many elements deeper than MAX_DEPTH are open. */
  #beyond = 0;
  readonly #reader: ElementReader;
  readonly #facts: TagFacts;
  readonly #work: Work;

  constructor(reader: ElementReader, facts: TagFacts, work: Work) {
    this.#reader = reader;
    this.#facts = facts;
    this.#work = work;
  }

  /** The names of the open elements. */
  get names(): string[] {
    return this.#elements.map(({ name }) => name);
  }

  /** How text looks here. */
  get look(): Look {
    return this.#lookAround("");
  }

  /** Whether this place is in a table, but not in a cell. Browsers show its text before the table. */
  get isBetweenCells(): boolean {
    return HOLDS_PARTS.has(this.#elements.findLast((one) => IN_TABLE.has(one.name))?.name ?? "");
  }

  /** Returns how the element looks in which another one is placed. Only parts of a table are placed between its rows. */
  #lookAround(name: string): Look {
    let place = this.#elements.length - 1;
    if (HOLDS_PARTS.has(this.#lastName) && !TABLE_PARTS.has(name)) {
      place = this.#elements.findLastIndex(({ name }) => name === "table") - 1;
    }
    return this.#elements[place]?.look ?? PAGE;
  }

  /** Opens an element, after closing those that its start tag ends. @returns undefined if the tag has no effect */
  open(tag: Tag): { element: OpenElement; around: Look } | undefined {
    const kind = this.#kindOfDrawing(tag);
    const name = kind + tag.name;
    if (kind !== "") this.openAgain();
    else if (!this.#closeBefore(name)) return undefined;
    const around = this.#lookAround(name);
    const element = { tag, name, look: this.#reader.lookOf(tag, name, this.#elements, around), isOpen: false };
    if (kind !== "" ? tag.isEmpty : VOID.has(name)) return { element, around };
    if (this.#elements.length >= MAX_DEPTH) {
      this.#facts.add("deep");
      if (!RAW.has(name)) this.#beyond++;
      return { element, around };
    }
    this.#push(element);
    if (MARKER.has(name)) this.#formatting.push(undefined);
    else if (FORMATTING.has(name)) this.#formatting.push(element);
    return { element, around };
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
    return HOLDS_HTML.has(last) ? "" : last.slice(0, last.indexOf("/") + 1);
  }

  /** The name of the innermost element. */
  get #lastName(): string {
    return this.#elements.at(-1)?.name ?? "";
  }

  /** Closes what the start tag of an element ends, and opens formatting again. Returns whether the tag has an effect. */
  #closeBefore(name: string): boolean {
    if (IGNORED.has(name)) return this.#elements.length < 2;
    const places = PLACES.get(name);
    if (places !== undefined) {
      const place = this.#elements.findLastIndex((one) => places.has(one.name) || one.name === "template");
      const isInTable = place >= 0 && this.#elements[place].name !== "template";
      if (isInTable) this.#closeTo(place + 1);
      return isInTable;
    }
    for (const { closes, within } of closedBy(name)) {
      const place = this.#find(closes, within);
      if (place < 0) continue;
      this.#closeTo(place);
      if (name === "select") return false;
    }
    while (CLOSES_LAST.get(name)?.has(this.#lastName)) this.#closeTo(this.#elements.length - 1);
    if (name === "a" || name === "nobr") this.#endFormatting(name);
    if (isInLine(name)) this.openAgain();
    return true;
  }

  /** Opens the formatting again that blocks around it have closed. */
  openAgain(): void {
    if (this.#drawing !== "") return;
    const formatting = this.#formatting;
    let from = formatting.length;
    while (from > 0 && formatting[from - 1]?.isOpen === false) from--;
    for (; from < formatting.length && this.#elements.length < MAX_DEPTH; from++) {
      const element = formatting[from] as OpenElement;
      this.#lookAgain(element);
      this.#push(element);
    }
  }

  #lookAgain(element: OpenElement): void {
    element.look = this.#reader.lookOf(element.tag, element.name, this.#elements, this.#lookAround(element.name));
  }

  /** Closes the element that an end tag ends. @returns whether there is one */
  close(name: string): boolean {
    if (this.#beyond > 0 && !RAW.has(name)) {
      this.#beyond--;
      return true;
    }
    if (FORMATTING.has(name)) return this.#endFormatting(name);
    return !IGNORED.has(name) && this.#closeInnermost(HEADINGS.has(name) ? HEADINGS : name, scopeOf(name));
  }

  /**
   * Ends the innermost formatting with a name. Blocks in it stay open. (The standard calls this the adoption agency
   * algorithm.)
   */
  #endFormatting(name: string): boolean {
    const elements = this.#elements;
    const formatting = this.#formatting;
    let at = formatting.length - 1;
    while (at >= 0 && formatting[at] !== undefined && formatting[at]?.name !== name) at--;
    const element = formatting[at];
    if (element === undefined) return this.#closeInnermost(name, SPECIAL);
    const place = element.isOpen ? elements.lastIndexOf(element) : -1;
    if (place >= 0 && elements.slice(place).some((one) => SCOPE.has(one.name))) return false;
    formatting.splice(at, 1);
    if (place < 0) return false;
    const lastBlock = elements.findLastIndex((one, i) => i > place && SPECIAL.has(one.name));
    this.#closeTo(lastBlock < 0 ? place : lastBlock + 1);
    const inside = elements.splice(place).slice(1);
    element.isOpen = false;
    for (const one of inside) {
      one.isOpen = SPECIAL.has(one.name) || formatting.includes(one);
      if (!one.isOpen) continue;
      this.#lookAgain(one);
      this.#push(one);
    }
    return true;
  }

  #closeInnermost(wanted: string | ReadonlySet<string>, within: ReadonlySet<string>): boolean {
    const place = this.#find(wanted, within);
    if (place >= 0) this.#closeTo(place);
    return place >= 0;
  }

  /** Returns the place of the innermost element with a name, or with one of several; -1 if there is none. */
  #find(wanted: string | ReadonlySet<string>, within: ReadonlySet<string>): number {
    for (let place = this.#elements.length - 1; place >= 0; place--) {
      const { name } = this.#elements[place];
      if (typeof wanted === "string" ? name.slice(name.indexOf("/") + 1) === wanted : wanted.has(name)) return place;
      if (within.has(name)) break;
    }
    return -1;
  }

  #push(element: OpenElement): void {
    this.#work.spend(10);
    element.isOpen = true;
    this.#elements.push(element);
  }

  /** Closes elements until only a number of them are open. */
  #closeTo(number: number): void {
    while (this.#elements.length > number) {
      const element = this.#elements.pop() as OpenElement;
      element.isOpen = false;
      if (MARKER.has(element.name)) this.#formatting.length = this.#formatting.lastIndexOf(undefined);
      this.#reader.closed(element, this.#lookAround(element.name));
    }
  }
}
