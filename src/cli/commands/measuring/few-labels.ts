import { openCorpus } from "../../../documents/corpora/readers.js";
import { FEW_LABELS_DEFAULTS, fewLabels, requireFewLabels } from "../../../evaluation/studies/few-labels.js";
import { requireHoldout } from "../../../model/fitting/splits.js";
import { named } from "../../../model/named-settings.js";
import { readToLearn } from "../../../model/reading.js";
import { terminalText } from "../../../reports/blocks.js";
import { fewLabelsReport } from "../../../reports/few-labels/few-labels-report.js";
import { PAGELESS_FORMS } from "../../../reports/report-forms.js";
import { followReading } from "../../input/follow-reading.js";
import type { ProtocolOptions } from "../../options/evaluation-options.js";
import type { LearningOptions } from "../../options/model-options.js";
import type { OptionRows } from "../../options/option-rows.js";
import { refuseMultiLabel } from "../../options/options.js";
import { listOf, whole } from "../../options/parsers.js";
import { type ReportOptions, requireReports, writeReports } from "../../options/report-option.js";
import { fewLabelSettings } from "../../output/few-label-settings.js";
import { alikeLines, tell } from "../../output/notices.js";
import { print, terminalStyle } from "../../output/output.js";

/** The options of measuring with few labels. */
export interface FewLabelOptions {
  readonly labels?: readonly number[];
  readonly inAll?: boolean;
  readonly draws?: number;
}

const conflicts = ["folds", "leaveOneOut", "repeats", "byDate", "groupBy", "audit", "predictions", "sizes", "points"];

/** The options of the commands that measure with few labels. */
export const FEW_LABELS: OptionRows = {
  "--labels <list>": [
    "keep only n labels of each class, such as 5,15,50, and learn from the rest of the training documents without labels; compared with learning from the labelled ones alone",
    listOf(whole(1)),
    { conflicts },
  ],
  "--in-all": "with --labels: n labels in all, not of each class",
  "--draws <n>": [
    `with --labels: draw the labelled documents n times (default: ${FEW_LABELS_DEFAULTS.draws})`,
    whole(1),
  ],
};

/** Measures accuracy with few labels, with and without the other training documents, and prints it. */
export async function measureFewLabels(
  root: string,
  labels: readonly number[],
  options: LearningOptions & FewLabelOptions & ReportOptions & Pick<ProtocolOptions, "test" | "holdout">,
): Promise<void> {
  refuseMultiLabel(options, "--labels");
  const { test, seed, inAll = false, jobs } = options;
  const { holdout = FEW_LABELS_DEFAULTS.holdout, draws = FEW_LABELS_DEFAULTS.draws } = options;
  requireHoldout(holdout, draws);
  requireFewLabels(labels, draws);
  const corpora = (test === undefined ? [root] : [root, test]).map((path) => openCorpus(path, options));
  requireReports(options, PAGELESS_FORMS, corpora);
  const settings = fewLabelSettings(corpora[0], options);
  const follower = followReading(corpora, settings, options, ({ train }) => tell(options, alikeLines(train)));
  const [data, tested] = readToLearn(corpora, [settings], { jobs, ...follower });
  const result = fewLabels(data, tested, settings, { labels, inAll, draws, holdout, seed, jobs, ...follower });
  const protocol = {
    kind: "few labels",
    ...(test === undefined ? { share: holdout } : { test }),
    inAll,
    draws,
    seed,
  } as const;
  const report = fewLabelsReport(result, named(settings), protocol);
  await print(options, {
    asJson: () => report.json(),
    asText: () => terminalText(report.content(), terminalStyle()),
  });
  await writeReports(options, report);
}
