import { type Dataset, rowView, type SparseMatrix } from "../../features/sparse-matrix.js";
import { leftOutGrid } from "../bayes/left-out-grid.js";
import type { ScoredDocument } from "../calibration/fit-temperature.js";
import { type CountedViews, triedOf } from "./counted-views.js";
import type { Racer } from "./race.js";
import type { Variant } from "./variant.js";

/** Returns the variants of naive Bayes as they take part in the race. @param isRace whether there are documents to try */
export function racersOf(
  variants: readonly Variant[],
  data: Dataset,
  seen: CountedViews,
  isRace: boolean,
): ScoringRacer[] {
  // Without documents to leave out, the first variant wins.
  const tried = isRace ? triedOf(variants, data) : [true];
  return variants.map(({ method, weighting }, variant) => {
    const isTried = tried[variant] === true;
    // A variant that is not worth a try gets the documents of the first one, which do not matter.
    const { x, counted, reduced } = seen[isTried ? variant : 0]();
    const counts = reduced();
    const growsWithLength = (weighting.norm ?? "none") === "none";
    const score = leftOutGrid(method, counts);
    return { x, counts, score, alphas: method.alphas.length, isTried, counted: growsWithLength ? counted : undefined };
  });
}

/** A variant that scores documents, with their counts if scores grow with the length. */
interface ScoringRacer extends Racer {
  readonly counted: SparseMatrix | undefined;
}

/** Minimum number of documents that are scored for a calibration. */
const ENOUGH_DOCUMENTS = 500;

/** With few classes, more documents are scored: as many as give this number of scores. */
const ENOUGH_SCORES = 10_000;

/** Returns documents scored by the counts of all documents outside their group. */
export function leftOutDocuments(
  { x, counted, counts, score, alphas }: ScoringRacer,
  alpha: number,
  groups: readonly Uint32Array[],
  { y, labels }: Dataset,
): ScoredDocument[] {
  const documents: ScoredDocument[] = [];
  const ofAlphas = new Float64Array(labels.length * alphas);
  for (const group of groups) {
    counts.take(group);
    for (const row of group) {
      // Without the group, its class may have no documents left.
      if (counts.documents[y[row]] === 0) continue;
      score(x, row, Uint32Array.of(alpha), ofAlphas);
      const scores = Float64Array.from(labels, (_, c) => ofAlphas[c * alphas + alpha]);
      if (!Number.isFinite(scores[y[row]])) continue;
      const tokens = counted === undefined ? 0 : knownTokens(counted, row, counts.having);
      documents.push({ scores, actual: y[row], tokens });
    }
    counts.putBack();
    if (documents.length >= Math.max(ENOUGH_DOCUMENTS, ENOUGH_SCORES / labels.length)) break;
  }
  return documents;
}

/** Returns the number of tokens of a row whose terms other documents have, too. */
function knownTokens(x: SparseMatrix, row: number, having: ArrayLike<number>): number {
  const { ids, values, start, end } = rowView(x, row);
  let tokens = 0;
  for (let i = start; i < end; i++) if (having[ids[i]] > 0) tokens += values[i];
  return tokens;
}
