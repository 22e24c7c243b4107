import { sumOf } from "../../base/lists.js";
import { countsOf } from "../../classifiers/bayes/class-counts.js";
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
export function countsCursor({ vocabulary, classes, statistics }: TrainingCounts): TermCursor {
  const term = new TermCounts();
  const { pool, offsets } = vocabulary.contents();
  const { starts, ids, values } = classes.terms;
  const presence = statistics?.presence?.terms;
  const presenceOf = new Map<number, number>();
  let n = -1;
  const next = () => {
    if (++n >= vocabulary.size) return false;
    term.setTerm(pool, offsets[n], offsets[n + 1]);
    term.occurrences = statistics?.counts[n] ?? 0;
    term.documents = statistics?.documents[n] ?? 0;
    term.size = 0;
    presenceOf.clear();
    if (presence !== undefined) {
      const [first, end] = [presence.starts[n], presence.starts[n + 1]];
      for (let i = first; i < end; i++) presenceOf.set(presence.ids[i], presence.values[i]);
    }
    for (let i = starts[n]; i < starts[n + 1]; i++) term.push(ids[i], values[i], presenceOf.get(ids[i]) ?? 0);
    return true;
  };
  return { term, next };
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
