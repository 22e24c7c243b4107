import { Growing } from "../../base/growing.js";
import { countsOf } from "../../classifiers/bayes/class-counts.js";
import { type RunLayout, TermCounts, type TermCursor } from "../../features/runs/term-cursor.js";
import { canDropTerms, looksAtClasses, type SelectionRules } from "../../features/selection.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { TrainingCounts } from "../training-counts.js";

/** The numbers that a model with these rules needs of each term. */
export function layoutOf(rules: SelectionRules): RunLayout {
  const hasStatistics = canDropTerms(rules);
  return { hasStatistics, hasPresence: hasStatistics && looksAtClasses(rules) };
}

/** Counts in memory as a run. */
export class CountsCursor implements TermCursor {
  readonly term = new TermCounts();
  readonly #counts: TrainingCounts;
  readonly #presence = new Map<number, number>();
  #next = 0;

  constructor(counts: TrainingCounts) {
    this.#counts = counts;
  }

  next(): boolean {
    const { vocabulary, classes, statistics } = this.#counts;
    const { term } = this;
    const n = this.#next++;
    if (n >= vocabulary.size) return false;
    const { pool, offsets } = vocabulary.contents();
    term.setTerm(pool, offsets[n], offsets[n + 1]);
    term.occurrences = statistics?.counts[n] ?? 0;
    term.documents = statistics?.documents[n] ?? 0;
    term.size = 0;
    const presence = statistics?.presence?.terms;
    if (presence !== undefined) {
      this.#presence.clear();
      for (let i = presence.starts[n]; i < presence.starts[n + 1]; i++)
        this.#presence.set(presence.ids[i], presence.values[i]);
    }
    const { starts, ids, values } = classes.terms;
    for (let i = starts[n]; i < starts[n + 1]; i++) term.push(ids[i], values[i], this.#presence.get(ids[i]) ?? 0);
    return true;
  }
}

/**
 * The counts that a run has.
 *
 * @param labels sorted
 * @param documents the number of documents of each class
 */
export function collectCounts(
  terms: TermCursor,
  { hasStatistics, hasPresence }: RunLayout,
  labels: readonly string[],
  documents: Float64Array,
): TrainingCounts {
  const pool = new Growing(Uint8Array);
  const offsets = new Growing(Uint32Array);
  const starts = new Growing(Uint32Array);
  const ids = new Growing(Uint32Array);
  const values = new Growing(Float64Array);
  const counts = new Growing(Float64Array);
  const having = new Growing(Uint32Array);
  const presence = new Growing(Float64Array);
  offsets.push(0);
  starts.push(0);
  while (terms.next()) {
    const { term } = terms;
    for (let i = 0; i < term.length; i++) pool.push(term.bytes[i]);
    offsets.push(pool.length);
    for (let i = 0; i < term.size; i++) {
      ids.push(term.classes[i]);
      values.push(term.values[i]);
      if (hasPresence) presence.push(term.presence[i]);
    }
    starts.push(ids.length);
    if (hasStatistics) {
      counts.push(term.occurrences);
      having.push(term.documents);
    }
  }
  const rows = offsets.length - 1;
  const shape = { rows, columns: labels.length, starts: starts.finish(), ids: ids.finish() };
  const total = documents.reduce((sum, n) => sum + n, 0);
  const withClasses = hasPresence ? { presence: { documents, terms: { ...shape, values: presence.finish() } } } : {};
  return {
    vocabulary: Vocabulary.fromContents(pool.finish(), offsets.finish()),
    classes: countsOf(labels, documents, { ...shape, values: values.finish() }),
    statistics: hasStatistics
      ? { counts: counts.finish(), documents: having.finish(), total, ...withClasses }
      : undefined,
  };
}
