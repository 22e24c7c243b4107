import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { optionName } from "../../../base/option-names.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { evaluateByProtocol } from "../../../evaluation/corpora/evaluate-corpora.js";
import { type BinaryOptions, requireBinary } from "../../../evaluation/metrics/binary-metrics.js";
import type { Protocol } from "../../../evaluation/protocols/protocol.js";
import { type CorporaRead, sizesOf } from "../../../model/reading.js";
import { calibrationIn, named, type Settings, settingsOfEach } from "../../../model/settings.js";
import { auditSections } from "../../../reports/audit/audit-text.js";
import { terminalText } from "../../../reports/blocks.js";
import {
  otherColumnsOf,
  type PredictionOptions,
  predictionLines,
} from "../../../reports/evaluation/evaluation-json.js";
import { evaluationReport } from "../../../reports/evaluation/evaluation-report.js";
import { evaluationSections } from "../../../reports/evaluation/evaluation-text.js";
import { REPORT_FORMS, reportForm } from "../../../reports/report-forms.js";
import { followReading } from "../../input/follow-reading.js";
import { unlabelledDocuments } from "../../input/unlabelled-documents.js";
import {
  binaryOptions,
  type ProtocolOptions,
  protocolFrom,
  withBinaryOptions,
  withOriginOptions,
  withProtocolOptions,
} from "../../options/evaluation-options.js";
import { FEW_LABELS, type FewLabelOptions, UNLABELLED_PILE } from "../../options/few-label-options.js";
import { withHelp } from "../../options/help.js";
import {
  CALIBRATE,
  type LearningOptions,
  modelOptions,
  SEVERAL_METHODS,
  settingsOf,
  withLearning,
} from "../../options/model-options.js";
import {
  CORPUS,
  ID_COLUMN,
  ORIGIN_COLUMNS,
  SEVERAL_LABELS,
  withOptions,
  wordsOfCommand,
} from "../../options/options.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "../../options/report-option.js";
import { chosenText } from "../../options/settings-text.js";
import { evaluationPage } from "../../output/evaluation-page.js";
import { fewLabelSettings } from "../../output/few-label-settings.js";
import { figureNotices, leaveOneOutLines } from "../../output/figure-notices.js";
import { readingLines } from "../../output/mail-notice.js";
import { alikeLines, NO_TERMS, sameNameLines, tell } from "../../output/notices.js";
import { terminalStyle, writeAndPrint, writeLines } from "../../output/output.js";
import { splitLines } from "../../output/split-notices.js";
import { evaluateLabelled, requireLabelOptions } from "./evaluate-labels.js";
import { measureFewLabels } from "./few-labels.js";

type EvaluateCommandOptions = LearningOptions &
  ProtocolOptions &
  BinaryOptions &
  ReportOptions &
  FewLabelOptions &
  PredictionOptions & { readonly predictions?: string; readonly audit?: boolean; readonly unlabelled?: string };

/** Makes the command `thresher evaluate`. */
export function newCommand(): Command {
  const command = new Command("evaluate")
    .description("Measure how accurate a classifier is on documents it has not learned from.")
    .argument("<corpus>", CORPUS)
    .option("--predictions <file>", "write id, actual, predicted and probability of each test document, tab-separated")
    .option("--probabilities", "add the probability of every class to --predictions and JSON")
    .action(run);
  withReportOption(command, REPORT_FORMS);
  withOriginOptions(withProtocolOptions(command)).option(
    "--audit",
    "look for leaks: headers, copies in training, single fields that tell the class",
  );
  withOptions(command, "Few labels", { ...FEW_LABELS, ...UNLABELLED_PILE });
  withBinaryOptions(command);
  return withHelp(
    withLearning(command, {
      method: { ...SEVERAL_METHODS, ...CALIBRATE },
      corpus: { ...ID_COLUMN, ...ORIGIN_COLUMNS, ...SEVERAL_LABELS },
    }),
    `Examples:
  thresher evaluate mail
  thresher evaluate news/train --test news/test --encoding latin1
  thresher evaluate news --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100
  thresher evaluate mail --by-date --folds 5
  thresher evaluate news --group-by thread --folds 10
  thresher evaluate mail --folds 10 --classifier multinomial,bernoulli --json
  thresher evaluate mail --folds 10 --report mail.html --report mail.md
  thresher evaluate news --holdout 1/3 --audit
  thresher evaluate news --labels 5,15,50
  thresher evaluate sorted --folds 5 --unlabelled pile`,
    ["test", "holdout", "folds", "by-date", "labels", "preset", "classifier", "report", "predictions", "json", "quiet"],
  );
}

/** @throws UsageError if --probabilities has no file or JSON to go to. */
function requireWhereTo({ probabilities, predictions, json, report = [] }: EvaluateCommandOptions): void {
  if (!probabilities || predictions !== undefined || json || report.some((path) => reportForm(path) === ".json"))
    return;
  throw new UsageError("--probabilities has nowhere to go: add --predictions FILE or --json");
}

/** The options with the names of all methods. */
type WithMethods<T> = Omit<T, "classifier"> & { readonly classifier?: readonly string[] };

/** Evaluates as the options say, and prints the result. Checks options first, because reading may take long. */
async function run(root: string, given: WithMethods<EvaluateCommandOptions>): Promise<void> {
  const { classifier: names = [], ...chosen } = given;
  const options: EvaluateCommandOptions = names.length === 1 ? { ...chosen, classifier: names[0] } : chosen;
  if (names.length > 1) requireOneMethod(names, options);
  const { labels, unlabelled } = options;
  if (labels !== undefined) return measureFewLabels(root, labels, options);
  requireWhereTo(options);
  const planned = protocolFrom(options);
  const ofOne = () =>
    unlabelled === undefined ? settingsOf(options) : fewLabelSettings(openCorpus(root, options), options);
  const all = names.length > 1 ? settingsOfEach(names, modelOptions(options)) : [ofOne()];
  if (planned.kind === "leave-one-out") for (const settings of all) refuseCalibration(settings, options);
  const [{ multiLabel }] = all;
  if (multiLabel) requireLabelOptions(options);
  const corpora = corporaOf(root, options);
  if (multiLabel) return evaluateLabelled(corpora, planned, all[0], options);
  requireReports(options, REPORT_FORMS, corpora, [options.predictions]);
  await printResults(corpora, planned, all, options);
}

