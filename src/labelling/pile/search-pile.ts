import { UsageError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import { rowView } from "../../features/sparse-matrix.js";
import { NONE } from "../answers/step.js";
import type { FoundDocuments } from "../state.js";
import type { Items } from "./items.js";

/** The label of each item that has one. */
type Labels = ReadonlyMap<number, string>;

/**
 * Finds the items that have all words of a text, in any order; none if the text has no word. The words of header fields
 * that are terms, such as the subject, also count.
 */
function itemsWith(text: string, items: Items): number[] {
  const { settings, x, read } = items;
  const words = new Set(items.termsOf(text));
  const prefixes = ["", ...settings.fields.map((field) => `${field}:`)];
  const wordOf = new Map(
    [...words].flatMap((word) => prefixes.map((prefix) => [read.vocabulary.numberOf(prefix + word), word] as const)),
  );
  const places = ascending(words.size === 0 ? 0 : x.rows).filter((place) => {
    const { ids, start, end } = rowView(x, place);
    const found = new Set<string>();
    for (let i = start; i < end; i++) {
      const word = wordOf.get(ids[i]);
      if (word !== undefined) found.add(word);
    }
    return found.size === words.size;
  });
  return items.itemsAt(places);
}

/** Maximum number of found documents without an answer that are shown. */
const SAMPLES = 8;
/** Maximum number of found documents with an answer that are shown. */
const MAX_ANSWERS = 200;

/** Finds the items without an answer that have all words of a text. @throws UsageError if there are none */
export function openItems(text: string, items: Items, labels: Labels): number[] {
  const open = itemsWith(text, items).filter((item) => !labels.has(item));
  if (open.length === 0) throw new UsageError("no document without an answer has these words");
  return open;
}

/** Finds the documents that have all words of a text; without a text, those that the user has answered. */
export function findDocuments(text: string, items: Items, labels: Labels): FoundDocuments {
  const latest = [...labels.keys()].reverse();
  const isAll = text.trim() === "";
  const found = new Set(isAll ? latest.filter((item) => !items.given.has(item)) : itemsWith(text, items));
  const open = [...found].filter((item) => !labels.has(item));
  const answers = latest.filter((item) => found.has(item)).slice(0, MAX_ANSWERS);
  return {
    found: items.count(found),
    open: items.count(open),
    samples: open.slice(0, SAMPLES).map((item) => items.lineOf(item)),
    answers: answers.map((item) => ({ ...items.lineOf(item), label: safeText(labels.get(item) ?? NONE) })),
  };
}
