import { Command } from "commander";
import { UsageError } from "../../../base/errors.js";
import { grouped } from "../../../base/numbers.js";
import { withoutPasswords } from "../../../base/safe-text.js";
import { calibratesItself } from "../../../classifiers/bayes/counting-classifier.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openCorpus } from "../../../documents/corpora/readers.js";
import { auditOf } from "../../../evaluation/audit/audit.js";
import type { Measured } from "../../../evaluation/audit/rows.js";
import { evaluateCorpora } from "../../../evaluation/evaluate.js";
import { evaluateCounted } from "../../../evaluation/evaluate-counted.js";
import type { BinaryOptions } from "../../../evaluation/metrics/binary-metrics.js";
import { type Protocol, splitsFor } from "../../../evaluation/protocols/protocol.js";
import type { CorpusData } from "../../../features/corpus/dataset.js";
import { canDropTerms } from "../../../features/selection.js";
import { classSizes } from "../../../model/fitting/splits.js";
import { calibrationIn, resolve, type Settings } from "../../../model/settings.js";
import { sumsOf } from "../../../model/training.js";
import type { PredictionOptions } from "../../../reports/evaluation/evaluation-json.js";
import { REPORT_FORMS, reportForm } from "../../../reports/report-forms.js";
import { countTellingToTest, readTelling } from "../../input/reading.js";
import { commandWords } from "../../options/defaults.js";
import {
  binaryOptions,
  type ProtocolOptions,
  protocolFrom,
  withBinaryOptions,
  withOriginOptions,
  withProtocolOptions,
} from "../../options/evaluation-options.js";
import { withHelp } from "../../options/help.js";
import { type LearningOptions, settingsOf, withLearning } from "../../options/model-options.js";
import { CORPUS } from "../../options/options.js";
import { type ReportOptions, requireReports, withReportOption } from "../../options/report-option.js";
import { evaluationPage } from "../../output/evaluation-page.js";
import { printResults } from "../../output/evaluation-results.js";
import { figureNotices } from "../../output/figure-notices.js";
import { readingLines } from "../../output/mail-notice.js";
import { alikeLines, NO_TERMS, tell } from "../../output/notices.js";
import { behindBar } from "../../output/progress.js";
import { splitLines } from "../../output/split-notices.js";
import { evaluateLabelled, requireLabelOptions } from "./evaluate-labels.js";

type EvaluateCommandOptions = LearningOptions &
  ProtocolOptions &
  BinaryOptions &
  ReportOptions &
  PredictionOptions & { readonly predictions?: string; readonly audit?: boolean };

/** Leaving out each of more documents, with terms chosen anew, may take minutes. */
const QUICK_TO_LEAVE_OUT = 2000;

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
  withBinaryOptions(command);
  return withHelp(
    withLearning(command),
    `Examples:
  thresher evaluate mail
  thresher evaluate news/train --test news/test --encoding latin1
  thresher evaluate news --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100
  thresher evaluate mail --by-date --folds 5
  thresher evaluate news --group-by thread --folds 10
  thresher evaluate mail --folds 10 --classifier bernoulli --json
  thresher evaluate mail --folds 10 --report mail.html --report mail.md
  thresher evaluate news --holdout 1/3 --audit`,
    ["test", "holdout", "folds", "by-date", "preset", "classifier", "report", "predictions", "json", "quiet"],
  );
}

/** @throws UsageError if --probabilities has no file or JSON to go to. */
function requireWhereTo({ probabilities, predictions, json, report = [] }: EvaluateCommandOptions): void {
  if (!probabilities || predictions !== undefined || json || report.some((path) => reportForm(path) === ".json"))
    return;
  throw new UsageError("--probabilities has nowhere to go: add --predictions FILE or --json");
}

