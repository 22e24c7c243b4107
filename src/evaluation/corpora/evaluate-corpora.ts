import { UsageError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { type CorpusData, requireCorpora } from "../../features/corpus/read-corpus.js";
import { someRows } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { Fold, type TestSubset, testSubset } from "../../model/fitting/fold.js";
import type { Splits } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { countToLearn, type FollowedReading, readToLearn } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import { sumsOf } from "../../model/training.js";
import {
  type ClassShares,
  type UnlabelledDocuments,
  withGuessedClasses,
  withoutClass,
  withUnlabelled,
} from "../../model/unlabelled-data.js";
import { type Audit, audit } from "../audit/audit.js";
import { type Evaluation, evaluate, evaluateCorpora } from "../evaluate.js";
import { evaluateLabels, type LabelEvaluation, labelStrata } from "../labels/evaluate-labels.js";
import { type BinaryOptions, requireBinary } from "../metrics/binary-metrics.js";
import {
  type FollowedSplits,
  needsFacts,
  type Protocol,
  requireProtocol,
  splitsFor,
} from "../protocols/protocol-splits.js";
import { CURVE_DEFAULTS, type CurveOptions, learningCurves } from "../studies/learning-curve.js";
import type { LearningCurves } from "../studies/measured-curves.js";

/** The options of `evaluateByProtocol`. */
export interface ByProtocolOptions extends FollowedSplits {
  /** How to measure one of two classes against the other. */
  readonly binary?: BinaryOptions | undefined;
  /** The seed of the folds that fit a calibration. Default 1. */
  readonly seed?: number | undefined;
  /** Whether to audit the evaluation: see `audit`. Default false. */
  readonly withAudit?: boolean | undefined;
  /**
   * Documents without labels, for each training set to learn from as well: see `withGuessedClasses`. The protocol must be
   * a test corpus, a hold-out or folds, without groups. Test documents are never among them, unless these are copies.
   * Default: none.
   */
  readonly unlabelled?: UnlabelledDocuments | undefined;
  /** The share of each class among them, if it is known. */
  readonly shares?: ClassShares | undefined;
  /** The share of documents that may count as none of the classes: see `TestOptions`. Default: none may. */
  readonly noneBelow?: number | undefined;
  /** Whether to return the rows of the documents, which `reportDetails` needs. Default: only if they are read. */
  readonly keepsRows?: boolean | undefined;
}

/** An evaluation, and the splits of its documents. */
export interface ByProtocol<E> {
  readonly evaluation: E;
  /** The protocol with facts of the corpus: see `ProtocolSplits`. */
  readonly protocol: Protocol;
  readonly splits: Splits;
  /** The corpus of the tested documents. The rows of predictions are indices into its `ids`. */
  readonly tested: CorpusData;
  /** The training corpus, then the test corpus if there is one. Undefined if only counts were kept. */
  readonly rows?: readonly CorpusData[] | undefined;
  readonly audit?: Audit | undefined;
}

/**
 * Reads a corpus, splits it by a protocol, and trains and tests a model on each split.
 *
 * @param corpora one corpus; with the protocol `{ kind: "test" }` one to learn from and one to test on
 * @throws UsageError if an option or a number of the protocol is not allowed; DataError if there are fewer than two
 *   classes, or the documents cannot be split by the protocol.
 *
 * @example
 * const { evaluation } = evaluateByProtocol([openCorpus("corpora/mail")], DEFAULT_SETTINGS, {
 *   kind: "folds",
 *   folds: 10,
 *   repeats: 1,
 *   seed: 1,
 *   groupBy: "thread",
 * });
 * console.log(evaluation.accuracy);
 */
export function evaluateByProtocol(
  corpora: readonly Corpus[],
  settings: Settings,
  protocol: Protocol,
  options: ByProtocolOptions = {},
): ByProtocol<Evaluation> {
  const { binary, withAudit = false, keepsRows = false, unlabelled, jobs, onProgress, signal } = options;
  requireProtocol(protocol);
  requireCorpora(corpora);
  // With a test corpus, many methods learn from counts, and no row of the training corpus has to stay in memory.
  const summed = corpora.length > 1 ? sumsOf(settings, corpora[0].labels) : undefined;
  const triesLimits = summed === undefined && unlabelled === undefined;
  const testing = { ...options, calibrate: settings.calibrate ?? undefined, triesLimits };
  const facts = wantsFacts(corpora, protocol);
  const sums = !withAudit && !keepsRows && unlabelled === undefined ? summed : undefined;
  if (sums !== undefined) {
    const { train, test } = countToLearn(corpora, settings, sums, { ...options, facts });
    const { rules, classifier } = resolve(settings);
    const fold = new Fold(TrainingSubset.ofSums(train), testSubset(test), rules);
    const evaluation = evaluate([fold], classifier, test.labels, testing);
    return { evaluation, protocol, splits: [], tested: test };
  }
  const piled = unlabelled === undefined ? undefined : piledCorpora(corpora, unlabelled, settings, protocol, options);
  const rows = piled?.rows ?? readToLearn(corpora, [settings], { ...options, facts });
  const [data, tested = data] = rows;
  if (binary !== undefined) requireBinary(tested.labels, binary);
  const found = splitsFor(corpora[0], data, protocol, settings, options);
  const { splits } = found;
  // Runs by date do not resample one corpus: see `TestResults`.
  const resampled = protocol.kind !== "by-date";
  const evaluation =
    piled === undefined
      ? evaluateCorpora(rows, splits, settings, { ...testing, resampled })
      : evaluate(piled.folds(splits), resolve(settings).classifier, tested.labels, testing);
  const audited = withAudit
    ? audit({ data: rows, splits, evaluation }, corpora, settings, { jobs, onProgress, signal })
    : undefined;
  return { evaluation, protocol: found.protocol, splits, tested, rows, audit: audited };
}

/**
 * Evaluates like `evaluateByProtocol`, but for documents that may have several labels. For splitting, each document
 * counts under the rarest of its labels.
 *
 * @param settings must have `multiLabel`
 * @throws the errors of `evaluateByProtocol`; UsageError for leave-one-out
 */
export function evaluateLabelsByProtocol(
  corpora: readonly Corpus[],
  settings: Settings,
  protocol: Protocol,
  options: FollowedSplits = {},
): ByProtocol<LabelEvaluation> {
  const { jobs, onProgress, signal } = options;
  requireProtocol(protocol);
  requireCorpora(corpora);
  const facts = wantsFacts(corpora, protocol);
  const rows = readToLearn(corpora, [settings], { ...options, facts });
  const [data, tested = data] = rows;
  const found = splitsFor(corpora[0], { ...data, ...labelStrata(data) }, protocol, settings, options, data);
  const { splits } = found;
  const evaluation = evaluateLabels(rows, splits, settings, { jobs, onProgress, signal });
  return { evaluation, protocol: found.protocol, splits, tested, rows };
}

/**
 * Whether to keep the facts of each document (date, sender, thread, other cells of its row): if the protocol needs them,
 * or a corpus was opened with `otherColumns`, whose cells are kept beside the predictions.
 */
function wantsFacts(corpora: readonly Corpus[], protocol: Protocol): boolean {
  return needsFacts(protocol) || corpora.some(({ form }) => form?.otherColumns !== undefined);
}

/**
 * Reads a corpus and measures the accuracy of models by number of training documents.
 *
 * @param corpora one corpus, or one to learn from and one to test on
 * @param all settings that read and select terms in the same way, such as those of `settingsOfEach`
 * @throws the errors of `learningCurves`; DataError if there are fewer than two classes.
 */
export function learningCurvesOf(
  corpora: readonly Corpus[],
  all: readonly Settings[],
  options: FollowedSplits & Omit<CurveOptions, "test" | "rules"> = {},
): LearningCurves {
  const { holdout = CURVE_DEFAULTS.holdout, seed = CURVE_DEFAULTS.seed } = options;
  const [settings] = all;
  const [data, test] = readToLearn(corpora, all, options);
  // The first repeat has the same split. It is checked and reported before the models are trained.
  if (test === undefined) {
    splitsFor(corpora[0], data, { kind: "holdout", share: holdout, repeats: 1, seed }, settings, options);
  }
  const classifiers = all.map((each) => resolve(each).classifier);
  return learningCurves(data, classifiers, { ...options, test, rules: resolve(settings).rules });
}

/**
 * Reads corpora with documents without labels, so that an evaluation can learn from both. In each training set, the pile
 * gets guessed classes: see `withGuessedClasses`.
 *
 * @param unlabelled the pile
 * @param protocol a test corpus, a hold-out or folds, without groups
 * @returns the labelled documents, then those of the test corpus if there is one (`rows`), and a function from the
 *   splits of the labelled documents to the folds
 * @throws the errors of `readToLearn` and `withoutClass`; UsageError for other protocols
 */
export function piledCorpora(
  [corpus, ...tests]: readonly Corpus[],
  unlabelled: UnlabelledDocuments,
  settings: Settings,
  protocol: Protocol,
  options: FollowedReading & Pick<ByProtocolOptions, "shares">,
) {
  const isGrouped = "groupBy" in protocol && protocol.groupBy !== undefined;
  if (isGrouped || protocol.kind === "leave-one-out" || protocol.kind === "by-date") {
    throw new UsageError("unlabelled documents need a test corpus, a hold-out or folds without groups", {
      options: ["unlabelled"],
    });
  }
  const [all, tested] = readToLearn([withUnlabelled(corpus, unlabelled), ...tests], [settings], options, withoutClass);
  const rows = ascending(all.x.rows);
  // Labelled documents are read first, so they have the same numbers in all rows.
  const labelled = rows.filter((row) => all.y[row] !== UNLABELLED);
  const data = { ...all, ...someRows(all, labelled), ids: Array.from(labelled, (row) => all.ids[row]) };
  /** Returns the fold that learns from all rows, the pile included, except some. */
  const foldWithout = (excluded: Iterable<number>, test: TestSubset) => {
    const isExcluded = new Set(excluded);
    const kept = rows.filter((row) => !isExcluded.has(row));
    const { data: filled } = withGuessedClasses(someRows(all, kept), settings, options.shares);
    return new Fold(new TrainingSubset(filled), test, resolve(settings).rules);
  };
  return {
    rows: tested === undefined ? [data] : [data, tested],
    *folds(splits: Splits): Generator<Fold> {
      if (tested !== undefined) yield foldWithout([], testSubset(tested));
      else if (splits !== "leave one out")
        for (const { test } of splits) yield foldWithout(test, testSubset(data, test));
    },
  };
}
