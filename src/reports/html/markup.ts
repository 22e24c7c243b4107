import { safeText } from "../safe-text.js";

/** HTML that is safe to stand in a page as it is: only `html` makes it, and `trusted` of what this package wrote itself. */
export class Markup {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

/** What can stand between the parts of a template: markup as it is, text escaped, nothing for what is not there. */
export type Content = Markup | string | number | false | undefined | readonly Content[];

/**
 * A template whose values are escaped unless they are markup themselves, so that no text
 * from a document or a file name can become an element or leave its attribute. Attributes
 * have to be written in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? rendered(values[i]) : "")).join(""));
}

/** Markup that comes from this package or a library, never from a document. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/** Text for the content of an element or a quoted attribute: made safe for a line, then every character that means something in HTML replaced. */
export function escapedHtml(text: string): string {
  return safeText(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function rendered(value: Content): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "object") return value.map(rendered).join("");
  return escapedHtml(String(value));
}

/** A name that may break after a dot, a slash, a hyphen or an underscore: names have no spaces to break at. */
export function breakable(name: string): Markup {
  return new Markup(
    name
      .split(/(?<=[^./_-][./_-])(?=[^./_-])/)
      .map(escapedHtml)
      .join("<wbr>"),
  );
}
