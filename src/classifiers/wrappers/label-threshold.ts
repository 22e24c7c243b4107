/** The weight of the prior that the threshold is a probability of .5, in documents with the label. */
const PRIOR_DOCUMENTS = 10;

/**
 * Returns the least log odds with which a document should get a label. It is the place between two documents with the
 * highest F1, shrunk towards 0 (a probability of .5) by n / (n + 10) for n documents with the label. With few
 * documents, the best place is mostly chance (Lewis et al. 1996; Fan and Lin 2007 on its risk with rare labels).
 *
 * If several places are equally good, it takes the one nearest to 0. If 0 lies between the two documents, it takes 0.
 *
 * @param logOdds finite, of documents scored by models that have not seen them
 * @param y 1 for each document with the label, else 0; at least one is 1
 */
export function bestThreshold(logOdds: readonly number[], y: ArrayLike<number>): number {
  const order = Array.from(logOdds.keys()).sort((a, b) => logOdds[b] - logOdds[a]);
  let positives = 0;
  for (const row of order) positives += y[row];
  let found = 0;
  let best = { f1: -1, threshold: 0 };
  for (const [i, row] of order.entries()) {
    found += y[row];
    const lowest = logOdds[row];
    // After the last document, the place is halfway between it and 0, or at the document if that is below 0.
    const next = i + 1 < order.length ? logOdds[order[i + 1]] : Math.min(lowest, 0);
    // Equal documents cannot be divided.
    if (next === lowest && i + 1 < order.length) continue;
    const f1 = (2 * found) / (i + 1 + positives);
    const threshold = next < 0 && lowest >= 0 ? 0 : (lowest + next) / 2;
    if (f1 > best.f1 || (f1 === best.f1 && Math.abs(threshold) < Math.abs(best.threshold))) best = { f1, threshold };
  }
  return (best.threshold * positives) / (positives + PRIOR_DOCUMENTS);
}