async function run(root: string, options: EvaluateCommandOptions): Promise<void> {
  requireWhereTo(options);
  const planned = protocolFrom(options);
  const settings = settingsOf(options);
  if (planned.kind === "leave-one-out" && calibrationIn(settings) !== null) {
    throw new UsageError(
      `${options.preset === undefined ? "--calibrate" : `--preset ${options.preset}, which calibrates,`} and --leave-one-out cannot be combined: calibration would be fitted once for each document; use --folds`,
    );
  }
  if (settings.multiLabel) requireLabelOptions(options);
  const corpora = (options.test === undefined ? [root] : [root, options.test]).map((path) => openCorpus(path, options));
  if (options.predictions !== undefined) for (const corpus of corpora) corpus.requireFree(options.predictions);
  if (settings.multiLabel) return evaluateLabelled(corpora, planned, settings, options);
  requireReports(options, REPORT_FORMS, corpora, [options.predictions]);
  const found = corpora.flatMap(({ labels }) => (labels === undefined ? [] : [labels]));
  // Where the classes are known before reading, a wrong option is told at once.
  if (found.length === corpora.length) binaryOptions(options, [...new Set(found.flat())]);
  const sums = isTestedOnly(options) ? sumsOf(settings, corpora[0].labels) : undefined;
  if (sums === undefined) return evaluateRows(corpora, planned, settings, options);
  // The training documents are not needed any more when they have been counted.
  const { counts, test } = countTellingToTest([corpora[0], corpora[1]], settings, sums, options);
  const alike = alikeLines(counts);
  tell(options, alike, readingLines(corpora[0], options));
  const how = measuring(settings, options, test);
  const evaluation = behindBar("testing", 1, options, (onStep) =>
    evaluateCounted(counts, test, settings, { ...how, onStep }),
  );
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  else if (alike.length === 0) tell(options, figureNotices(evaluation, counts.labels, counts.documents));
  await printResults({ evaluation, protocol: planned, tested: test }, settings, options);
}

/** Whether the training documents are only learned from: no page or audit shows them. */
function isTestedOnly({ test, audit, report = [] }: EvaluateCommandOptions): boolean {
  return test !== undefined && !audit && !report.some((path) => reportForm(path) === ".html");
}

function measuring({ calibrate }: Settings, options: EvaluateCommandOptions, { labels }: CorpusData) {
  return { calibrate: calibrate ?? undefined, seed: options.seed, binary: binaryOptions(options, labels) };
}

async function evaluateRows(
  corpora: readonly Corpus[],
  planned: Protocol,
  settings: Settings,
  options: EvaluateCommandOptions,
): Promise<void> {
  const [data, test] = readTelling(corpora, settings, options);
  const alike = alikeLines(data);
  tell(options, alike, readingLines(corpora[0], options));

  const tested = test ?? data;
  const how = measuring(settings, options, tested);
  const found = splitsFor(corpora[0], data, planned, settings);
  tell(options, splitLines(planned, found));
  const { splits, protocol } = found;
  const isLeaveOneOut = splits === "leave one out";
  if (isLeaveOneOut) tell(options, leaveOneOutLines(data, settings));
  const read = test === undefined ? [data] : [data, test];
  const steps = isLeaveOneOut ? data.ids.length : Math.max(1, splits.length);
  const resampled = protocol.kind !== "by-date";
  const evaluation = behindBar("testing", steps, options, (onStep) =>
    evaluateCorpora(read, splits, settings, { ...how, resampled, onStep }),
  );
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  else if (alike.length === 0)
    tell(options, figureNotices(evaluation, data.labels, classSizes(data.y, data.labels.length)));
  const measured: Measured = { data: read, splits, evaluation };
  const audit = options.audit
    ? behindBar("auditing", "share", options, (onProgress) =>
        auditOf(measured, corpora, settings, { jobs: options.jobs, onProgress }),
      )
    : undefined;

  const page = (path: string) => {
    const command = ["thresher", ...commandWords().map(withoutPasswords)];
    return evaluationPage(path, { corpora, data, test, settings, protocol, evaluation, splits, audit, command });
  };
  await printResults({ evaluation, protocol, tested, audit, page }, settings, options);
}

/** The notices on --leave-one-out: it may take minutes, and it does not calibrate. */
function leaveOneOutLines({ ids, labels }: CorpusData, settings: Settings): string[] {
  const { classifier, rules, isCounting } = resolve(settings);
  const isSlow = (canDropTerms(rules) || !isCounting) && ids.length > QUICK_TO_LEAVE_OUT;
  const calibratesLater = settings.calibrate === null && calibratesItself(classifier, labels.length);
  const slow = `--leave-one-out trains ${grouped(ids.length)} models, which takes long: --folds 10 is far quicker`;
  const without = "with --leave-one-out, probabilities are not calibrated, unlike those of a trained model";
  return [...(isSlow ? [slow] : []), ...(calibratesLater ? [`${without}: --folds 10 shows them`] : [])];
}
