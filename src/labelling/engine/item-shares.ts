import { argmax } from "../../classifiers/scores.js";
import { keepLabels } from "../../classifiers/unlabelled/expectation-maximization.js";
import { OPINIONS } from "../../classifiers/unlabelled/opinions.js";
import { temperedShares } from "../../classifiers/unlabelled/tempered-shares.js";
import { type SparseMatrix, UNLABELLED } from "../../features/sparse-matrix.js";
import type { Accuracy } from "../state.js";
import { ENOUGH, type EngineAnswers } from "./forecast.js";

/** The least mean difference of the two best shares, however low the accuracy is. */
const LEAST_LEAD = 0.2;

/** The probabilities of the classes of items. */
export type ItemShares = ReturnType<typeof itemShares>;

/**
 * Computes the probabilities of the classes of all items, by label spreading and naive Bayes: `OPINIONS.spreading`. How
 * sure they are on the whole follows from the accuracy that is expected: with two classes, the mean probability of the
 * best class is then the middle of its interval.
 *
 * @param x weighted terms, a row per item
 * @param graph of neighbours, as far as it has grown
 * @param accuracy default: the shares are as sure as `temperedShares` makes them
 * @returns P(class | item) as items × classes, all 0 if nothing is known; the index of the best class of each item, and
 *   its probability
 */
export function itemShares(
  x: SparseMatrix,
  graph: SparseMatrix,
  answers: EngineAnswers,
  accuracy?: Accuracy | undefined,
) {
  const { classes: labels } = answers;
  const y = labelsOf(x.rows, answers);
  const best = new Uint16Array(x.rows);
  const probabilities = new Float32Array(x.rows);
  if (y.every((c) => c === UNLABELLED))
    return { shares: new Float64Array(x.rows * labels.length), best, probabilities };
  const scores = OPINIONS.spreading({ x, graph, labels }, y);
  const shares = temperedShares(
    scores,
    y,
    labels.length,
    accuracy && Math.max(LEAST_LEAD, accuracy.from + accuracy.to - 1),
  );
  keepLabels(shares, y, labels.length);
  for (let item = 0; item < x.rows; item++) {
    const own = shares.subarray(item * labels.length, (item + 1) * labels.length);
    best[item] = argmax(own);
    probabilities[item] = own[best[item]];
  }
  return { shares, best, probabilities };
}

/** Returns the class of each item, or `UNLABELLED`. Hints count for classes that have few answers. */
function labelsOf(items: number, { classes, labels, hints }: EngineAnswers): Uint32Array {
  const y = new Uint32Array(items).fill(UNLABELLED);
  const answered = new Uint32Array(classes.length);
  for (const [, c] of labels) answered[c]++;
  for (const [item, c] of hints) if (answered[c] < ENOUGH) y[item] = c;
  for (const [item, c] of labels) y[item] = c;
  return y;
}
