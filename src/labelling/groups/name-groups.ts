import { hasUnspaced } from "../../text/words/unspaced.js";
import type { Items } from "../pile/items.js";
import { readWords } from "../pile/marks.js";
import { shownDocument } from "../pile/shown-document.js";
import type { ProposedGroup } from "./propose-groups.js";
import { isTelling } from "./telling-terms.js";

/** Maximum number of documents of a group in which words are looked for. */
const MAX_READ = 20;

/**
 * Names a group by words. In scripts without blanks, terms are pairs of letters. Each becomes the most frequent word of a
 * dictionary that has the pair, in the first documents of the group. Pairs in no word are dropped.
 */
export function namedByWords(group: ProposedGroup, items: Items): ProposedGroup {
  const isPair = (term: string) => hasUnspaced(Buffer.from(term));
  if (!group.terms.some(isPair)) return group;
  /** How often each word occurs, by its terms. */
  const words = new Map<string, Map<string, number>>();
  for (const item of group.items.subarray(0, MAX_READ)) {
    const bytes = items.pile.read(items.documentsOf(item)[0].id);
    const { fields, text } = bytes === undefined ? { fields: [], text: "" } : shownDocument(bytes, items.settings);
    for (const { segment: word } of readWords([...fields.map((field) => field.text), text].join("\n"))) {
      for (const term of items.termsOf(word)) {
        const counts = words.get(term) ?? new Map<string, number>();
        words.set(term, counts.set(word, (counts.get(word) ?? 0) + 1));
      }
    }
  }
  const wordOf = (term: string) => [...(words.get(term) ?? [])].sort(([, a], [, b]) => b - a).at(0)?.[0] ?? "";
  const named = group.terms.map((term) => (isPair(term) ? wordOf(term) : term));
  return { ...group, terms: [...new Set(named)].filter(isTelling) };
}
