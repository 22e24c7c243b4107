import { HtmlReader } from "./html/reader.js";

/** HTML as a person would see it, and what else is in it. All texts are UTF-8. */
export interface HtmlText {
  /** What is seen: a line for a block, words that only inline tags or comments are inside of in one piece. */
  readonly visible: Uint8Array;
  /** What is not seen: text not displayed, of no size, of the colour of its background, off the page. */
  readonly hidden: Uint8Array;
  /** The title of the document. */
  readonly title: Uint8Array;
  /** What stands for pictures: their `alt` and `title`, a line for each picture. */
  readonly alternatives: Uint8Array;
  /** Where it leads and what it loads, in the order of the document; the first MAX_LINKS. */
  readonly links: readonly HtmlLink[];
  /** How often each structural fact was met; those that were not are not there. */
  readonly facts: ReadonlyMap<HtmlFact, number>;
}

/** A target in HTML. */
export interface HtmlLink {
  /** As it stands, entities decoded, at most MAX_ATTRIBUTE characters. */
  readonly url: string;
  /**
   * `link` (a, area), `form` (its action), `image` (pictures, backgrounds), `load` (frames, style
   * sheets, scripts, media), `base`, `refresh` (the page that follows by itself).
   */
  readonly kind: "link" | "form" | "image" | "load" | "base" | "refresh";
  /** What is seen of a link, at most MAX_LINK_TEXT characters. */
  readonly text?: string;
  /** The text is an address at another site than the target's. */
  readonly deceiving?: true;
}

/** A structural fact of HTML, in a word. */
export type HtmlFact =
  /** Looks like data, not text: only its beginning was read. */
  | "binary"
  /** A comment between two letters. */
  | "comment-in-word"
  /** A link whose text is an address at another site. */
  | "deceiving-link"
  /** Elements nested deeper than MAX_DEPTH. */
  | "deep"
  /** A letter or digit of ASCII written as a number. */
  | "encoded-letter"
  /** A style sheet from elsewhere. */
  | "external-style"
  | "form"
  /** A frame or an embedded object. */
  | "frame"
  /** Text that is not seen between two letters. */
  | "hidden-in-word"
  | "image"
  /** Data in the place of an address, `data:…`. */
  | "inline-data"
  /** More links than MAX_LINKS. */
  | "many-links"
  /** A NUL, which browsers leave out. */
  | "nul"
  | "password-field"
  | "refresh"
  | "script"
  /** An end tag without a start tag. */
  | "stray-end"
  /** A picture of one pixel or none. */
  | "tracking-pixel"
  /** An element whose end tag is missing and required. */
  | "unclosed"
  /** A comment that goes to the end. */
  | "unclosed-comment"
  /** A tag that goes to the end. */
  | "unclosed-tag"
  /** An element that HTML does not have between two letters. */
  | "unknown-tag-in-word";

/**
 * Reads HTML as a mail program would show it, scripts off. Tolerates anything; takes time
 * linear in the length.
 *
 * What is seen goes by the HTML standard's rules for broken markup as far as they move text
 * in or out of an element, by `style` attributes, by `<style>` rules for a tag, a class or an
 * id, and by the old attributes for colour and size. What depends on other selectors, scripts
 * or the width of the screen cannot be told and counts as seen.
 *
 * @param html UTF-8; what is not is replaced
 */
export function readHtml(html: Uint8Array): HtmlText {
  return new HtmlReader().read(html);
}
