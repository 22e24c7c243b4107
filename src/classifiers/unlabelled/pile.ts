import { ascending } from "../../base/lists.js";
import { columnMap, selectTerms, termStatistics } from "../../features/selection.js";
import { type Dataset, matrixOfRows, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { kindNumber, TERM_KINDS } from "../../features/term-kinds.js";
import { tfIdfRows } from "../../features/weighting.js";
import { neighbourGraph } from "./neighbour-graph.js";

/** Documents with and without labels, as the opinions need them. */
export interface Pile {
  /** The rows, labelled or not, as `pileRows` makes them. */
  readonly x: SparseMatrix;
  /** Their graph of neighbours. */
  readonly graph: SparseMatrix;
  readonly labels: readonly string[];
}

/** Makes the rows and the graph that the opinions need. They do not depend on labels, so other labels can share them. */
export function pileOf(data: Pick<Dataset, "x" | "kinds" | "labels">): Pile {
  const x = pileRows(data);
  return { x, graph: neighbourGraph(x), labels: data.labels };
}

/** How many terms of a row are kept, the strongest. More make the graph slower, and hardly better. */
const STRONGEST = 120;

const CHARACTERS = TERM_KINDS.indexOf("characters");

/**
 * Returns the rows in the form in which classes spread from labelled documents to others: tf-idf of unit length, with
 * the document frequencies of all rows, labelled or not. Each row keeps its strongest terms. Terms of a single row
 * join nothing, and are left out; so are sequences of characters, where there are words.
 */
function pileRows({ x, kinds }: Pick<Dataset, "x" | "kinds">): SparseMatrix {
  const isWord = (term: number) => kinds === undefined || kindNumber(kinds[term]) !== CHARACTERS;
  const shared = selectTerms(termStatistics(x), { minDocuments: 2 });
  const words = shared.filter(isWord);
  const kept = columnMap(words.length > 0 ? words : shared, x.columns);
  return strongest(tfIdfRows(selectRows(x, ascending(x.rows), kept)));
}

function strongest(x: SparseMatrix): SparseMatrix {
  const { starts, ids, values } = x;
  const rows = Array.from({ length: x.rows }, (_, row) => {
    const entries = ascending(starts[row + 1] - starts[row]).map((i) => starts[row] + i);
    if (entries.length > STRONGEST) entries.sort((a, b) => values[b] - values[a] || ids[a] - ids[b]);
    const best = entries.subarray(0, STRONGEST);
    return { ids: best.map((i) => ids[i]), values: Float64Array.from(best, (i) => values[i]) };
  });
  return matrixOfRows(rows, x.columns);
}
