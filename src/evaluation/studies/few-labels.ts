import { requireWhole } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { ascending, groupedBy } from "../../base/lists.js";
import { type Random, seededRandom, shuffle } from "../../base/random.js";
import { argmax } from "../../classifiers/scores.js";
import { OPINION_NAMES, type OpinionName } from "../../classifiers/unlabelled/opinions.js";
import { pileOf } from "../../classifiers/unlabelled/pile.js";
import type { CorpusData } from "../../features/corpus/corpus-data.js";
import { someRows } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { Fold, testSubset } from "../../model/fitting/fold.js";
import { STREAMS } from "../../model/fitting/random-streams.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { filledPile } from "../../model/pile/pile-data.js";
import { resolve, type Settings } from "../../model/settings.js";
import { accuracyOn } from "../metrics/outcome.js";
import { stratifiedOrder } from "../protocols/stratified-order.js";
import { mean } from "../significance/intervals.js";
import { type CurveOptions, type CurvePoint, intervalOf, repeatedSplits } from "./learning-curve.js";

/** The options of `fewLabels`. */
export interface FewLabelsOptions extends Following, Pick<CurveOptions, "jobs"> {
  /** The numbers of labelled documents, each at least 1: of each class, or in all. */
  readonly labels: readonly number[];
  /** Whether the numbers count all labelled documents instead of those of each class. Default false. */
  readonly inAll?: boolean;
  /** How often labelled documents are drawn, and, without a test corpus, the hold-out. Default 10. */
  readonly draws?: number;
  /** The share of each class to test on if there is no test corpus, above 0 and below 1. Default 0.3. */
  readonly holdout?: number;
  /** The seed of the draws. Default 1. */
  readonly seed?: number;
}

/** The defaults of `FewLabelsOptions`. */
export const FEW_LABELS_DEFAULTS = { inAll: false, draws: 10, holdout: 0.3, seed: 1 };

/** The accuracy with a number of labels, over all draws. */
export interface FewLabelsPoint {
  /** The number of labels as given: of each class, or in all. */
  readonly labels: number;
  /** The mean number of labelled documents. */
  readonly documents: number;
  /** The accuracy with the labelled documents alone. */
  readonly without: DrawnAccuracy;
  /** The accuracy with the labelled documents and the rest, whose labels are hidden. */
  readonly with: DrawnAccuracy;
  /**
   * An opinion is a method that guesses the hidden labels; the guesses are combined by weights. The number of draws in
   * which each opinion weighed most, and (`none`) in which the rest was not used.
   */
  readonly chosen: Readonly<Record<OpinionName | "none", number>>;
}

/** The mean accuracy over draws, its 95 % interval as in a learning curve, and the accuracy of each draw. */
export type DrawnAccuracy = Pick<CurvePoint, "accuracy" | "interval" | "accuracies">;

/** The result of `fewLabels`. */
export interface FewLabels {
  readonly points: readonly FewLabelsPoint[];
  /** The numbers of training documents, labelled or not, and of test documents, in the first draw. */
  readonly documents: { readonly train: number; readonly test: number };
}

/**
 * Measures how accurate a model is with few labelled documents, with and without the documents whose labels are hidden.
 * In each draw, some training documents keep their labels. All others lose them. The draws of a smaller number are among
 * those of a larger one. If the numbers count all documents, the draws have the shares of the classes, and one document
 * of each class at least.
 *
 * @param data the training documents
 * @param test the test documents, over the same vocabulary. Default: a hold-out of `data`, drawn each time
 * @throws UsageError if a number is not allowed; DataError if a class has fewer than two documents to draw from.
 */
export function fewLabels(
  data: CorpusData,
  test: CorpusData | undefined,
  settings: Settings,
  options: FewLabelsOptions,
): FewLabels {
  const { labels, inAll, draws, holdout, seed, jobs } = { ...FEW_LABELS_DEFAULTS, ...options };
  if (labels.length === 0) throw new UsageError("labels: give at least one number");
  for (const size of labels) {
    requireWhole("labels", size, 1);
    const { length: classes } = data.labels;
    if (inAll && size < classes)
      throw new DataError(`there are ${classes} classes, so ${size} labelled documents are too few`);
  }
  requireWhole("draws", draws, 1);
  const tellDone = followed(options, "testing", draws * labels.length);
  const { classifier, rules } = resolve(settings);
  const splits = repeatedSplits(data, test, holdout, draws, seed);
  // The pile is prepared from the terms alone, so draws with the same training documents share it.
  const wholePile = test && pileOf(data);
  const results: Draw[] = [];
  for (const [draw, { train, test: rows }] of splits.entries()) {
    const training = test === undefined ? { ...data, ...someRows(data, train) } : data;
    const pile = wholePile ?? pileOf(training);
    const drawn = drawer(training, inAll, seededRandom(seed, STREAMS.fewLabels + draw));
    const accuracyOf = (subset: TrainingSubset) =>
      accuracyOn(new Fold(subset, testSubset(test ?? data, rows), rules), classifier, { jobs });
    for (const size of labels) {
      const labelled = drawn(size).sort();
      const y = new Uint32Array(training.y.length).fill(UNLABELLED);
      for (const row of labelled) y[row] = training.y[row];
      const { data: filled, choice } = filledPile({ ...training, y }, pile);
      const without = accuracyOf(TrainingSubset.of(training, labelled));
      const together = choice.isUsed ? accuracyOf(TrainingSubset.of(filled)) : without;
      const best = OPINION_NAMES[argmax(choice.opinions.map(({ weight }) => weight))];
      const chosen = choice.isUsed ? best : "none";
      results.push({ size, documents: labelled.length, without, with: together, chosen });
      tellDone(results.length);
    }
  }
  const documents = { train: splits[0].train.length, test: splits[0].test.length };
  return { points: labels.map((size) => pointOf(size, results, documents)), documents };
}

/** The result of one draw with one number of labels. */
interface Draw extends Pick<FewLabelsPoint, "documents"> {
  readonly size: number;
  readonly without: number;
  readonly with: number;
  readonly chosen: keyof FewLabelsPoint["chosen"];
}

/** Returns a function from a number of labels to the rows that have them; a larger number adds rows. */
function drawer({ y }: CorpusData, inAll: boolean, random: Random): (size: number) => Uint32Array {
  const rows = ascending(y.length);
  if (inAll) {
    const order = stratifiedOrder(y, rows, random, true);
    return (size) => order.slice(0, size);
  }
  const ofClass = [...groupedBy(shuffle(rows, random), (row) => y[row]).values()];
  return (size) => Uint32Array.from(ofClass.flatMap((own) => own.slice(0, size)));
}

/** Summarizes the draws with one number of labels. @param counts numbers of documents, for the intervals */
function pointOf(labels: number, results: readonly Draw[], counts: FewLabels["documents"]): FewLabelsPoint {
  const own = results.filter(({ size }) => size === labels);
  const summary = (of: "with" | "without"): DrawnAccuracy => {
    const accuracies = own.map((draw) => draw[of]);
    return { accuracy: mean(accuracies), interval: intervalOf(accuracies, counts, false), accuracies };
  };
  const chosen = { none: 0, labelled: 0, em: 0, spreading: 0 };
  for (const draw of own) chosen[draw.chosen]++;
  const documents = mean(own.map((draw) => draw.documents));
  return { labels, documents, without: summary("without"), with: summary("with"), chosen };
}
