import { requireWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import type { Following } from "../../base/following.js";
import { sumOf } from "../../base/lists.js";
import { seededRandom } from "../../base/random.js";
import { partlyLabelled } from "../../classifiers/unlabelled/opinions.js";
import type { CorpusData } from "../../features/corpus/collections.js";
import { someRows } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { Fold, testSubset } from "../../model/fitting/fold.js";
import { classSizes, type Split, STREAMS } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { resolve, type Settings } from "../../model/settings.js";
import { type ClassShares, withGuessedClasses } from "../../model/unlabelled-data.js";
import { type CurveOptions, curveSizes, eachClassFirst, inTurn, stratifiedOrder } from "./learning-curve.js";
import { growingFolds, type LearningCurves, measuredCurves, repeatedSplits } from "./measured-curves.js";

/** The options of `fewLabels`. */
export interface FewLabelsOptions extends Following, Pick<CurveOptions, "jobs"> {
  /** The numbers of labelled documents, each at least 1: of each class, or in all. */
  readonly labels: readonly number[];
  /** Whether the numbers count all labelled documents instead of those of each class. */
  readonly inAll: boolean;
  /** The share of each class to test on if there is no test corpus, above 0 and below 1. */
  readonly holdout: number;
  /** How often labelled documents are drawn, and, without a test corpus, the hold-out. */
  readonly repeats: number;
  /** The seed of the draws. */
  readonly seed: number;
  /** The share of each class among the documents that lose their label, if it is to be known. */
  readonly shares?: ClassShares | undefined;
}

/**
 * Measures how accurate a model is with few labelled documents: as one curve for these alone, and one for a model that
 * learns from the other training documents, too, but not from their labels. If folds inside the labelled documents find
 * that the others hurt, both models are the same. If the numbers count all labelled documents, these have about the class
 * shares of the corpus, and at least one document of each class.
 *
 * @param data the training documents
 * @param test the test documents, over the same vocabulary. Default: a hold-out of `data`, drawn each time
 * @throws UsageError if a number is not allowed; DataError if there are fewer labels than classes, or no class has two
 *   documents.
 */
export function fewLabels(
  data: CorpusData,
  test: CorpusData | undefined,
  settings: Settings,
  options: FewLabelsOptions,
): LearningCurves {
  const { labels, inAll, holdout, repeats, seed, shares } = options;
  for (const number of labels) requireWhole("labels", number, 1);
  const { length: classes } = data.labels;
  const few = inAll ? labels.find((number) => number < classes) : undefined;
  if (few !== undefined) throw new DataError(`labels: ${few} in all are too few for ${classes} classes`);
  const { classifier, rules } = resolve(settings);
  const splits = repeatedSplits(data, test, holdout, repeats, seed);
  const [first] = splits;
  // The groups of documents that the numbers count: the classes, or all documents.
  const groups = inAll ? [first.train.length] : [...classSizes(first.train.map((row) => data.y[row]))];
  const wanted = labels.map((most) => sumOf(groups.map((size) => Math.min(most, size))));
  const sizes = curveSizes(data.y, first.train, wanted);
  // The pile is prepared from the terms alone, so repeats with the same training documents share it.
  const wholePile = test && partlyLabelled(data);
  function* modelsOf({ train, test: rows }: Split, repeat: number) {
    const tested = testSubset(test ?? data, rows);
    const training = { ...data, ...someRows(data, train) };
    const pile = wholePile ?? partlyLabelled(training);
    const random = seededRandom(seed, STREAMS.fewLabels + repeat);
    const order = stratifiedOrder(data.y, train, random, inAll ? eachClassFirst : inTurn);
    for (const alone of growingFolds(data, order, sizes, tested, rules)) {
      const labelled = new Set(order.subarray(0, alone.trainDocuments));
      const y = train.map((row) => (labelled.has(row) ? data.y[row] : UNLABELLED));
      const { data: filled, choice } = withGuessedClasses({ ...training, y }, settings, shares, pile);
      const together = new Fold(new TrainingSubset(filled), tested, rules);
      yield [alone, choice.isUsed ? together : alone].map((fold) => ({ fold, classifier }));
    }
  }
  const names = [`${classifier.name} alone`, "with the rest unlabelled"];
  const documents = { train: first.train.length, test: first.test.length };
  return measuredCurves({ names, sizes, splits, modelsOf, documents, isFixed: test !== undefined }, options);
}
