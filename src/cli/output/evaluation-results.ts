import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { named, type Settings } from "../../model/settings.js";
import { auditText } from "../../reports/audit/audit-text.js";
import { type PredictionOptions, predictionLines } from "../../reports/evaluation/evaluation-json.js";
import { type EvaluationReportOptions, evaluationReport } from "../../reports/evaluation/evaluation-report.js";
import { evaluationText } from "../../reports/evaluation/evaluation-text.js";
import type { CommonOptions } from "../options/options.js";
import { type ReportOptions, writeReports } from "../options/report-option.js";
import { chosenText } from "../options/settings-text.js";
import { terminalStyle, writeAndPrint, writeLines } from "./output.js";

/** The results of an evaluation. */
export interface Results extends Pick<EvaluationReportOptions, "audit" | "page"> {
  readonly evaluation: Evaluation;
  readonly protocol: AnyProtocol;
  readonly tested: Pick<CorpusData, "ids">;
}

/** Options of what an evaluation writes. */
export type ResultOptions = CommonOptions & ReportOptions & PredictionOptions & { readonly predictions?: string };

/** Prints an evaluation, and writes the files that the options name. */
export async function printResults(
  { evaluation, protocol, tested, audit, page }: Results,
  settings: Settings,
  options: ResultOptions,
): Promise<void> {
  const description = named(settings, evaluation.uncalibrated !== undefined);
  const report = evaluationReport(evaluation, description, protocol, tested.ids, {
    ...options,
    audit,
    strip: settings.strip,
    page,
  });
  const asText = () =>
    evaluationText(evaluation, description, protocol, terminalStyle(), chosenText(settings)) +
    (audit === undefined ? "" : auditText(audit, settings.strip, terminalStyle()));
  const write = () => {
    if (options.predictions !== undefined)
      writeLines(options.predictions, predictionLines(evaluation, tested.ids, options));
    return writeReports(options, report);
  };
  await writeAndPrint(options, write, { asJson: report.json, asText });
}
