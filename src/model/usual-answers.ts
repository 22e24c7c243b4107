import type { ClassCounts } from "../classifiers/bayes/class-counts.js";
import { isOnlyHere } from "../classifiers/bayes/leave-one-out.js";
import { probabilityOf, rowsFor } from "../classifiers/classifier.js";
import type { SparseMatrix } from "../features/sparse-matrix.js";
import { codesOf } from "../features/term-kinds.js";
import { WORD } from "../features/unknown-words.js";
import { knownRows, leftOutOf } from "./limits.js";
import type { TextModel } from "./text-model.js";

/** The fewest training documents that tell what is usual, and the most remembered ones that are left out in turn. */
const DOCUMENTS = { least: 100, most: 1000 } as const;

/** The answers that were computed before. */
const COMPUTED = new WeakMap<TextModel, ReturnType<typeof computed>>();

/**
 * Returns the answers to training documents by models that have not seen them; undefined if the model does not keep
 * that, or has few.
 */
export function usualAnswers(model: TextModel) {
  if (!COMPUTED.has(model)) COMPUTED.set(model, computed(model));
  return COMPUTED.get(model);
}

function computed(model: TextModel) {
  const { labels, vocabulary, counts, training } = model;
  const leftOut = leftOutOf(model, DOCUMENTS.most);
  if (leftOut === undefined || leftOut.logOdds.length < DOCUMENTS.least) return undefined;
  // Rows do not have the words that the rules drop, so their share is not known.
  const known = training.statistics === undefined ? model.known : undefined;
  const rows = known && rowsFor(model.model, knownRows(model, DOCUMENTS.most));
  const unknown = known && rows && unknownShares(rows, known.classes, counts, codesOf(vocabulary));
  return Array.from(leftOut.logOdds, (logOdds, i) => ({
    label: labels[leftOut.classes[i]],
    probability: probabilityOf(logOdds),
    /** The share of unknown words of another such document. Undefined if the model does not keep it. */
    unknown: unknown?.[i],
  }));
}

/** Returns of each document the share of its different words that no other document has. @param y their classes */
function unknownShares(
  { rows, starts, ids, values }: SparseMatrix,
  y: ArrayLike<number>,
  { terms }: ClassCounts,
  codes: Uint8Array,
): number[] {
  return Array.from({ length: rows }, (_, row) => {
    let [words, unknown] = [0, 0];
    for (let i = starts[row]; i < starts[row + 1]; i++) {
      if (codes[ids[i]] !== WORD) continue;
      words++;
      unknown += Number(isOnlyHere(terms, ids[i], y[row], values[i]));
    }
    return words === 0 ? 0 : unknown / words;
  });
}
