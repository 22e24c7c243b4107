/** Lists of elements with a common property (HTML standard). */
import { names } from "../../base/lists.js";
import { RAW } from "./tokens.js";

/** Elements without content and without an end tag (section 13.1.2). */
export const VOID: ReadonlySet<string> = names(
  "area base basefont bgsound br col embed frame hr img input isindex keygen link meta param source spacer track wbr",
);

/** Elements that end a paragraph, which therefore cannot contain them. */
export const ENDS_PARAGRAPH: ReadonlySet<string> = names(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3
  h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp`,
);

/** Elements that begin and end a line. */
export const BLOCK: ReadonlySet<string> = new Set([
  ...ENDS_PARAGRAPH,
  ...names("body br caption frame frameset head html legend optgroup option select table tbody tfoot thead tr"),
]);

/** Elements that are separated from their neighbours by a space. */
export const APART: ReadonlySet<string> = names("button input meter progress td th textarea");

/** Elements whose content is not part of the text of the page. */
export const DROPPED: ReadonlySet<string> = names("iframe noembed noframes script style title");

/** Types of `<input>` that show their value. */
export const SHOWS_VALUE: ReadonlySet<string> = names("button email reset search submit text url");

/** Elements whose content is never shown. */
export const NEVER_SHOWN: ReadonlySet<string> = names("audio canvas datalist meter progress rp template video");

/** Elements whose end tag is optional (section 13.1.2.4). */
export const END_IS_OPTIONAL: ReadonlySet<string> = names(
  "body colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr",
);

/** Elements that are opened again if a block around them ends before they do (section 13.2.4.3). */
export const FORMATTING: ReadonlySet<string> = names("a b big code em font i nobr s small strike strong tt u");

/** Elements in which the formatting around them is not opened again. */
export const MARKER: ReadonlySet<string> = names("applet caption marquee object td template th");

/** Elements whose tags open nothing: a page has them from its beginning, or they have no effect on text. */
export const IGNORED: ReadonlySet<string> = names("body col colgroup frame frameset head html");

/** Elements that can contain only parts of a table. Anything else in them is shown before the table. */
export const HOLDS_PARTS: ReadonlySet<string> = names("table tbody tfoot thead tr");

/** The parts of a table. A start tag of one of them has no effect outside of a table. */
export const TABLE_PARTS: ReadonlySet<string> = names("caption tbody td tfoot th thead tr");

/** Elements that no end tag of an inline element closes (section 13.2.4.2). */
export const SPECIAL: ReadonlySet<string> = new Set([
  ...VOID,
  ...RAW,
  ...ENDS_PARAGRAPH,
  ...MARKER,
  ...IGNORED,
  ...HOLDS_PARTS,
  ...names("button noscript select"),
]);

/** Elements of HTML that end a drawing or a formula around them (section 13.2.6.5). */
export const ENDS_DRAWING: ReadonlySet<string> = names(
  `b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
  nobr ol p pre ruby s small span strike strong sub sup table tt u ul var`,
);

/** All elements that are or were part of HTML. */
export const KNOWN: ReadonlySet<string> = new Set([
  ...BLOCK,
  ...APART,
  ...NEVER_SHOWN,
  ...END_IS_OPTIONAL,
  ...FORMATTING,
  ...SPECIAL,
  ...names(`abbr acronym bdi bdo blink cite data del dfn ins kbd label map mark math output picture q ruby samp slot span
  sub sup svg time var`),
]);
