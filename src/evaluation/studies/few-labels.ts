import { requireWhole } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import { type Following, followed } from "../../base/following.js";
import { ascending, groupedBy } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { argmax } from "../../classifiers/scores.js";
import { OPINION_NAMES, type OpinionName } from "../../classifiers/unlabelled/opinions.js";
import { type PileChoice, pileOf } from "../../classifiers/unlabelled/pooled-labels.js";
import type { CorpusData } from "../../features/corpus/corpus-data.js";
import { someRows } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { Fold, type TestSubset } from "../../model/fitting/fold.js";
import { STREAMS } from "../../model/fitting/random-streams.js";
import { holdouts } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { filledPile } from "../../model/pile/pile-data.js";
import { resolve, type Settings } from "../../model/settings.js";
import { predictedOn } from "../metrics/outcome.js";
import { stratifiedOrder } from "../protocols/stratified-order.js";
import { type Interval, mean, resampledInterval, wilsonInterval } from "../significance/intervals.js";

/** The options of `fewLabels`. */
export interface FewLabelsOptions extends Following {
  /** The numbers of labelled documents, each at least 1: of each class, or in all. */
  readonly labels: readonly number[];
  /** Whether the numbers count all labelled documents instead of those of each class. Default false. */
  readonly inAll?: boolean | undefined;
  /** How often labelled documents are drawn, and, without a test corpus, the hold-out. Default 10. */
  readonly draws?: number | undefined;
  /** The share of each class to test on if there is no test corpus, above 0 and below 1. Default 0.3. */
  readonly holdout?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** How many threads a slow method may use; it changes no result. Default 1. */
  readonly jobs?: number | undefined;
}

export const FEW_LABELS_DEFAULTS = { draws: 10, holdout: 0.3, seed: 1 } as const;

/** The accuracy with a number of labels, over all draws. */
export interface FewLabelsPoint {
  /** The number as given. */
  readonly labels: number;
  /** The mean number of labelled documents. */
  readonly documents: number;
  /** What the labelled documents alone give, and what they give together with the rest. */
  readonly without: DrawnAccuracy;
  readonly with: DrawnAccuracy;
  /** In how many draws each opinion weighed most, and in how many the rest was not used. */
  readonly chosen: Readonly<Record<OpinionName | "none", number>>;
}

/** The mean accuracy over draws, its 95 % interval (corrected resampled t; Wilson's for one draw) and the accuracy of each draw. */
export interface DrawnAccuracy {
  readonly accuracy: number;
  readonly interval: Interval;
  readonly accuracies: readonly number[];
}

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
  const { labels, inAll = false, draws = FEW_LABELS_DEFAULTS.draws, seed = FEW_LABELS_DEFAULTS.seed } = options;
  requireFewLabels(labels, draws);
  const tell = followed(options, "testing", draws * labels.length);
  const results: Draw[] = [];
  let pile: ReturnType<typeof pileOf> | undefined;
  let documents: FewLabels["documents"] | undefined;
  for (let draw = 0; draw < draws; draw++) {
    const { training, tested } = division(data, test, options, draw);
    documents ??= { train: training.x.rows, test: tested.rows.length };
    if (test === undefined || pile === undefined) pile = pileOf(training);
    const order = drawnOrder(training, inAll, seededRandom(seed, STREAMS.fewLabels + draw));
    for (const size of labels) {
      const drawn = order(size);
      const y = new Uint32Array(training.y.length).fill(UNLABELLED);
      for (const row of drawn) y[row] = training.y[row];
      const { data: filled, choice } = filledPile({ ...training, y }, pile);
      const accuracyOf = (subset: TrainingSubset) => accuracyOn(subset, tested, settings, options.jobs);
      const without = accuracyOf(TrainingSubset.of(training, drawn.slice().sort()));
      const together = choice.isUsed ? accuracyOf(TrainingSubset.of(filled)) : without;
      results.push({ size, documents: drawn.length, without, with: together, choice });
      tell(results.length);
    }
  }
  const counts = documents ?? { train: 0, test: 0 };
  return { points: labels.map((size) => pointOf(size, results, counts)), documents: counts };
}

/** @throws UsageError unless there are numbers of labels, and a number of draws. */
export function requireFewLabels(labels: readonly number[], draws: number): void {
  if (labels.length === 0) throw new UsageError("labels: give at least one number");
  for (const size of labels) requireWhole("labels", size, 1);
  requireWhole("draws", draws, 1);
}

interface Draw extends Pick<FewLabelsPoint, "documents"> {
  readonly size: number;
  readonly without: number;
  readonly with: number;
  readonly choice: PileChoice;
}

/** Returns the training documents of a draw as a data set, and the documents to test on. */
function division(data: CorpusData, test: CorpusData | undefined, options: FewLabelsOptions, draw: number) {
  if (test !== undefined) return { training: data, tested: { x: test.x, y: test.y, rows: ascending(test.x.rows) } };
  const { holdout = FEW_LABELS_DEFAULTS.holdout, seed = FEW_LABELS_DEFAULTS.seed } = options;
  const split = holdouts(data.y, holdout, draw + 1, seed)[draw];
  return {
    training: { ...data, ...someRows(data, split.train) },
    tested: { x: data.x, y: data.y, rows: split.test },
  };
}

/** Returns a function from a number of labels to the rows that have them; a larger number adds rows. */
function drawnOrder({ y, labels }: CorpusData, inAll: boolean, random: ReturnType<typeof seededRandom>) {
  const rows = ascending(y.length);
  if (inAll) {
    const order = stratifiedOrder(y, rows, random, true);
    return (size: number) => {
      if (size >= labels.length) return order.slice(0, size);
      throw new DataError(`there are ${labels.length} classes, so ${size} labelled documents are too few`);
    };
  }
  const ofClass = [...groupedBy(shuffle(rows, random), (row) => y[row]).values()];
  return (size: number) => Uint32Array.from(ofClass.flatMap((own) => own.slice(0, size)));
}

function accuracyOn(subset: TrainingSubset, tested: TestSubset, settings: Settings, jobs?: number): number {
  const { classifier, rules } = resolve(settings);
  const fold = new Fold(subset, tested, rules);
  const predicted = predictedOn(fold, classifier, { jobs });
  return predicted.filter((c, i) => c === fold.actual[i]).length / predicted.length;
}

function pointOf(size: number, results: readonly Draw[], { train, test }: FewLabels["documents"]): FewLabelsPoint {
  const own = results.filter((draw) => draw.size === size);
  const summary = (accuracies: number[]): DrawnAccuracy => ({
    accuracy: mean(accuracies),
    interval:
      accuracies.length > 1
        ? resampledInterval(accuracies, test, train)
        : wilsonInterval(Math.round(accuracies[0] * test), test),
    accuracies,
  });
  const chosen = own.map(({ choice: { isUsed, opinions } }) =>
    isUsed ? OPINION_NAMES[argmax(opinions.map(({ weight }) => weight))] : "none",
  );
  const names = ["none", ...OPINION_NAMES] as const;
  return {
    labels: size,
    documents: mean(own.map(({ documents }) => documents)),
    without: summary(own.map((draw) => draw.without)),
    with: summary(own.map((draw) => draw.with)),
    chosen: Object.fromEntries(
      names.map((name) => [name, chosen.filter((one) => one === name).length]),
    ) as FewLabelsPoint["chosen"],
  };
}
