import { openCorpus } from "../../../documents/corpora/readers.js";
import { FEW_LABELS_DEFAULTS, fewLabels } from "../../../evaluation/studies/few-labels.js";
import { requireHoldout } from "../../../model/fitting/splits.js";
import { named } from "../../../model/named-settings.js";
import { readToLearn } from "../../../model/reading.js";
import { terminalText } from "../../../reports/blocks.js";
import { fewLabelsReport } from "../../../reports/few-labels/few-labels-report.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import { followReading } from "../../input/follow-reading.js";
import type { ProtocolOptions } from "../../options/evaluation-options.js";
import type { FewLabelOptions } from "../../options/few-label-options.js";
import type { LearningOptions } from "../../options/model-options.js";
import { type ReportOptions, requireReports, writeReports } from "../../options/report-option.js";
import { fewLabelSettings } from "../../output/few-label-settings.js";
import { alikeLines, tell } from "../../output/notices.js";
import { terminalStyle, writeAndPrint } from "../../output/output.js";

/** Measures accuracy with few labels, with and without the other training documents, and prints it. */
export async function measureFewLabels(
  root: string,
  labels: readonly number[],
  options: LearningOptions & FewLabelOptions & ReportOptions & Pick<ProtocolOptions, "test" | "holdout">,
): Promise<void> {
  const { test, seed, inAll = false, jobs } = options;
  const { holdout = FEW_LABELS_DEFAULTS.holdout, draws = FEW_LABELS_DEFAULTS.draws } = options;
  requireHoldout(holdout, draws);
  const corpora = (test === undefined ? [root] : [root, test]).map((path) => openCorpus(path, options));
  requireReports(options, PAGELESS_FORMS, corpora);
  const settings = fewLabelSettings(corpora[0], options);
  const follower = followReading(corpora, settings, options, ({ train }) => tell(options, alikeLines(train)));
  const [data, tested] = readToLearn(corpora, [settings], { jobs, ...follower });
  const result = fewLabels(data, tested, settings, { labels, inAll, draws, holdout, seed, jobs, ...follower });
  const where = test === undefined ? { share: holdout } : { test };
  const report = fewLabelsReport(result, named(settings), { kind: "few labels", ...where, inAll, draws, seed });
  await writeAndPrint(options, () => writeReports(options, report), {
    asJson: report.json,
    asText: () => terminalText(report.content(), terminalStyle()),
  });
}
