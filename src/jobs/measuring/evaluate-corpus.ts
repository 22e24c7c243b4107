import { optionName, requireNumber } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import {
  type ByProtocol,
  evaluateByProtocol,
  evaluateLabelsByProtocol,
} from "../../evaluation/corpora/evaluate-corpora.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import { type BinaryOptions, requireBinary } from "../../evaluation/metrics/binary-metrics.js";
import type { Protocol } from "../../evaluation/protocols/protocol-splits.js";
import { type CorporaRead, sizesOf } from "../../model/reading.js";
import { calibrationIn, named, type Settings, settingsOfEach } from "../../model/settings.js";
import { requireUnlabelledForShares } from "../../model/training.js";
import type { ClassShares } from "../../model/unlabelled-data.js";
import { auditSections } from "../../reports/audit/audit-text.js";
import { type Section, terminalText } from "../../reports/blocks.js";
import { evaluationReport, evaluationSections } from "../../reports/evaluation/evaluation-text.js";
import { labelEvaluationReport, labelEvaluationSections } from "../../reports/evaluation/label-evaluation-text.js";
import { type PredictionOptions, predictionLines } from "../../reports/evaluation/predictions.js";
import type { Report } from "../../reports/report-forms.js";
import { chosenText } from "../chosen-settings.js";
import { followReading, unlabelledDocuments } from "../follow-reading.js";
import { tell } from "../follower.js";
import { NO_TERMS, namedLines } from "../notices/corpus-lines.js";
import {
  FEW_TESTED,
  fewTestedText,
  figureLines,
  protocolLines,
  splitLines,
  untestedText,
} from "../notices/figure-lines.js";
import { readingLines } from "../notices/mail-lines.js";
import { fewLabelSettings, modelOptions, settingsOf } from "../settings.js";
import { evaluationPage, labelEvaluationPage } from "./evaluation-page.js";
import {
  type Measured,
  type MeasuringOptions,
  measured,
  openToMeasure,
  type ProtocolOptions,
  protocolFrom,
} from "./measuring-options.js";

/** The options of `evaluateCorpus`. */
export interface EvaluateOptions extends MeasuringOptions, ProtocolOptions, BinaryOptions, PredictionOptions {
  /** The method, or several to measure on the same splits. Default: multinomial, or that of the preset. */
  readonly classifier?: string | readonly string[] | undefined;
  /** Whether to look for leaks between training and test documents. */
  readonly audit?: boolean | undefined;
  /** The share of documents that may count as none of the classes: see `AnswerLimits`. Default: none may. */
  readonly noneBelow?: number | undefined;
  /** The path of documents without labels, to learn from as well. */
  readonly unlabelled?: string | undefined;
  /** The share of each class among them, if it is known. */
  readonly shares?: ClassShares | undefined;
  /** For an HTML page: the words of the command line. Default: a page cannot be made. */
  readonly command?: readonly string[] | undefined;
}

/** The evaluation of one method. */
export interface Evaluated<E = Evaluation | LabelEvaluation> extends Measured, ByProtocol<E> {
  readonly settings: Settings;
  /** Yields the lines of a file of predictions. */
  readonly predictions: () => Iterable<string>;
}

/**
 * Measures how accurate methods are on documents that they have not learned from.
 *
 * @param root the path of a corpus
 * @returns an evaluation for each method; with `multiLabel`, one of labels
 * @throws UsageError if options are not allowed or exclude each other; DataError if the corpus cannot be read, or the
 *   documents cannot be split.
 *
 * @example
 * const [{ evaluation }] = evaluateCorpus("corpora/mail", { preset: "mail", folds: 10 });
 * console.log(evaluation.accuracy);
 */
export function evaluateCorpus(
  root: string,
  options: EvaluateOptions & { readonly multiLabel: true },
): readonly Evaluated<LabelEvaluation>[];
export function evaluateCorpus(root: string, options?: EvaluateOptions): readonly Evaluated<Evaluation>[];
export function evaluateCorpus(root: string, options: EvaluateOptions = {}): readonly Evaluated[] {
  const { classifier, ...others } = options;
  const names = [classifier ?? []].flat();
  const chosen = { ...others, ...(names.length === 1 && { classifier: names[0] }) };
  const protocol = protocolFrom(options);
  requireUnlabelledForShares(options);
  const { test, unlabelled } = options;
  const all = names.length > 1 ? settingsOfEach(names, modelOptions(others)) : [settingsOf(chosen)];
  if (protocol.kind === "leave-one-out") for (const settings of all) refuseCalibration(settings, options);
  const [{ multiLabel }] = all;
  if (multiLabel) requireLabelOptions(options);
  if (options.noneBelow !== undefined) requireNumber("noneBelow", options.noneBelow, { above: 0, below: 1 });
  const corpora = openToMeasure(root, test, options);
  if (multiLabel) return [evaluatedLabels(corpora, protocol, all[0], options)];
  const settings = unlabelled === undefined ? all : [fewLabelSettings(corpora[0], chosen)];
  return settings.map((each) => evaluated(corpora, protocol, each, chosen));
}

/** The options for two classes. */
const BINARY = ["positive", "threshold", "falseAlarmCost"] as const;
/** Options of `evaluateCorpus` that need one class for each document. */
const ONE_CLASS = ["leaveOneOut", "audit", "noneBelow", ...BINARY] as const;

/** @throws UsageError if an option needs one class for each document. */
function requireLabelOptions(options: EvaluateOptions): void {
  const wrong = ONE_CLASS.find((name) => options[name] !== undefined);
  if (wrong === undefined) return;
  throw new UsageError(`--${optionName(wrong)} and --multi-label cannot be combined: leave out one of the two`);
}

