/** The open elements that a tag closes (HTML standard, section 13.2.6.4). */
import { byName, names } from "../../base/lists.js";
import { SPECIAL, TABLE_PARTS } from "./elements.js";

/** Elements that a start tag closes, and those at which the search for them ends. */
interface Closing {
  readonly closes: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
}

/** End tags close nothing outside of these elements, unless `scopeOf` says otherwise. */
export const SCOPE: ReadonlySet<string> = names("applet caption html marquee object select table td template th");
const LISTS = new Set([...SCOPE, ...names("dl ol ul")]);
const TABLES = names("html table template");

/** The elements that start tags close, in addition to paragraphs. */
export const CLOSED_BY: ReadonlyMap<string, Closing> = byName({
  li: { closes: names("li"), within: LISTS },
  "dd dt": { closes: names("dd dt"), within: LISTS },
  table: { closes: names("table"), within: names("caption html td template th") },
  "optgroup option": { closes: names("option"), within: SCOPE },
  "input select": { closes: names("select"), within: TABLES },
});

/** Returns the elements outside of which the end tag of an element closes nothing. */
export function scopeOf(name: string): ReadonlySet<string> {
  if (name === "table" || TABLE_PARTS.has(name)) return TABLES;
  return SPECIAL.has(name) ? SCOPE : SPECIAL;
}

/** The elements in which a part of a table is placed. */
export const PLACES = byName({
  tr: names("table tbody tfoot thead"),
  "td th": names("table tbody tfoot thead tr"),
  "caption tbody tfoot thead": names("table"),
});
