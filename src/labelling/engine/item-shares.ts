import { complement } from "../../classifiers/bayes/complement.js";
import { argmax, softmaxInPlace } from "../../classifiers/scores.js";
import { classShares, spread } from "../../classifiers/unlabelled/label-spreading.js";
import { type SparseMatrix, selectRows, UNLABELLED } from "../../features/sparse-matrix.js";
import { ENOUGH, type EngineAnswers } from "./forecast.js";

/** The probabilities of the classes of items. */
export interface ItemShares {
  /** P(class | item), items × classes; all 0 if nothing is known. */
  readonly shares: Float64Array;
  /** The index of the best class of each item, and its probability. */
  readonly best: Uint16Array;
  readonly probabilities: Float32Array;
}

/**
 * Computes the probabilities of the classes of all items: by label spreading where labels reach, elsewhere by complement
 * naive Bayes.
 *
 * @param x weighted terms, a row per item
 * @param graph of neighbours, as far as it has grown
 */
export function itemShares(x: SparseMatrix, graph: SparseMatrix | undefined, answers: EngineAnswers): ItemShares {
  const { length: classes } = answers.classes;
  const y = labelsOf(x.rows, answers);
  const shares =
    graph === undefined ? new Float64Array(x.rows * classes) : classShares(spread(graph, y, classes), y, classes);
  const labelled = Uint32Array.from(y.keys()).filter((item) => y[item] !== UNLABELLED);
  const best = new Uint16Array(x.rows);
  const probabilities = new Float32Array(x.rows);
  if (labelled.length === 0) return { shares, best, probabilities };
  const data = { x: selectRows(x, labelled), y: labelled.map((item) => y[item]), labels: answers.classes };
  const model = complement().fit(data);
  for (let item = 0; item < x.rows; item++) {
    const own = shares.subarray(item * classes, (item + 1) * classes);
    if (y[item] !== UNLABELLED) own.fill(0)[y[item]] = 1;
    else if (own.every((share) => share === 0)) {
      model.scoreInto(x, item, own);
      softmaxInPlace(own);
    }
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
