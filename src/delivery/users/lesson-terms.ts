import type { ReadDocument } from "../../features/analyzer.js";
import { codeOf, sourceOfCode, TERM_SOURCES } from "../../features/term-kinds.js";
import { SPACE } from "../../mail/lines.js";
import type { TextModel } from "../../model/text-model.js";

/**
 * The terms of a message that tell whose mail it is like, as numbers: 2 bits for the source (texts, header fields,
 * other facts), then a hash of 22 bits. So they do not depend on the vocabulary of a model, which may be trained again.
 */
export interface LessonTerms {
  /** Ascending. */
  readonly numbers: Uint32Array;
  /** How many terms of each source the message has, also those that are not kept. */
  readonly totals: readonly number[];
}

const HASH_BITS = 22;
/** Terms that more than this share of the site's documents have tell nothing about a user. */
const COMMON = 0.3;
/** Maximum number of terms that a lesson keeps, and how many of them are from each of the last two sources. */
export const MAX_KEPT = 84;
const MAX_OF_SOURCE = [MAX_KEPT, 24, 36];
/** Two bytes in the file of lessons. */
const MAX_TOTAL = 2 ** 16 - 1;

/**
 * Returns the terms of a message: single words that are not common at the site, each once.
 *
 * @param names gets the text of each
 */
export function lessonTerms(
  { vocabulary, counts }: TextModel,
  document: ReadDocument,
  names?: Map<number, string>,
): LessonTerms {
  const { terms, documents } = counts;
  const common = COMMON * documents.reduce((sum, n) => sum + n, 0);
  const found = new Set<number>();
  document.tokens((bytes, start, end) => {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) {
      // Neighbouring words tell little more than the words.
      if (bytes[i] === SPACE) return;
      // FNV-1a.
      hash = Math.imul(hash ^ bytes[i], 0x01000193);
    }
    // The last steps mix the high bits into the low ones.
    hash ^= hash >>> 15;
    const number = (sourceOfCode(codeOf(bytes, start, end)) << HASH_BITS) | (hash & (2 ** HASH_BITS - 1));
    if (found.has(number)) return;
    const id = vocabulary.find(bytes, start, end);
    let known = 0;
    for (let i = terms.starts[id] ?? 0; i < (terms.starts[id + 1] ?? 0) && id >= 0; i++) known += terms.values[i];
    if (known > common) return;
    found.add(number);
    names?.set(number, Buffer.from(bytes.subarray(start, end)).toString());
  });
  const numbers = Uint32Array.from(found).sort();
  return { numbers, totals: TERM_SOURCES.map((_, source) => numbers.filter((n) => sourceOf(n) === source).length) };
}

/** Returns the source of a term, as an index into `TERM_SOURCES`. */
export function sourceOf(number: number): number {
  return number >>> HASH_BITS;
}

/**
 * Returns the terms that a lesson keeps: of each source, those with the smallest hashes. All lessons keep the same ones
 * of the terms that they share, so the similarity of two messages can be estimated (bottom-k sketch, Broder 1997).
 */
export function keptTerms({ numbers, totals }: LessonTerms): LessonTerms {
  const most = totals.map((total, source) => Math.min(total, MAX_OF_SOURCE[source]));
  most[0] = Math.min(totals[0], MAX_KEPT - most[1] - most[2]);
  const seen = totals.map(() => 0);
  const kept = numbers.filter((n) => seen[sourceOf(n)]++ < most[sourceOf(n)]);
  return { numbers: kept, totals: totals.map((total) => Math.min(total, MAX_TOTAL)) };
}
