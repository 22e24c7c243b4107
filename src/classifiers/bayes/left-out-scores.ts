import { binarized, type Dataset, type SparseMatrix } from "../../features/sparse-matrix.js";
import type { ScoredDocument } from "../calibration/fit-temperature.js";
import type { ClassCounts } from "./class-counts.js";
import type { CountingClassifier } from "./counting-classifier.js";
import { isOnlyHere } from "./leave-one-out.js";

/**
 * Scores documents, each by the model of all other documents. A model made of counts leaves out a document by
 * subtracting it, so no fold has to be withheld. Documents whose class the other documents cannot give are left out.
 *
 * @param counts of all documents
 * @param documents some of these documents: rows over the terms of the counts, and their classes
 */
export function leftOutScores(
  classifier: CountingClassifier,
  counts: ClassCounts,
  { x: occurrences, y }: Pick<Dataset, "x" | "y">,
): ScoredDocument[] {
  // Tempered scores do not grow with the length, so their temperature is a single number.
  const isTempered = classifier.isTempered === true;
  const leaveOut = classifier.leaveOneOut?.(counts);
  const x = classifier.binary ? binarized(occurrences) : occurrences;
  const scored: ScoredDocument[] = [];
  for (let row = 0; leaveOut !== undefined && row < x.rows; row++) {
    const { [row]: actual } = y;
    // Without its last document, the class does not exist.
    if (counts.documents[actual] < 2) continue;
    const scores = new Float64Array(counts.labels.length);
    leaveOut(x, row, actual, scores);
    // The model of all others cannot give this class.
    if (!Number.isFinite(scores[actual])) continue;
    scored.push({ scores, actual, tokens: isTempered ? 0 : sharedTokens(counts, x, row, actual) });
  }
  return scored;
}

/** Counts the tokens of a document that the model of all other documents knows. @param own the class of the document */
function sharedTokens({ terms }: ClassCounts, x: SparseMatrix, row: number, own: number): number {
  let tokens = 0;
  for (let i = x.starts[row]; i < x.starts[row + 1]; i++) {
    if (!isOnlyHere(terms, x.ids[i], own, x.values[i])) tokens += x.values[i];
  }
  return tokens;
}
