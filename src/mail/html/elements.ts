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

/** Start tags, the elements that they close, and the elements at which the search for these stops. */
const IMPLIED: ReadonlyMap<string, Implied> = new Map(
  [
    ["li", "li", "ul ol dir menu table td th caption"],
    ["dd dt", "dd dt", "dl table td th caption"],
    ["td th", "td th caption colgroup", "table"],
    ["tr", "tr caption colgroup", "table"],
    ["tbody thead tfoot", "thead tbody tfoot caption colgroup", "table"],
    ["option", "option", "select datalist optgroup"],
    ["a", "a", [...SCOPE].join(" ")],
  ].flatMap(([starts, closes, within]) => {
    const implied = { closes: names(closes), within: names(within) };
    return starts.split(" ").map((name) => [name, implied] as const);
  }),
);

const PARAGRAPH: Implied = { closes: names("p"), within: SCOPE };

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
