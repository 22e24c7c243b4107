import { sumOf } from "../../base/lists.js";
import { cosineIndex } from "../../features/neighbours/cosine-index.js";
import { matrixOfRows, type SparseMatrix, transposed } from "../../features/sparse-matrix.js";

/**
 * A graph that joins each row to the rows most similar to it. With cos(i, j) the cosine of two rows,
 *
 *     W(i, j) = cos(i, j)²   if j is among the k nearest of i, or i among the k nearest of j; otherwise 0
 *     S = D^-1/2 · W · D^-1/2,   D(i, i) = Σ_j W(i, j)
 *
 * Source: Zhou, Bousquet, Lal, Weston and Schölkopf 2004, with the neighbours of Zhu 2005, section 3.1. Squares make
 * clear neighbours count more.
 *
 * The graph can grow while it is used: `grow` finds the neighbours of some rows, and `matrix` returns the graph of
 * all that has been found. A row that has not grown is joined only to rows that found it.
 */
export class NeighbourGraph {
  readonly #x: SparseMatrix;
  readonly #index: ReturnType<typeof cosineIndex>;
  readonly #most: number;
  /** The nearest rows that a row has found, the nearest first, and the squares of their cosines. Empty before it has grown. */
  readonly neighbours: { readonly ids: Uint32Array; readonly values: Float64Array }[];
  /** How many rows have grown. */
  grown = 0;

  /**
   * @param x values finite and at least 0, such as tf-idf
   * @param neighbours to how many of the most similar rows each row is joined, at least 1
   */
  constructor(x: SparseMatrix, neighbours = 15) {
    this.#x = x;
    this.#index = cosineIndex(x);
    this.#most = neighbours;
    this.neighbours = Array.from({ length: x.rows }, () => NONE);
  }

  /** Finds the neighbours of some rows. Rows that have grown before are skipped. */
  grow(rows: Iterable<number>): void {
    for (const row of rows) {
      if (this.neighbours[row] !== NONE) continue;
      const { rows: nearest, similarities } = this.#index.nearest(this.#x, row, this.#most + 1);
      // The row itself is among the rows most similar to it.
      const self = nearest.indexOf(row);
      const isOther = (_: number, i: number) => i !== self;
      const ids = nearest.filter(isOther).subarray(0, this.#most);
      const values = similarities.filter(isOther).subarray(0, ids.length);
      this.neighbours[row] = { ids, values: values.map((cosine) => cosine * cosine) };
      this.grown++;
    }
  }

  /** Returns S, rows × rows and symmetric. A row without neighbours is empty. The columns of a row ascend. */
  matrix(): SparseMatrix {
    const directed = matrixOfRows(this.neighbours, this.#x.rows);
    return normalizedGraph(symmetric(directed));
  }
}

const NONE = { ids: new Uint32Array(0), values: new Float64Array(0) };

/** Returns the whole graph of neighbours, as `NeighbourGraph` describes it. */
export function neighbourGraph(x: SparseMatrix, neighbours?: number): SparseMatrix {
  const graph = new NeighbourGraph(x, neighbours);
  graph.grow(Array(x.rows).keys());
  return graph.matrix();
}

/** Joins two rows if either found the other. Both directions have the same weight, apart from rounding. */
function symmetric(directed: SparseMatrix): SparseMatrix {
  const back = transposed(directed);
  const rows = Array.from({ length: directed.rows }, (_, row) => {
    const weights = new Map<number, number>();
    for (const { starts, ids, values } of [directed, back]) {
      for (let i = starts[row]; i < starts[row + 1]; i++) {
        weights.set(ids[i], Math.max(values[i], weights.get(ids[i]) ?? 0));
      }
    }
    const ids = Uint32Array.from(weights.keys()).sort();
    return { ids, values: Array.from(ids, (id) => weights.get(id) ?? 0) };
  });
  return matrixOfRows(rows, directed.rows);
}

/**
 * Returns D^-1/2 · W · D^-1/2.
 *
 * @param w symmetric, values at least 0
 */
export function normalizedGraph(w: SparseMatrix): SparseMatrix {
  const { rows, starts, ids, values } = w;
  const scale = Float64Array.from({ length: rows }, (_, row) => {
    const degree = sumOf(values, starts[row], starts[row + 1]);
    return degree > 0 ? 1 / Math.sqrt(degree) : 0;
  });
  const scaled = values.slice();
  for (let row = 0; row < rows; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i++) scaled[i] *= scale[row] * scale[ids[i]];
  }
  return { ...w, values: scaled };
}
