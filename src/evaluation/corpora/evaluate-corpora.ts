import type { Corpus } from "../../documents/corpora/corpus.js";
import { type CorpusData, requireCorpora } from "../../features/corpus/read-corpus.js";
import { countedFold } from "../../model/fitting/fold.js";
import type { Splits } from "../../model/fitting/splits.js";
import { countToLearn, readToLearn } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import { sumsOf } from "../../model/training.js";
import type { UnlabelledDocuments } from "../../model/unlabelled-data.js";
import { type Audit, audit } from "../audit/audit.js";
import { type Evaluation, evaluate, evaluateCorpora } from "../evaluate.js";
import { evaluateLabels, type LabelEvaluation, labelStrata } from "../labels/evaluate-labels.js";
import { type BinaryOptions, requireBinary } from "../metrics/binary-metrics.js";
import { needsFacts, type Protocol, requireProtocol } from "../protocols/protocol.js";
import { type FollowedSplits, measuringSplits, splitsFor } from "../protocols/protocol-splits.js";
import { piledCorpora } from "./piled-corpora.js";

/** The options of `evaluateByProtocol`. */
export interface ByProtocolOptions extends FollowedSplits {
  /** How to measure one of two classes against the other. */
  readonly binary?: BinaryOptions | undefined;
  /** The seed of the folds that fit a calibration. Default 1. */
  readonly seed?: number | undefined;
  /** Whether to audit the evaluation: see `audit`. Default false. */
  readonly withAudit?: boolean | undefined;
  /**
   * Documents without labels, for each training set to learn from as well: see `withGuessedClasses`. The protocol must be a test
   * corpus, a hold-out or folds, without groups. Test documents are never among them, unless these are copies. Default: none.
   */
  readonly unlabelled?: UnlabelledDocuments | undefined;
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
  const { binary, seed, withAudit = false, keepsRows = false, unlabelled, jobs, onProgress, signal } = options;
  const testing = { calibrate: settings.calibrate ?? undefined, seed, binary, jobs, onProgress, signal };
  requireProtocol(protocol);
  const facts = wantsFacts(corpora, protocol);
  // With a test corpus, many methods learn from counts, and no row of the training corpus has to stay in memory.
  const isTestedOnly = corpora.length > 1 && !withAudit && !keepsRows && unlabelled === undefined;
  const sums = isTestedOnly ? sumsOf(settings, corpora[0].labels) : undefined;
  if (sums !== undefined) {
    const { train, test } = countToLearn(corpora, settings, sums, { ...options, facts });
    const { rules, classifier } = resolve(settings);
    const evaluation = evaluate([countedFold(train, test, rules)], classifier, test.labels, testing);
    return { evaluation, protocol, splits: [], tested: test };
  }
  const piled = unlabelled === undefined ? undefined : piledCorpora(corpora, unlabelled, settings, protocol, options);
  const rows = piled?.rows ?? readToLearn(corpora, [settings], { ...options, facts });
  const [data, tested = data] = rows;
  if (binary !== undefined) requireBinary(tested.labels, binary);
  const found = measuringSplits(corpora[0], data, protocol, settings, options);
  const { splits } = found;
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
  const { jobs, onProgress, signal, onSplits } = options;
  requireProtocol(protocol);
  const facts = wantsFacts(corpora, protocol);
  const rows = readToLearn(corpora, [settings], { ...options, facts });
  const [data, tested = data] = rows;
  const found = splitsFor(corpora[0], { ...data, ...labelStrata(data) }, protocol, settings);
  onSplits?.(found, data);
  const { splits } = found;
  const evaluation = evaluateLabels(rows, splits, settings, { jobs, onProgress, signal });
  return { evaluation, protocol: found.protocol, splits, tested, rows };
}

/**
 * Returns whether to keep the facts of each document (date, sender, thread, other cells of its row): if the protocol
 * needs them, or a corpus was opened with `otherColumns`, whose cells are kept beside the predictions.
 *
 * @throws UsageError unless these are corpora.
 */
function wantsFacts(corpora: readonly Corpus[], protocol: Protocol): boolean {
  requireCorpora(corpora);
  return needsFacts(protocol) || corpora.some(({ form }) => form?.otherColumns !== undefined);
}
