import { ascending } from "../../base/lists.js";
import { PackedRows } from "../../features/packed-rows.js";
import { rowView } from "../../features/sparse-matrix.js";
import type { Settings } from "../../model/settings.js";
import { plainWords } from "../../text/words/terms.js";
import type { ReadPile } from "./read-pile.js";

/** Finds the places of the documents that have all words of a text, in any order; none if the text has no word. */
export type SearchPile = (text: string) => Uint32Array;

/** Makes the function that searches a pile. The words of header fields that are terms, such as the subject, also count. */
export function searchOf({ x, vocabulary }: Pick<ReadPile, "x" | "vocabulary">, settings: Settings): SearchPile {
  const rows = new PackedRows(x);
  const prefixes = ["", ...settings.fields.map((field) => `${field}:`)];
  const wordsOf = plainWords(settings);
  return (text) => {
    const words = new Set<string>();
    wordsOf(Buffer.from(text), (bytes, start, end) => words.add(Buffer.from(bytes.subarray(start, end)).toString()));
    const wordOf = new Map(
      [...words].flatMap((word) => prefixes.map((prefix) => [vocabulary.numberOf(prefix + word), word] as const)),
    );
    return ascending(words.size === 0 ? 0 : rows.rows).filter((place) => {
      const { ids, start, end } = rowView(rows, place);
      const found = new Set<string>();
      for (let i = start; i < end; i++) {
        const word = wordOf.get(ids[i]);
        if (word !== undefined) found.add(word);
      }
      return found.size === words.size;
    });
  };
}
