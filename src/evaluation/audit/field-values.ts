import { sumOf } from "../../base/lists.js";
import { headerFields } from "../../mail/header/header.js";
import type { FieldClasses } from "./predictors.js";

/** Minimum share of documents with a field. A rarer field can hardly change accuracy. */
const MIN_SHARE = 0.05;

/** Maximum number of fields to examine, the most frequent first. */
const MAX_FIELDS = 64;

/** Limits against hostile mail: fields per header, and characters per field name. */
const FIELDS_OF_A_HEADER = 100;
const NAME_LENGTH = 64;

/** Adds a message of class `c` to the number of documents with each field: by name of the field, then by class. */
export function countFields(counts: Map<string, Uint32Array>, text: Uint8Array, c: number, classes: number): void {
  for (const name of fieldValues(text).keys()) {
    const ofClasses = counts.get(name) ?? new Uint32Array(classes);
    ofClasses[c]++;
    counts.set(name, ofClasses);
  }
}

/** Returns the names of the fields of at least 5 % of the documents, most frequent first, at most 64. */
export function frequentFields(counts: FieldClasses, documents: number): string[] {
  return [...counts]
    .map(([name, ofClasses]) => ({ name, having: sumOf(ofClasses) }))
    .filter(({ having }) => having >= MIN_SHARE * documents)
    .sort((a, b) => b.having - a.having || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_FIELDS)
    .map(({ name }) => name);
}

/**
 * Returns the values of a header by the name of the field, in lower case. The values of a repeated field are joined by
 * line feeds.
 */
export function fieldValues(text: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headerFields(text)) {
    const before = values.get(name);
    if (before !== undefined) values.set(name, `${before}\n${value}`);
    else if (values.size < FIELDS_OF_A_HEADER && name.length <= NAME_LENGTH) values.set(name, value);
  }
  return values;
}
