import { ascending } from "../../base/lists.js";
import { seededRandom } from "../../base/random.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { STREAMS } from "../../model/fitting/random-streams.js";
import type { Split } from "../../model/fitting/splits.js";
import { stratifiedOrder } from "../protocols/stratified-order.js";

/** Number of test documents that is enough to tell candidates apart. Testing costs less than training. */
const ENOUGH_TO_TEST = 2000;

/**
 * Returns the splits of each round of a search. Each round learns from twice as many documents as the one before; the
 * last learns from as many as a fold does. Each sample is drawn anew and keeps the class proportions.
 *
 * @param y class index by document
 * @param folds the folds of all documents
 * @param first about how many documents the first round learns from
 * @returns the splits of each round: one of a sample; for the last round, as many folds as give 2,000 test documents
 */
export function samplesOf(y: ArrayLike<number>, folds: readonly Split[], first: number, seed: number): Split[][] {
  const most = folds[0].train.length;
  const tested = Math.min(ENOUGH_TO_TEST, Math.floor(y.length / 3));
  const all = ascending(y.length);
  const samples: Split[][] = [];
  // A sample of more than two thirds of a fold would take nearly as long as the fold and show little that is new.
  for (let documents = first; 1.5 * documents <= Math.min(most, y.length - tested); documents *= 2) {
    const order = stratifiedOrder(y, all, seededRandom(seed, STREAMS.search + samples.length));
    samples.push([{ train: order.slice(0, documents).sort(), test: order.slice(order.length - tested).sort() }]);
  }
  let size = 0;
  const last = folds.filter(({ test }) => {
    const isNeeded = size < ENOUGH_TO_TEST;
    size += test.length;
    return isNeeded;
  });
  return [...samples, last];
}

/** Matrix entries, times classes if more than two, with which one candidate trains in about a second. */
const WORK_OF_FIRST_ROUND = 1.2e7;
/** Limits for the number of documents of the first round. */
const FIRST_SAMPLE = { least: 250, most: 2000 };

/** Chooses how many documents the first round learns from. */
export function firstSampleOf({ x, labels }: Pick<Dataset, "x" | "labels">): number {
  // Linear methods train one classifier for each class, but only one for two classes.
  const machines = labels.length > 2 ? labels.length : 1;
  const perDocument = Math.max(1, x.starts[x.rows] / Math.max(1, x.rows)) * machines;
  const { least, most } = FIRST_SAMPLE;
  return Math.round(Math.min(most, Math.max(least, WORK_OF_FIRST_ROUND / perDocument)));
}
