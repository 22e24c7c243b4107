import { ascending, concatenated } from "../../base/lists.js";
import { columnMap, selectTerms, termStatistics } from "../../features/selection.js";
import { type Dataset, matrixOfRows, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { kindOfCode, TERM_KINDS } from "../../features/term-kinds.js";
import { tfIdfRows } from "../../features/weighting.js";
import { jointLogLikelihoods } from "../classifier.js";
import { type EmOptions, expectationMaximization } from "./expectation-maximization.js";
import { classShares, spread } from "./label-spreading.js";
import { neighbourGraph } from "./neighbour-graph.js";

/**
 * A method that scores all rows from the labels of some.
 *
 * @param y the class index of each row, or `UNLABELLED`
 * @returns rows × classes; like log probabilities, up to a constant per row and a common scale
 */
export type Opinion = (data: PartlyLabelled, y: Uint32Array) => Float64Array;

/**
 * The opinions that also learn from rows without labels, by name. Multinomial naive Bayes takes unit rows times a number in place of counts. With larger numbers its probabilities are
 * too near 0 and 1. All numbers were chosen by folds inside training documents: see the README of `model`.
 */
export const OPINIONS = {
  em: (data, y) => emScores(data, y, 3, { rounds: 8 }),
  spreading: (data, y) => {
    const { length: classes } = data.labels;
    const start = classShares(spread(data.graph, y, classes), y, classes);
    return emScores(data, y, 10, { rounds: 2, start });
  },
} as const satisfies Readonly<Record<string, Opinion>>;

/** The name of a way to form an opinion of documents without a label. */
export type OpinionName = keyof typeof OPINIONS;
export const OPINION_NAMES = Object.keys(OPINIONS) as readonly OpinionName[];

/** Returns the scores by expectation maximization on the rows times a factor. */
function emScores({ x, labels }: PartlyLabelled, y: Uint32Array, factor: number, options: EmOptions): Float64Array {
  const scaled = { ...x, values: x.values.map((value) => factor * value) };
  const model = expectationMaximization({ x: scaled, y, labels }, { alpha: 0.1, ...options });
  return concatenated(jointLogLikelihoods(model, scaled));
}

/** Documents with and without labels, as the opinions need them. */
export interface PartlyLabelled {
  /** The rows, labelled or not, as `rowsToCompare` makes them. */
  readonly x: SparseMatrix;
  /** Their graph of neighbours. */
  readonly graph: SparseMatrix;
  readonly labels: readonly string[];
}

/** Makes the rows and the graph that the opinions need. They do not depend on labels, so other labels can share them. */
export function partlyLabelled(data: Pick<Dataset, "x" | "kinds" | "labels">): PartlyLabelled {
  const x = rowsToCompare(data);
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
function rowsToCompare({ x, kinds }: Pick<Dataset, "x" | "kinds">): SparseMatrix {
  const isWord = (term: number) => kinds === undefined || kindOfCode(kinds[term]) !== CHARACTERS;
  const shared = selectTerms(termStatistics(x), { minDocuments: 2 });
  const words = shared.filter(isWord);
  const kept = columnMap(words.length > 0 ? words : shared, x.columns);
  return strongest(tfIdfRows(selectRows(x, ascending(x.rows), kept)));
}

/** Returns the rows with only their strongest terms. */
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
