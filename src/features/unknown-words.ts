import { ByteTable } from "../text/byte-table.js";
import type { ReadDocument } from "./analyzer.js";
import { codeOf, TERM_KINDS } from "./term-kinds.js";
import type { TermFinder } from "./vocabulary.js";

/** The code of single words: see `codeOf`. */
export const WORD = TERM_KINDS.indexOf("words");

/**
 * Finds the words of a document that are not known. Neighbouring words, characters and the terms of fields do not count,
 * because they are rarely known, or always.
 *
 * @param terms finds those that are known
 * @returns the unknown words, each once, and their share of the different words, 0 to 1: 0 if there are no words
 */
export function unknownWords({ tokens }: Pick<ReadDocument, "tokens">, terms: Pick<TermFinder, "find">) {
  const seen = new ByteTable();
  const unknown: number[] = [];
  tokens((bytes, start, end) => {
    if (codeOf(bytes, start, end) !== WORD) return;
    const { size } = seen;
    if (seen.add(bytes, start, end) === size && terms.find(bytes, start, end) < 0) unknown.push(size);
  });
  return {
    words: () => unknown.map((id) => Buffer.from(seen.bytes(id)).toString()),
    share: seen.size === 0 ? 0 : unknown.length / seen.size,
  };
}
