/** A fact about the structure of HTML. These words must never change, because models contain them as terms. */
export type HtmlFact =
  /** Binary data instead of text. Only its beginning was read. */
  | "binary"
  /** A comment between two letters. */
  | "comment-in-word"
  /** A link whose text is an address at another site. */
  | "deceiving-link"
  /** Elements nested deeper than MAX_DEPTH. */
  | "deep"
  /** An ASCII letter or digit that is written as a number. */
  | "encoded-letter"
  /** A style sheet from another place. */
  | "external-style"
  | "form"
  /** A frame or an embedded object. */
  | "frame"
  /** Invisible text between two letters. */
  | "hidden-in-word"
  | "image"
  /** Data instead of an address, `data:…`. */
  | "inline-data"
  /** Longer than MAX_HTML. Only the beginning was read. */
  | "long"
  /** More tokens than MAX_TOKENS, or styles that exceed MAX_WORK. Only the beginning was read. */
  | "many-elements"
  /** More links than MAX_LINKS. */
  | "many-links"
  /** A NUL, which browsers ignore. */
  | "nul"
  | "password-field"
  | "refresh"
  | "script"
  /** An end tag that has no start tag. */
  | "stray-end"
  /** A picture of at most one pixel. */
  | "tracking-pixel"
  /** A missing end tag that is required. */
  | "unclosed"
  /** A comment that is not closed. */
  | "unclosed-comment"
  /** A tag that is not closed. */
  | "unclosed-tag"
  /** A tag that is not an HTML element, between two letters. */
  | "unknown-tag-in-word";
