import { UsageError } from "../base/errors.js";
import { safeText } from "../base/safe-text.js";
import type { Decisions } from "./answers/decisions.js";
import { NONE } from "./answers/step.js";
import type { Items } from "./pile/items.js";
import type { SearchPile } from "./pile/search-pile.js";
import type { FoundDocuments } from "./state.js";

/** Maximum numbers of found documents that are shown: without an answer, and with one. */
const SAMPLES = 8;
const MOST_ANSWERS = 200;

/** Finds the items without an answer that have all words of a text. @throws UsageError if there are none */
export function openItems(text: string, items: Items, { labels }: Decisions, search: SearchPile): number[] {
  const open = items.at(search(text)).filter((item) => !labels.has(item));
  if (open.length === 0) throw new UsageError("no document without an answer has these words");
  return open;
}

/** Finds the documents that have all words of a text; without a text, those that the user has answered. */
export function findDocuments(text: string, items: Items, decisions: Decisions, search: SearchPile): FoundDocuments {
  const { labels } = decisions;
  const latest = [...labels.keys()].reverse();
  const isAll = text.trim() === "";
  const found = new Set(isAll ? latest.filter((item) => !items.given.has(item)) : items.at(search(text)));
  const open = [...found].filter((item) => !labels.has(item));
  const answers = latest.filter((item) => found.has(item)).slice(0, MOST_ANSWERS);
  return {
    found: items.count(found),
    open: items.count(open),
    samples: open.slice(0, SAMPLES).map((item) => items.line(item)),
    answers: answers.map((item) => ({ ...items.line(item), label: safeText(labels.get(item) ?? NONE) })),
  };
}