/** @throws UsageError if the settings calibrate: with --leave-one-out, that would be done once for each document. */
function refuseCalibration(settings: Settings, { preset }: EvaluateOptions): void {
  if (calibrationIn(settings) === null) return;
  throw new UsageError(
    `${preset === undefined ? "--calibrate" : `--preset ${preset}, which calibrates,`} and --leave-one-out cannot be combined: calibration would be fitted once for each document; use --folds`,
  );
}

/** The error for a method without answers to left-out documents. */
const CANNOT_LEAVE_OUT = "noneBelow: this method leaves out no training documents to compare with: add calibrate auto";

/** Evaluates a classifier that gives one class, and tells what makes the figures doubtful. */
function evaluated(
  corpora: readonly Corpus[],
  planned: Protocol,
  settings: Settings,
  options: EvaluateOptions & { readonly classifier?: string },
): Evaluated<Evaluation> {
  const { jobs, seed, audit: withAudit, unlabelled, shares, command, noneBelow } = options;
  const binary = BINARY.some((name) => options[name] !== undefined) ? options : undefined;
  // If the classes are known before reading, a wrong option is reported at once.
  if (binary !== undefined && corpora.every(({ labels }) => labels !== undefined)) {
    requireBinary([...new Set(corpora.flatMap(({ labels = [] }) => labels))], binary);
  }
  let learned: CorporaRead["train"] | undefined;
  const following = followReading(corpora, settings, options, ({ train }) => {
    tell(options, readingLines(corpora[0], options));
    learned = train;
  });
  const result = evaluateByProtocol(corpora, settings, planned, {
    ...{ jobs, seed, binary, withAudit, noneBelow, ...following },
    onSplits: (split) => tell(options, splitLines(planned, split)),
    // The page shows documents, so it needs their rows.
    keepsRows: command !== undefined,
    unlabelled: unlabelled === undefined ? undefined : unlabelledDocuments(unlabelled, options),
    shares,
  });
  const { evaluation, protocol, tested, audit } = result;
  if (noneBelow !== undefined && evaluation.none === undefined)
    throw new DataError(CANNOT_LEAVE_OUT, { options: ["noneBelow", "calibrate"] });
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  else if (learned !== undefined) tell(options, figureLines(evaluation, learned.labels, sizesOf(learned)));

  // A method may calibrate by itself. The evaluation shows whether it did.
  const classifier = named(settings, evaluation.uncalibrated !== undefined);
  const page = command && ((path: string) => evaluationPage(path, { ...result, corpora, settings, command }));
  const report = evaluationReport(evaluation, classifier, protocol, tested.ids, { ...options, audit, page });
  const sections = () => [
    ...evaluationSections(evaluation, classifier, protocol, chosenText(settings)),
    ...(audit === undefined ? [] : auditSections(audit)),
  ];
  return withReport({ ...result, settings }, report, sections, corpora, options);
}

/** Evaluates a model of several labels, and tells what makes the figures doubtful. */
function evaluatedLabels(
  corpora: readonly Corpus[],
  planned: Protocol,
  settings: Settings,
  options: EvaluateOptions,
): Evaluated<LabelEvaluation> {
  const { jobs, command } = options;
  const result = evaluateLabelsByProtocol(corpora, settings, planned, {
    jobs,
    ...followReading(corpora, settings, options),
    onSplits: (found) => tell(options, protocolLines(planned, found)),
  });
  const { evaluation, protocol, tested } = result;
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  tell(options, untestedLines(evaluation), fewLines(evaluation));
  const classifier = named(settings);
  const { ids } = tested;
  const facts = command && { corpora, classifier, protocol, evaluation, ids, command };
  const page = facts && ((path: string) => labelEvaluationPage(path, facts));
  const report = labelEvaluationReport(evaluation, classifier, protocol, ids, { ...options, page });
  const sections = () => labelEvaluationSections(evaluation, classifier, protocol, chosenText(settings));
  return withReport({ ...result, settings }, report, sections, corpora, options);
}

/** Returns an evaluation with all that shows it. @param sections for a terminal */
function withReport<E extends Evaluation | LabelEvaluation>(
  result: ByProtocol<E> & { readonly settings: Settings },
  report: Report,
  sections: () => readonly Section[],
  corpora: readonly Corpus[],
  { probabilities }: PredictionOptions,
): Evaluated<E> {
  const { evaluation, tested } = result;
  // The other columns of the tested table, which is the last corpus.
  const names = corpora.at(-1)?.form?.otherColumns;
  const others = names && { names, cells: (row: number) => tested.facts?.[row]?.others ?? [] };
  return {
    ...measured(result, report, (style) => terminalText(sections(), style)),
    predictions: () => predictionLines(evaluation, tested.ids, { probabilities, others }),
  };
}

/** Returns the line on labels that no test document has; empty if there are none. */
function untestedLines({ labels, thresholds }: LabelEvaluation): string[] {
  const tested = new Set(labels.flatMap(({ label, support }) => (support > 0 ? label : [])));
  const untested = [...thresholds.keys()].filter((label) => !tested.has(label)).sort();
  return namedLines(untested, (n) => untestedText(n, "label is", "labels are"));
}

/** Returns the line on labels with few tested documents; empty if there are none. */
function fewLines({ labels, runs, documents, predictions }: LabelEvaluation): string[] {
  // How often a document was tested on average: several runs count the same documents again.
  const times = runs === 0 ? 1 : documents / Math.max(1, new Set(predictions.map(({ row }) => row)).size);
  const few = labels.filter(({ support }) => support > 0 && support / times < FEW_TESTED).map(({ label }) => label);
  return namedLines(few, (n) => fewTestedText(n, "label", "labels"));
}
