import { lazily } from "../../base/lazily.js";
import { ascending, countedBy, largest } from "../../base/lists.js";
import { someRows } from "../../features/dataset.js";
import { columnMap, termStatistics } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import type { ScoredDocument } from "../calibration/fit-temperature.js";
import { fittedScores } from "../out-of-parts.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { partsOf } from "./inner-folds.js";

/** The number of folds of a comparison. */
const FOLDS = 5;

/** One fold of a large corpus has at most this many documents. */
const MANY_SCORED = 1e5;

/** Up to this number of entries, all documents are compared by folds. In larger corpora, two samples of this size are. */
const FEW_ENTRIES = 3e5;

/** The same limit for few classes: entries times classes. */
const LITTLE_WORK = 3e6;

/** The entries of each sample, as a share of that limit. */
const SAMPLE = 2 / 3;

/** On folds, a rival wins if its loss is less; on a sample, by more than this number of standard errors. */
const STANDARD_ERRORS_OF_SAMPLE = 2;

/**
 * Compares a rival with naive Bayes on folds inside the training documents. In a large corpus, both learn from a sample and
 * are tested on another. Rare classes count as much as large ones: see `lossOfErrors`. On samples, the rival is better
 * only if that is clear, because naive Bayes is smaller.
 *
 * @param data in the order of contents, so that the result does not depend on the order of the documents
 * @param few up to this number of entries, all documents are compared: see `FEW_ENTRIES`
 * @returns whether the rival is better, the number of documents that neither had seen, and how many of them the rival got
 *   wrong; `fit` fits the rival to all documents, and returns some of them scored by models that have not seen them.
 *   Undefined if there are too few documents to compare on
 */
export function compared(
  rival: StoredClassifier,
  bayes: StoredClassifier,
  data: Dataset,
  few = Math.max(FEW_ENTRIES, LITTLE_WORK / data.labels.length),
) {
  const { starts, rows } = data.x;
  // With millions of documents, more folds: one of them is scored.
  const parts = lazily(() => partsOf(data, Math.max(FOLDS, Math.ceil(rows / MANY_SCORED))));
  if (starts[rows] > few) {
    const [ofBayes, ofRival] = sampleScores([bayes, rival], data, Math.min(SAMPLE * few, starts[rows] / 2));
    const fit = () => fittedScores(rival, data, { ...parts(), scored: 1 });
    return comparisonOf(ofRival, ofBayes, STANDARD_ERRORS_OF_SAMPLE, fit);
  }
  if (parts().count < 2) return undefined;
  const [ofBayes, ofRival] = [bayes, rival].map((classifier) => fittedScores(classifier, data, parts()));
  return comparisonOf(ofRival.documents, ofBayes.documents, 0, () => ofRival);
}

/** Fits classifiers to the first documents, with this number of entries, and scores the next ones of the same size. */
function sampleScores(classifiers: readonly StoredClassifier[], data: Dataset, entries: number): ScoredDocument[][] {
  const { starts, rows, columns } = data.x;
  const learned = ascending(rows).filter((row) => starts[row] < entries);
  const tested = ascending(rows).filter((row) => starts[row] >= entries && starts[row] < 2 * entries);
  const { documents } = termStatistics(data.x, learned);
  const kept = ascending(columns).filter((column) => documents[column] > 0);
  const known = { kept, map: columnMap(kept, columns) };
  const [train, test] = [learned, tested].map((some) => someRows(data, some, known));
  return classifiers.map((classifier) => {
    const { model } = fittedScores(classifier, train, { partOf: new Uint8Array(learned.length), count: 1, scored: 0 });
    return Array.from(tested, (_, row): ScoredDocument => {
      const scores = new Float64Array(data.labels.length);
      model.scoreInto(test.x, row, scores);
      return { scores, actual: test.y[row], tokens: 0 };
    });
  });
}

/** Compares two classifiers by their scores of the same documents. */
function comparisonOf(
  rival: readonly ScoredDocument[],
  bayes: readonly ScoredDocument[],
  standardErrors: number,
  fit: () => ReturnType<typeof fittedScores>,
) {
  const lossOf = lossOfErrors(rival);
  let gain = 0;
  let squares = 0;
  let errors = 0;
  for (const [i, document] of rival.entries()) {
    const loss = lossOf(document);
    const difference = lossOf(bayes[i]) - loss;
    if (loss > 0) errors++;
    gain += difference;
    squares += difference * difference;
  }
  const isBetter = gain > standardErrors * Math.sqrt(squares);
  return { isBetter, documents: rival.length, errors, fit };
}

/**
 * Returns a function for the loss of a document: 0 if it is right. An error between class a and class b costs
 *
 *     1/N + (1/N(a) + 1/N(b)) / 2C
 *
 * with N(c) of the N documents in class c, and C classes. The second term, summed over errors, is about the mean of
 * 1 - F1 over the classes.
 */
function lossOfErrors(documents: readonly ScoredDocument[]): (document: ScoredDocument) => number {
  const sizes = countedBy(documents, ({ actual }) => actual);
  const weightOf = (c: number) => 1 / (sizes.get(c) ?? 1) / (2 * sizes.size);
  return ({ scores, actual }) => {
    const others = scores.filter((_, c) => c !== actual);
    const highest = largest(others);
    if (scores[actual] - EQUAL > highest) return 0;
    // If several classes have the same score, the smallest counts, whatever their order.
    const tied = Array.from(scores, (score, c) => (c !== actual && score >= highest - EQUAL ? weightOf(c) : 0));
    return 1 / documents.length + weightOf(actual) + largest(tied);
  };
}

/** Scores count as equal if they differ by less: weights of linear machines have single precision. */
const EQUAL = 1e-5;
