/** Lists of elements with a common property, by their names in HTML, SVG and MathML. */
import { names } from "../../../base/names.js";

/** Elements without content and without an end tag (HTML standard, section 13.1.2). */
export const VOID: ReadonlySet<string> = names(
  "area base basefont bgsound br col embed frame hr img input isindex keygen link meta param source spacer track wbr",
);

/** Elements whose content is not markup, up to their end tag. */
export const RAW: ReadonlySet<string> = names("iframe noembed noframes plaintext script style textarea title xmp");

/** Elements that begin and end a line. */
export const BLOCK: ReadonlySet<string> = names(
  `address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup
  option p plaintext pre search section select summary table tbody tfoot thead tr ul xmp`,
);

/** Elements that are separated from their neighbours by a space. */
export const APART: ReadonlySet<string> = names("button input meter progress td th textarea");

/** Elements with margins or a height of their own. */
export const WITH_HEIGHT: ReadonlySet<string> = names(
  "blockquote button dir dl fieldset figure h1 h2 h3 h4 h5 h6 hr img input listing menu ol p pre select table textarea ul xmp",
);

/** Elements whose content is not part of the text of the page. */
export const DROPPED: ReadonlySet<string> = names("iframe noembed noframes script style title");

/** Types of `<input>` that show their value. */
export const SHOWS_VALUE: ReadonlySet<string> = names("button email reset search submit text url");

/** Elements whose content is never shown. */
export const NEVER_SHOWN: ReadonlySet<string> = names("audio canvas datalist meter progress rp template video");

/** Elements of MathML whose content is never shown. */
export const NEVER_SHOWN_MATH: ReadonlySet<string> = names("annotation annotation-xml");

/** Elements of SVG that are drawn. The content of all other elements, also unknown ones, is not shown. */
export const DRAWN: ReadonlySet<string> = names("a foreignObject g svg switch text textPath tspan use");

/** Elements of SVG and MathML that show the text directly in them. */
export const DRAWN_TEXT: ReadonlySet<string> = names("foreignObject text mi mn mo ms mtext");

/** Elements that show the text directly in them if they are in an element that does so. */
export const DRAWN_IN_TEXT: ReadonlySet<string> = names("a textPath tspan");

/** Elements whose end tag is optional (HTML standard, section 13.1.2.4). */
export const END_IS_OPTIONAL: ReadonlySet<string> = names(
  "body colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr",
);

/** All elements that are or were part of HTML. */
export const KNOWN: ReadonlySet<string> = new Set([
  ...VOID,
  ...RAW,
  ...BLOCK,
  ...APART,
  ...NEVER_SHOWN,
  ...END_IS_OPTIONAL,
  ...names(`a abbr acronym applet b bdi bdo big blink cite code data del dfn em font i ins kbd label map mark marquee math
  nobr noscript object output picture q ruby s samp slot small span strike strong sub sup svg time tt u var`),
]);
