import { CLEAR, type Colour, nearlyEqual } from "./colour.js";
import { FORMATTING, impliedBy, NEVER_SHOWN, SCOPE } from "./elements.js";
import type { Style } from "./style.js";

/** How text looks at some place. */
export interface Look {
  readonly seen: boolean;
  /** Whether an element around it is hidden with all that is in it. */
  readonly gone: boolean;
  readonly visible: boolean;
  /** Of the font, in pixels. */
  readonly size: number;
  readonly colour: Colour;
  readonly background: Colour;
}

/** Black on white. */
const PAGE: Look = { seen: true, gone: false, visible: true, size: 16, colour: 0, background: 0xffffff };

/** No letter of this size, in pixels, can be read. */
const UNREADABLE = 2;

/** Deeper elements are taken for part of the one around them; Chromium opens 512 at most. */
export const MAX_DEPTH = 512;

interface OpenElement {
  readonly name: string;
  readonly style: Style;
  readonly look: Look;
}

/**
 * The elements that are open at some place of a document, as a browser has them: tags that
 * close others, formatting that outlives the block it began in, end tags without a start.
 * An operation looks at MAX_DEPTH elements at most.
 */
export class OpenElements {
  readonly #elements: OpenElement[] = [];
  /** How many of each name are open. */
  readonly #counts = new Map<string, number>();
  /** How many elements are open beyond MAX_DEPTH. */
  #beyond = 0;

  get look(): Look {
    return this.#elements.at(-1)?.look ?? PAGE;
  }

  /** From the outermost. */
  *names(): Generator<string> {
    for (const { name } of this.#elements) yield name;
  }

  /** Closes what the start tag of an element closes. */
  before(name: string): void {
    const implied = impliedBy(name);
    if (implied === undefined) return;
    const { closes, within } = implied;
    if (![...closes].some((one) => (this.#counts.get(one) ?? 0) > 0)) return;
    for (let at = this.#elements.length - 1; at >= 0; at--) {
      const open = this.#elements[at].name;
      if (closes.has(open)) {
        this.#closeFrom(at);
        return;
      }
      if (within.has(open)) return;
    }
  }

  /** @returns false if it is too deep to be told from the one around it */
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
    if ((this.#counts.get(name) ?? 0) === 0) return false;
    for (let at = this.#elements.length - 1; at >= 0; at--) {
      const open = this.#elements[at].name;
      if (open === name) {
        this.#closeFrom(at);
        return true;
      }
      // The end of a row or of a table closes cells; that of anything else stays inside its cell.
      if (SCOPE.has(open) && !STRUCTURE.has(name)) return false;
    }
    return false;
  }

  /** How an element with this style would look here. */
  lookOf(name: string, style: Style): Look {
    return lookIn(this.look, name, style);
  }

  /** Closes an element with all that is in it, and opens again the formatting in it that no end tag has closed. */
  #closeFrom(at: number): void {
    const closed = this.#elements.splice(at);
    for (const { name } of closed) this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
    if (closed.length === 1) return;
    const scope = closed.findLastIndex(({ name }) => SCOPE.has(name));
    if (scope >= 0) return;
    for (const { name, style } of closed.slice(1)) if (FORMATTING.has(name)) this.#push(name, style);
  }

  #push(name: string, style: Style): void {
    this.#elements.push({ name, style, look: lookIn(this.look, name, style) });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}

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