/** Options that only one method can have. */
const ONE_METHOD = ["labels", "unlabelled", "report", "predictions", "audit", "multiLabel", "labelSeparator"] as const;

/** @throws UsageError if an option is for one method, and there are several. */
function requireOneMethod(names: readonly string[], options: EvaluateCommandOptions): void {
  const wrong = ONE_METHOD.find((name) => options[name]);
  if (wrong === undefined) return;
  throw new UsageError(`--${optionName(wrong)} is for one method: name only one of ${names.join(", ")}`);
}

/** Evaluates a classifier that gives one class, behind progress bars, and prints the notices. */
function evaluated(corpora: readonly Corpus[], planned: Protocol, settings: Settings, options: EvaluateCommandOptions) {
  const binary = binaryOptions(options);
  const classes = knownClasses(corpora);
  // Where the classes are known before reading, a wrong option is told at once.
  if (binary !== undefined && classes !== undefined) requireBinary(classes, binary);

  const { jobs, seed, audit: withAudit, report = [], unlabelled } = options;
  // The documents to learn from, unless all classes are alike: then the figures mean nothing anyway.
  let learned = undefined as CorporaRead["train"] | undefined;
  const follower = followReading(corpora, settings, options, ({ train }) => {
    const alike = alikeLines(train);
    tell(options, alike, sameNameLines(train.labels), readingLines(corpora[0], options));
    if (alike.length === 0) learned = train;
  });
  const result = evaluateByProtocol(corpora, settings, planned, {
    jobs,
    seed,
    binary,
    ...follower,
    onSplits(split, data) {
      tell(options, splitLines(planned, split));
      if (split.splits === "leave one out") tell(options, leaveOneOutLines(data, settings));
    },
    withAudit,
    // The page shows documents, so it needs their rows.
    keepsRows: report.some((path) => reportForm(path) === ".html"),
    unlabelled: unlabelled === undefined ? undefined : unlabelledDocuments(unlabelled, options),
  });
  if (result.evaluation.vocabulary === 0) tell(options, NO_TERMS);
  else if (learned) tell(options, figureNotices(result.evaluation, learned.labels, sizesOf(learned)));
  return result;
}

/** @throws UsageError if the settings calibrate: with --leave-one-out, that would be done once for each document. */
function refuseCalibration(settings: Settings, { preset }: EvaluateCommandOptions): void {
  if (calibrationIn(settings) === null) return;
  throw new UsageError(
    `${preset === undefined ? "--calibrate" : `--preset ${preset}, which calibrates,`} and --leave-one-out cannot be combined: calibration would be fitted once for each document; use --folds`,
  );
}

/** Opens the corpus and the test corpus, if any. @throws DataError if --predictions names one of their files. */
function corporaOf(root: string, options: EvaluateCommandOptions): Corpus[] {
  const { test, predictions } = options;
  const open = (path: string) => openCorpus(path, { ...options, otherColumns: predictions !== undefined });
  const corpora = (test === undefined ? [root] : [root, test]).map(open);
  if (predictions !== undefined) for (const corpus of corpora) corpus.requireFree(predictions);
  return corpora;
}

/** Returns the classes of all corpora, or undefined if some are known only after reading. */
function knownClasses(corpora: readonly Corpus[]): string[] | undefined {
  if (corpora.some(({ labels }) => labels === undefined)) return undefined;
  return [...new Set(corpora.flatMap(({ labels = [] }) => labels))];
}

/**
 * Evaluates each method on the same splits, prints one result after the other (as JSON, several are a list), and writes
 * the files that the options name.
 */
async function printResults(
  corpora: readonly Corpus[],
  planned: Protocol,
  all: readonly Settings[],
  options: EvaluateCommandOptions,
): Promise<void> {
  const shown = all.map((settings) => {
    const result = evaluated(corpora, planned, settings, options);
    const { evaluation, protocol, tested, audit } = result;
    // A method may calibrate by itself. The evaluation shows whether it did.
    const classifier = named(settings, evaluation.uncalibrated !== undefined);
    // The mistakes cannot be explained if models learn from a pile, too.
    const page = (path: string) =>
      options.unlabelled === undefined
        ? evaluationPage(path, { ...result, corpora, settings, command: wordsOfCommand() })
        : undefined;
    const more = { ...options, audit, page, others: otherColumnsOf(corpora, tested) };
    const sections = () => [
      ...evaluationSections(evaluation, classifier, protocol, chosenText(settings)),
      ...(audit === undefined ? [] : auditSections(audit)),
    ];
    return { result, more, sections, report: evaluationReport(evaluation, classifier, protocol, tested.ids, more) };
  });
  const [{ result, more, report }] = shown;
  const write = () => {
    if (options.predictions !== undefined) {
      writeLines(options.predictions, predictionLines(result.evaluation, result.tested.ids, more));
    }
    return writeReports(options, report);
  };
  await writeAndPrint(options, write, {
    asJson: shown.length === 1 ? report.json : () => shown.map((one) => one.report.json()),
    asText: () =>
      terminalText(
        shown.flatMap(({ sections }) => sections()),
        terminalStyle(),
      ),
  });
}
