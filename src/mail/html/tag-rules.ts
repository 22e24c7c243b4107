/** The open elements that a tag closes (HTML standard, section 13.2.6.4). */
import { byName, names } from "../../base/lists.js";
import { HOLDS_HTML, SPECIAL, TABLE_PARTS } from "./elements.js";

/** Elements that a start tag closes, and those at which the search for them ends. */
export interface Closing {
  readonly closes: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
}

/** End tags close nothing outside of these elements, unless `scopeOf` says otherwise. */
export const SCOPE: ReadonlySet<string> = new Set([
  ...names("applet caption html marquee object select table td template th"),
  ...HOLDS_HTML,
]);
const BUTTON_SCOPE = new Set([...SCOPE, "button"]);
const LIST_SCOPE = new Set([...SCOPE, "ol", "ul"]);
const TABLE_SCOPE = names("html table template");

/** Elements that end a paragraph. Formatting is not opened again around them. */
const ENDS_PARAGRAPH = names(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3
  h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp`,
);
const PARAGRAPH: Closing = { closes: names("p"), within: BUTTON_SCOPE };

/** Other elements around which formatting is not opened again. */
const NOT_IN_LINE = names("param rb rp rt rtc source textarea track");

/** Special elements that end the search for an open list item. */
const BOUNDS_ITEMS = new Set([...SPECIAL].filter((name) => !/^(?:address|div|p)$/.test(name)));

/** The elements that start tags close, in addition to paragraphs. */
const CLOSED_BY = byName<Closing>({
  li: { closes: names("li"), within: BOUNDS_ITEMS },
  "dd dt": { closes: names("dd dt"), within: BOUNDS_ITEMS },
  table: { closes: names("table"), within: names("caption html td template th") },
  button: { closes: names("button"), within: SCOPE },
  "input select": { closes: names("select"), within: TABLE_SCOPE },
});

/** Elements that a start tag closes if they are the innermost ones. */
export const CLOSES_LAST: ReadonlyMap<string, ReadonlySet<string>> = byName({
  "h1 h2 h3 h4 h5 h6": names("h1 h2 h3 h4 h5 h6"),
  option: names("option"),
  optgroup: names("optgroup option"),
});

/** Returns what a start tag closes, in this order. A paragraph can contain tables, as in quirks mode. */
export function closedBy(name: string): readonly Closing[] {
  const closing = CLOSED_BY.get(name);
  const paragraph = ENDS_PARAGRAPH.has(name) && name !== "table" ? [PARAGRAPH] : [];
  return closing === undefined ? paragraph : [closing, ...paragraph];
}

/** Returns the elements outside of which the end tag of an element closes nothing. */
export function scopeOf(name: string): ReadonlySet<string> {
  if (name === "p") return BUTTON_SCOPE;
  if (name === "li") return LIST_SCOPE;
  if (name === "table" || TABLE_PARTS.has(name)) return TABLE_SCOPE;
  return SPECIAL.has(name) || name === "dialog" ? SCOPE : SPECIAL;
}

/** Whether formatting that a block has ended is opened again before this element. */
export function isInLine(name: string): boolean {
  return !ENDS_PARAGRAPH.has(name) && !TABLE_PARTS.has(name) && !NOT_IN_LINE.has(name);
}

/** The elements in which a part of a table is placed. */
export const PLACES = byName({
  tr: names("table tbody tfoot thead"),
  "td th": names("table tbody tfoot thead tr"),
  "caption tbody tfoot thead": names("table"),
});
