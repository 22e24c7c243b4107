import { CLEAR, type Colour, nearlyEqual } from "./colour.js";
import { FORMATTING, impliedBy, NEVER_SHOWN, SCOPE } from "./elements.js";
import { NO_STYLE, type Style } from "./style.js";

/** How text looks at one place. */
export interface Look {
  readonly seen: boolean;
  /** Whether an element around it is hidden with all its content. */
  readonly gone: boolean;
  readonly visible: boolean;
  /** The size of the font, in pixels. */
  readonly size: number;
  readonly colour: Colour;
  readonly background: Colour;
}

/** Black on white. */
const PAGE: Look = { seen: true, gone: false, visible: true, size: 16, colour: 0, background: 0xffffff };

/** In pixels; smaller letters cannot be read. */
const UNREADABLE = 2;

/** Deeper elements count as part of the one around them. Chromium has the same limit. */
export const MAX_DEPTH = 512;

interface OpenElement {
  readonly name: string;
  readonly style: Style;
  readonly look: Look;
}

/**
 * The elements that are open at one place of a document, by the rules of browsers for tags that
 * close others, formatting that outlives its block, and end tags without a start. No operation
 * searches all of them: the cost is what it opens and closes.
 */
export class OpenElements {
  readonly #elements: OpenElement[] = [];
  /** The places of the elements of each name, outermost first. */
  readonly #places = new Map<string, number[]>();
  /** The places of the elements in SCOPE. */
  readonly #scopes: number[] = [];
  /** How many elements are open beyond MAX_DEPTH. */
  #beyond = 0;

  get look(): Look {
    return this.#elements.at(-1)?.look ?? PAGE;
  }

  /** Outermost first. */
  names(): string[] {
    return this.#elements.map(({ name }) => name);
  }

  /** Closes what the start tag of this element closes. */
  before(name: string): void {
    const implied = impliedBy(name);
    if (implied === undefined) return;
    const place = this.#innermost(implied.closes);
    if (place >= 0 && place > this.#innermost(implied.within)) this.#closeFrom(place);
  }

  /** @returns false beyond MAX_DEPTH */
  open(name: string, style: Style): boolean {
    if (this.#elements.length >= MAX_DEPTH) {
      this.#beyond++;
      return false;
    }
    this.#push(name, style);
    return true;
  }

  /** The end tag of an element. @returns false if no such element is open */
  close(name: string): boolean {
    if (this.#beyond > 0) {
      this.#beyond--;
      return true;
    }
    const place = this.#places.get(name)?.at(-1) ?? -1;
    // The end of a row or table closes cells; any other end tag stays inside its cell.
    const scope = STRUCTURE.has(name) ? -1 : (this.#scopes.at(-1) ?? -1);
    if (place < 0 || place < scope) return false;
    this.#closeFrom(place);
    return true;
  }

  /** The style of the innermost element of that name. */
  styleOf(name: string): Style {
    const place = this.#places.get(name)?.at(-1);
    return place === undefined ? NO_STYLE : this.#elements[place].style;
  }

  /** How an element with this style looks here. */
  lookOf(name: string, style: Style): Look {
    return lookIn(this.look, name, style);
  }

  #innermost(names: Iterable<string>): number {
    let innermost = -1;
    for (const name of names) innermost = Math.max(innermost, this.#places.get(name)?.at(-1) ?? -1);
    return innermost;
  }

  /** Closes an element with its content, and reopens the formatting in it that no end tag has closed. */
  #closeFrom(place: number): void {
    const formatting: OpenElement[] = [];
    let isScope = false;
    while (this.#elements.length > place) {
      const element = this.#elements.pop();
      if (element === undefined) break;
      this.#places.get(element.name)?.pop();
      if (SCOPE.has(element.name)) {
        this.#scopes.pop();
        isScope = true;
      }
      const isFormatting = FORMATTING.has(element.name) && this.#elements.length > place;
      if (isFormatting && formatting.length < MAX_OPENED_AGAIN) formatting.push(element);
    }
    if (!isScope) for (const { name, style } of formatting.reverse()) this.#push(name, style);
  }

  #push(name: string, style: Style): void {
    const place = this.#elements.length;
    this.#elements.push({ name, style, look: lookIn(this.look, name, style) });
    const places = this.#places.get(name);
    if (places === undefined) this.#places.set(name, [place]);
    else places.push(place);
    if (SCOPE.has(name)) this.#scopes.push(place);
  }
}

/** Each block that ends reopens at most this many, because each costs time. */
const MAX_OPENED_AGAIN = 16;

/** Elements whose end tags close cells. */
const STRUCTURE: ReadonlySet<string> = new Set(["body", "html", "table", "tbody", "td", "tfoot", "th", "thead", "tr"]);

function lookIn(around: Look, name: string, style: Style): Look {
  const never = NEVER_SHOWN.has(name);
  if (!never && isEmpty(style)) return around;
  const gone = around.gone || never || style.display === "none" || style.gone === true;
  const visible = style.visible ?? around.visible;
  const size = style.size?.pixels ?? around.size * (style.size?.times ?? 1);
  const colour = style.colour ?? around.colour;
  const background = style.background === CLEAR ? around.background : (style.background ?? around.background);
  const legible = size > UNREADABLE && colour !== CLEAR && !nearlyEqual(colour, background);
  return { seen: !gone && visible && legible, gone, visible, size, colour, background };
}

function isEmpty({ display, visible, size, colour, background, gone }: Style): boolean {
  return (display ?? visible ?? size ?? colour ?? background ?? gone) === undefined;
}
