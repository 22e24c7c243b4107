import { requireBoolean } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { type Following, followed } from "../base/following.js";
import { classCounts, countsOf } from "../classifiers/bayes/class-counts.js";
import { isCounting } from "../classifiers/bayes/counting-classifier.js";
import { documentKeeper, memoryOf } from "../classifiers/neighbours/similar-documents.js";
import type { StoredModel } from "../classifiers/stored-classifier.js";
import type { CorpusData } from "../features/corpus/collections.js";
import { selectRows } from "../features/sparse-matrix.js";
import { calibratedFit, type FitOptions } from "./fitting/fit-calibration.js";
import { Fold } from "./fitting/fold.js";
import { TrainingSubset, trainingCounts } from "./fitting/training-subset.js";
import { countingClassifier, rememberingModel } from "./learning/remembering-model.js";
import { labelCounts } from "./multi-label.js";
import { requireLearnable } from "./reading.js";
import { resolve, type Settings } from "./settings.js";
import { TextModel } from "./text-model.js";

/** The options of training that are not settings of the model. */
export interface TrainingMode extends Following, Omit<FitOptions, "calibrate" | "onProgress"> {
  /** Whether to keep the rows and ids of the documents, for `similar`. Default false; neighbours always keep them. */
  readonly keepDocuments?: boolean | undefined;
  /**
   * Whether the model remembers its documents, so that `learn` and `unlearn` can change it. Copies count once, under
   * the last label. The model must be made of counts, and the corpus read with `identify`. Default false.
   */
  readonly remember?: boolean | undefined;
}

/**
 * Checks how a model is to be trained.
 *
 * @throws UsageError if the options cannot be combined, DataError if the model should remember its documents and
 * cannot.
 */
export function requireTrainable(settings: Settings, { keepDocuments = false, remember = false }: TrainingMode): void {
  requireBoolean("keepDocuments", keepDocuments);
  requireBoolean("remember", remember);
  if (remember) countingClassifier(settings);
  if (!keepDocuments) return;
  const other = settings.multiLabel ? "multiLabel" : remember ? "remember" : undefined;
  if (other === undefined) return;
  const why = `${other} and keepDocuments cannot be combined: choose one`;
  throw new UsageError(why, { options: [other, "keepDocuments"] });
}

/**
 * Learns from a corpus that has been read.
 *
 * @throws DataError if there are fewer than two classes, or the model cannot remember its documents but should.
 */
export function trainOn(data: CorpusData, settings: Settings, how: TrainingMode = {}): TextModel {
  const { seed, keepDocuments = false, remember = false, jobs } = how;
  requireTrainable(settings, how);
  requireLearnable(data, settings);
  const onProgress = followed(how, "training", 1);
  if (remember) return rememberingModel(data, settings);
  const { classifier, rules } = resolve(settings);
  const subset = new TrainingSubset(data);
  const whole = new Fold(subset, undefined, rules);
  const fitting = { calibrate: settings.calibrate ?? undefined, seed, onProgress, jobs };
  const { calibration, learn, leftOut } = calibratedFit(whole, classifier, fitting);
  // Guessed classes of documents without labels would not show how often the model errs.
  const answers = () => (data.weights === undefined ? leftOut() : undefined);
  if (isCounting(classifier)) {
    const documents = keepDocuments ? { ids: idsOf(data), rows: documentKeeper().fit(whole.train) } : undefined;
    const training = trainingCounts(subset, data.vocabulary, rules, classifier);
    // Without a calibration, the model is the same as one made of sums, which have no documents to leave out.
    return new TextModel(settings, training, { calibration, documents, leftOut: calibration && answers() });
  }
  const { terms, classes, model } = narrow(learn() as StoredModel, whole, settings.multiLabel, keepDocuments);
  const training = { vocabulary: data.vocabulary.subset(terms), classes, statistics: undefined };
  // A model of neighbours keeps its documents anyway.
  const hasDocuments = memoryOf(model) !== undefined;
  const rows = hasDocuments || !keepDocuments ? undefined : documentKeeper().fit(whole.train);
  const documents = keepDocuments || hasDocuments ? { ids: idsOf(data), rows } : undefined;
  return new TextModel(settings, training, { calibration, model, documents, leftOut: answers() });
}

/**
 * Returns a model without the columns that cannot change a score, the numbers of its terms in the data set, and the
 * counts of these terms by class.
 */
function narrow(model: StoredModel, { terms, train }: Fold, multiLabel: boolean | undefined, keepDocuments: boolean) {
  const classes = multiLabel ? labelCounts(train) : classCounts(train);
  // Kept documents need all terms.
  const narrowed = keepDocuments ? undefined : model.narrowed?.();
  if (narrowed === undefined) return { model, terms, classes };
  const { columns } = narrowed;
  return {
    model: narrowed.model,
    terms: columns.map((column) => terms[column]),
    classes: countsOf(classes.labels, classes.documents, selectRows(classes.terms, columns)),
  };
}

/** Returns the ids of the kept documents. Skips documents with weight 0 (unlabelled ones that did not help). */
function idsOf({ ids, weights }: CorpusData): string[] {
  return ids.filter((_, row) => weights?.[row] !== 0);
}
