import { Command } from "commander";
import { evaluateCorpora } from "../corpus-evaluation.js";
import { openCorpus } from "../documents/readers.js";
import { UsageError } from "../errors.js";
import type { BinaryOptions } from "../evaluation/binary-metrics.js";
import { auditMarkdown } from "../reports/audit-markdown.js";
import { auditText } from "../reports/audit-text.js";
import { evaluationJson } from "../reports/evaluation-json.js";
import { evaluationMarkdown } from "../reports/evaluation-markdown.js";
import { evaluationReports } from "../reports/evaluation-reports.js";
import { evaluationText } from "../reports/evaluation-text.js";
import { predictionLines } from "../reports/predictions.js";
import type { ReportForm } from "../reports/report-forms.js";
import { safeJson } from "../reports/safe-text.js";
import { counts, named, selects, type TrainOptions } from "../settings.js";
import { type AuditCommandOptions, auditFor, withAuditOption } from "./audit.js";
import { binaryOptions, withBinaryOptions } from "./binary-options.js";
import { chooseSplits } from "./chosen-splits.js";
import { chosenText } from "./chosen-text.js";
import { alikeLines, slowLine } from "./corpus-notices.js";
import { evaluationPage } from "./evaluation-page.js";
import { mailLines } from "./mail-notice.js";
import { settingsOf, withMethodOptions, withModelOptions } from "./model-options.js";
import { NO_TERMS, tell } from "./notices.js";
import { CORPUS, type CommonOptions, type CorpusOptions, withCommonOptions, withCorpusOptions } from "./options.js";
import { Output } from "./output.js";
import { progressBar } from "./progress.js";
import { type ProtocolOptions, protocolFrom, withOriginOptions, withProtocolOptions } from "./protocol.js";
import { readTelling } from "./reading.js";
import { type ReportOptions, requireReports, withReportOption, writeReports } from "./report-option.js";
import { terminalStyle } from "./terminal.js";
import { writeLines } from "./write-lines.js";

type EvaluateCommandOptions = CommonOptions &
  CorpusOptions &
  TrainOptions &
  ProtocolOptions &
  AuditCommandOptions &
  BinaryOptions &
  ReportOptions & { readonly predictions?: string };

/** What there is a report in. */
const REPORTS: readonly ReportForm[] = [".html", ".svg", ".vl.json", ".csv", ".json", ".md"];

/** A model for each document, each with terms of its own: beyond so many it may take minutes. */
const QUICK_TO_LEAVE_OUT = 2000;

/** `thresher evaluate CORPUS` */
export function evaluateCommand(): Command {
  const command = new Command("evaluate")
    .description("Measure how accurate a classifier is on documents it has not learned from.")
    .argument("<corpus>", CORPUS)
    .option("--predictions <file>", "write id, actual, predicted and probability of each test document, tab-separated")
    .action(run);
  withReportOption(command, REPORTS);
  withBinaryOptions(withAuditOption(withOriginOptions(withProtocolOptions(command))));
  return withModelOptions(withCommonOptions(withCorpusOptions(withMethodOptions(command)))).addHelpText(
    "after",
    `
Examples:
  thresher evaluate mail
  thresher evaluate news/train --test news/test --encoding latin1
  thresher evaluate news --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100
  thresher evaluate mail --by-date --folds 5
  thresher evaluate news --group-by thread --folds 10
  thresher evaluate mail --folds 10 --classifier bernoulli --json
  thresher evaluate mail --folds 10 --report mail.html --report mail.md
  thresher evaluate news --holdout 1/3 --audit`,
  );
}

async function run(root: string, options: EvaluateCommandOptions): Promise<void> {
  const planned = protocolFrom(options);
  const settings = settingsOf(options);
  if (planned.kind === "leave-one-out" && settings.calibrate !== null) {
    throw new UsageError(
      `evaluate: ${options.preset === undefined ? "--calibrate" : `the calibration of --preset ${options.preset}`} would be fitted once for each document, got it with --leave-one-out: use --folds`,
    );
  }
  const corpora = (options.test === undefined ? [root] : [root, options.test]).map((path) => openCorpus(path, options));
  if (options.predictions !== undefined) for (const corpus of corpora) corpus.requireFree(options.predictions);
  requireReports(options, REPORTS, corpora, [options.predictions]);
  const found = corpora.flatMap(({ labels }) => (labels === undefined ? [] : [labels]));
  // At once where the classes are known, rather than after reading.
  if (found.length === corpora.length) binaryOptions(options, [...new Set(found.flat())]);
  const [data, test] = readTelling(corpora, settings, options);
  tell(options, ...alikeLines(data), ...mailLines(corpora[0], options));

  const tested = test ?? data;
  const binary = binaryOptions(options, tested.labels);
  const { splits, protocol, notices } = chooseSplits(corpora[0], data, planned, settings);
  tell(options, ...notices);
  if (
    protocol.kind === "leave-one-out" &&
    (selects(settings) || !counts(settings)) &&
    data.ids.length > QUICK_TO_LEAVE_OUT
  ) {
    tell(options, slowLine(data.ids.length));
  }
  const steps = protocol.kind === "leave-one-out" ? data.ids.length : Math.max(1, splits.length);
  const testing = progressBar("testing", steps, options);
  const read = test === undefined ? [data] : [data, test];
  const how = protocol.kind === "leave-one-out" ? "leave one out" : splits;
  const evaluation = evaluateCorpora(read, how, settings, {
    calibrate: settings.calibrate ?? undefined,
    seed: options.seed,
    binary,
    resampled: protocol.kind !== "by-date",
    onStep: testing.update,
  });
  testing.stop();
  if (evaluation.vocabulary === 0) tell(options, NO_TERMS);
  const audit = auditFor({ data: read, splits: how, evaluation }, corpora, settings, options);

  const description = named(settings);
  const json = () => `${safeJson({ ...evaluationJson(evaluation, description, protocol, tested.ids), audit }, 2)}\n`;
  try {
    if (options.predictions !== undefined) writeLines(options.predictions, predictionLines(evaluation, tested.ids));
    await writeReports(options, {
      ...evaluationReports(evaluation, description, protocol, tested.ids),
      ".json": json,
      ".html": (path) => {
        const command = ["thresher", ...process.argv.slice(2)];
        return evaluationPage(path, { corpora, data, test, settings, protocol, evaluation, splits, audit, command });
      },
      ".md": () =>
        evaluationMarkdown(evaluation, description, protocol) +
        (audit === undefined ? "" : auditMarkdown(audit, settings.strip)),
    });
  } finally {
    // The figures took long to get: they are not lost because a path was wrong.
    const output = new Output();
    await output.write(
      options.json
        ? json()
        : evaluationText(evaluation, description, protocol, terminalStyle(), chosenText(settings)) +
            (audit === undefined ? "" : auditText(audit, settings.strip, terminalStyle())),
    );
    await output.flush();
  }
}
