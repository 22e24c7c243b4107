import { safeText } from "../../base/safe-text.js";

/** HTML that is safe to put into a page. Create it with `html`, or with `trusted` from texts of this package. */
export class Markup {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

/** A value in a template. Markup stays as it is, text is escaped, and undefined and false are left out. */
type HtmlContent = Markup | string | false | undefined | readonly HtmlContent[];

/**
 * Creates markup from a template. It escapes values that are not markup, so that no text from a document or a file name
 * can become an element or leave its attribute. Write attributes in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? rendered(values[i]) : "")).join(""));
}

/** Marks a text as markup. Use it only for texts of this package or a library, never for a text from a document. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/** Escapes a text for use in an element or in a quoted attribute. */
export function escapedHtml(text: string): string {
  return safeText(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the HTML of a value in a template. */
function rendered(value: HtmlContent): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(rendered).join("");
  return escapedHtml(value);
}

/** Lets the browser break a name after a dot, slash, hyphen or underscore, because names have no spaces. */
export function breakable(name: string): Markup {
  const parts = name.split(/(?<=[^\d./_-][./_-])(?=[^./_-])/);
  return new Markup(parts.map(escapedHtml).join("<wbr>"));
}
