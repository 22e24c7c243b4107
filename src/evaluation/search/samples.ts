import { seededRandom, shuffle } from "../../base/random.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { type Split, STREAMS } from "../../model/fitting/splits.js";

/** The documents on which the candidates of a round are compared. */
export interface Round {
  /** The number of training documents. */
  readonly documents: number;
  readonly splits: readonly Split[];
}

/** So many test documents are enough to tell candidates apart. Testing costs less than training. */
const ENOUGH_TO_TEST = 2000;

/**
 * The rounds of a search: each learns from twice as many documents as the one before, the last from as many as a fold
 * does. Samples have the classes in their shares, and are drawn anew for each round.
 *
 * @param y one class index a document
 * @param folds the folds of all documents
 * @param first how many documents the first round learns from, about
 */
export function roundsOf(y: ArrayLike<number>, folds: readonly Split[], first: number, seed: number): Round[] {
  const most = folds[0].train.length;
  const tested = Math.min(ENOUGH_TO_TEST, Math.floor(y.length / 3));
  const rounds: Round[] = [];
  for (let documents = first; 1.5 * documents <= Math.min(most, y.length - tested); documents *= 2) {
    const order = stratified(y, seed, STREAMS.search + rounds.length);
    const split = {
      train: order.slice(0, documents).sort(),
      test: order.slice(order.length - tested).sort(),
    };
    rounds.push({ documents, splits: [split] });
  }
  let size = 0;
  const last = folds.filter(({ test }) => {
    const isNeeded = size < ENOUGH_TO_TEST;
    size += test.length;
    return isNeeded;
  });
  return [...rounds, { documents: most, splits: last }];
}

/** The rows in a random order in which every beginning, and every end, has about the share of each class. */
export function stratified(y: ArrayLike<number>, seed: number, stream: number): Uint32Array {
  const random = seededRandom(seed, stream);
  const rows = shuffle(
    Uint32Array.from({ length: y.length }, (_, row) => row),
    random,
  );
  const sizes: number[] = [];
  const ranks = new Float64Array(y.length);
  for (const row of rows) {
    ranks[row] = sizes[y[row]] ?? 0;
    sizes[y[row]] = ranks[row] + 1;
  }
  const places = ranks.map((rank, row) => (rank + 0.5) / sizes[y[row]]);
  // The sort is stable: among equals the random order stays.
  return rows.sort((a, b) => places[a] - places[b]);
}

/** The first round learns from about as many documents as let one candidate be trained in a second. */
const WORK_OF_FIRST_ROUND = 1.2e7;
const FIRST_SAMPLE = { least: 250, most: 2000 };

/** How many documents the first round learns from. */
export function firstSampleOf({ x, labels }: Pick<Dataset, "x" | "labels">): number {
  const machines = labels.length > 2 ? labels.length : 1;
  const perDocument = Math.max(1, x.starts[x.rows] / Math.max(1, x.rows)) * machines;
  const { least, most } = FIRST_SAMPLE;
  return Math.round(Math.min(most, Math.max(least, WORK_OF_FIRST_ROUND / perDocument)));
}
