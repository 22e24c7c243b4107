import { largest, numberedFrom0, sumOf } from "../../base/lists.js";
import { matrixOfRows, type SparseMatrix } from "../../features/sparse-matrix.js";

/** Above 1, communities are smaller and more: those of several subjects are split. Chosen on news and mail. */
const RESOLUTION = 2;

/** Maximum number of times that each node may move. */
const MAX_PASSES = 20;

/**
 * Finds communities: groups of nodes with more weight among them than chance would give. With w(i, j) the weight of an
 * edge, k(i) = Σ_j w(i, j), and M = Σ_i k(i), it makes the modularity
 *
 *     1/M · Σ_{i, j in one community} (w(i, j) - γ · k(i) · k(j) / M),   γ = 2
 *
 * large: each node in turn moves to the community of a neighbour where it adds most. Then communities become nodes of a
 * smaller graph, and so on, until nothing changes. The number of communities comes out; it is not given. Source: Blondel,
 * Guillaume, Lambiotte and Lefebvre 2008 (the Louvain method); γ as Reichardt and Bornholdt 2006.
 *
 * @param graph symmetric, weights at least 0
 * @returns the community of each node, numbered from 0
 */
export function communities(graph: SparseMatrix): Uint32Array {
  const own = numberedFrom0(movedNodes(graph));
  const count = largest(own) + 1;
  if (count === graph.rows) return own;
  const above = communities(merged(graph, own, count));
  return own.map((community) => above[community]);
}

/** Moves single nodes until no move helps. Returns a community of each, named by one of its first nodes. */
function movedNodes({ rows, starts, ids, values }: SparseMatrix): Uint32Array {
  const community = Uint32Array.from({ length: rows }, (_, node) => node);
  const degrees = Float64Array.from(community, (node) => sumOf(values, starts[node], starts[node + 1]));
  const totals = degrees.slice();
  const all = sumOf(degrees) || 1;
  const weights = new Float64Array(rows);
  for (let pass = 0, moves = 1; moves > 0 && pass < MAX_PASSES; pass++) {
    moves = 0;
    for (let node = 0; node < rows; node++) {
      const from = community[node];
      for (let i = starts[node]; i < starts[node + 1]; i++) {
        if (ids[i] !== node) weights[community[ids[i]]] += values[i];
      }
      totals[from] -= degrees[node];
      const gain = (to: number) => weights[to] - (RESOLUTION * degrees[node] * totals[to]) / all;
      let best = from;
      for (let i = starts[node]; i < starts[node + 1]; i++) {
        if (gain(community[ids[i]]) > gain(best)) best = community[ids[i]];
      }
      for (let i = starts[node]; i < starts[node + 1]; i++) weights[community[ids[i]]] = 0;
      totals[best] += degrees[node];
      community[node] = best;
      if (best !== from) moves++;
    }
  }
  return community;
}

/** Returns the graph whose nodes are communities. The weight within a community is on the diagonal. */
function merged({ rows, starts, ids, values }: SparseMatrix, community: Uint32Array, count: number): SparseMatrix {
  const sums = Array.from({ length: count }, () => new Map<number, number>());
  for (let node = 0; node < rows; node++) {
    const row = sums[community[node]];
    for (let i = starts[node]; i < starts[node + 1]; i++) {
      const to = community[ids[i]];
      row.set(to, (row.get(to) ?? 0) + values[i]);
    }
  }
  const entries = sums.map((row) => ({ ids: Uint32Array.from(row.keys()), values: Float64Array.from(row.values()) }));
  return matrixOfRows(entries, count);
}
