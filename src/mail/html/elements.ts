/** Elements without content and end tag (HTML standard, section 13.1.2). */
export const VOID: ReadonlySet<string> = names(
  "area base basefont bgsound br col embed frame hr img input isindex keygen link meta param source spacer track wbr",
);

/** Elements whose content is not markup, up to their own end tag. */
export const RAW: ReadonlySet<string> = names("iframe noembed noframes plaintext script style textarea title xmp");

/** Elements that begin and end a line. */
export const BLOCK: ReadonlySet<string> = names(
  `address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure
  footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html isindex legend li listing main menu nav ol optgroup
  option p plaintext pre search section select summary table tbody tfoot thead tr ul xmp`,
);

/** Elements that stand beside their neighbours with a space between. */
export const APART: ReadonlySet<string> = names("button input meter progress td th textarea");

/** Elements whose content is never shown. */
export const NEVER_SHOWN: ReadonlySet<string> = names("audio canvas datalist rp template video");

/** Elements that a browser opens again after the end tag of an outer element closed them (section 13.2.4.3). */
export const FORMATTING: ReadonlySet<string> = names("a b big code em font i nobr s small strike strong tt u");

/** End tags inside these elements do not close anything outside them. */
export const SCOPE: ReadonlySet<string> = names("caption html marquee object table td template th");

/** Elements that may stay unclosed (section 13.1.2.4). */
export const END_IS_OPTIONAL: ReadonlySet<string> = names(
  "body colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr",
);

/** Elements that a start tag closes, and the elements at which it stops looking for them (section 13.2.6.4). */
export interface Implied {
  readonly closes: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
}

const LISTS = names("ul ol dir menu table td th caption");
const TABLES = names("table");
const ITEM: Implied = { closes: names("li"), within: LISTS };
const TERM: Implied = { closes: names("dd dt"), within: names("dl table td th caption") };
const PARAGRAPH: Implied = { closes: names("p"), within: SCOPE };
const CELL: Implied = { closes: names("td th caption colgroup"), within: TABLES };
const ROW: Implied = { closes: names("tr caption colgroup"), within: TABLES };
const SECTION: Implied = { closes: names("thead tbody tfoot caption colgroup"), within: TABLES };
const OPTION: Implied = { closes: names("option"), within: names("select datalist optgroup") };
const LINK: Implied = { closes: names("a"), within: SCOPE };

const IMPLIED: ReadonlyMap<string, Implied> = new Map([
  ["li", ITEM],
  ["dd", TERM],
  ["dt", TERM],
  ["td", CELL],
  ["th", CELL],
  ["tr", ROW],
  ["tbody", SECTION],
  ["thead", SECTION],
  ["tfoot", SECTION],
  ["option", OPTION],
  ["a", LINK],
]);

/** Blocks that a paragraph cannot hold. */
const ENDS_PARAGRAPH = names(
  `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4
  h5 h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section summary ul xmp`,
);

/** The elements that a start tag closes. */
export function impliedBy(name: string): Implied | undefined {
  return IMPLIED.get(name) ?? (ENDS_PARAGRAPH.has(name) ? PARAGRAPH : undefined);
}

/** Every element that HTML has or had. */
export const KNOWN: ReadonlySet<string> = new Set([
  ...VOID,
  ...RAW,
  ...BLOCK,
  ...APART,
  ...NEVER_SHOWN,
  ...FORMATTING,
  ...SCOPE,
  ...END_IS_OPTIONAL,
  ...names(`abbr acronym applet bdi bdo blink cite data del dfn ins kbd label map math noscript output picture q
  ruby samp slot span sub sup svg time var`),
]);

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
