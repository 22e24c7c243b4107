import { countsOf, sumOf } from "../../classifiers/bayes/class-counts.js";
import { collectRun } from "../../features/runs/collect-run.js";
import { type RunLayout, TermCounts, type TermCursor } from "../../features/runs/term-cursor.js";
import { canDropTerms, looksAtClasses, type SelectionRules } from "../../features/selection.js";
import type { TrainingCounts } from "../training-counts.js";

/** Returns which numbers a model with these rules needs for each term. */
export function layoutOf(rules: SelectionRules): RunLayout {
  const hasStatistics = canDropTerms(rules);
  return { hasStatistics, hasPresence: hasStatistics && looksAtClasses(rules) };
}

/** Reads counts in memory as a sorted run. */
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
 * Collects the counts of a run.
 *
 * @param labels sorted
 * @param documents the number of documents of each class
 */
export function collectCounts(
  terms: TermCursor,
  layout: RunLayout,
  labels: readonly string[],
  documents: Float64Array,
): TrainingCounts {
  const { hasStatistics, hasPresence } = layout;
  const { vocabulary, values, presence, ...run } = collectRun(terms, layout);
  const shape = { rows: vocabulary.size, columns: labels.length, starts: run.starts, ids: run.ids };
  const statistics = { counts: run.occurrences, documents: run.documents, total: sumOf(documents) };
  const withClasses = { ...statistics, presence: { documents, terms: { ...shape, values: presence } } };
  return {
    vocabulary,
    classes: countsOf(labels, documents, { ...shape, values }),
    statistics: hasPresence ? withClasses : hasStatistics ? statistics : undefined,
  };
}
