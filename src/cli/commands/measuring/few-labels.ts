import { openCorpus } from "../../../documents/corpora/readers.js";
import { fewLabels } from "../../../evaluation/studies/few-labels.js";
import { requireHoldout } from "../../../model/fitting/splits.js";
import { readToLearn } from "../../../model/reading.js";
import { named } from "../../../model/settings.js";
import { REPORT_FORMS } from "../../../reports/report-forms.js";
import { followReading } from "../../input/follow-reading.js";
import type { ProtocolOptions } from "../../options/evaluation-options.js";
import type { FewLabelOptions } from "../../options/few-label-options.js";
import type { LearningOptions } from "../../options/model-options.js";
import { type ReportOptions, requireReports } from "../../options/report-option.js";
import { fewLabelSettings } from "../../output/few-label-settings.js";
import { alikeLines, tell } from "../../output/notices.js";
import { printCurves } from "./print-curves.js";

/** Measures accuracy with few labels, with and without the other training documents, and prints it. */
export async function measureFewLabels(
  root: string,
  labels: readonly number[],
  options: LearningOptions & FewLabelOptions & ReportOptions & Pick<ProtocolOptions, "test" | "holdout" | "repeats">,
): Promise<void> {
  const { test, holdout = 0.3, repeats = 10, seed, inAll = false, jobs } = options;
  requireHoldout(holdout, repeats);
  const corpora = (test === undefined ? [root] : [root, test]).map((path) => openCorpus(path, options));
  requireReports(options, REPORT_FORMS, corpora);
  const settings = fewLabelSettings(corpora[0], options);
  const follower = followReading(corpora, settings, options, ({ train }) => tell(options, alikeLines(train)));
  const [data, tested] = readToLearn(corpora, [settings], { jobs, ...follower });
  const curves = fewLabels(data, tested, settings, { labels, inAll, repeats, holdout, seed, jobs, ...follower });
  const where = test === undefined ? { share: holdout } : { test };
  // The first curve is that of the labelled documents alone.
  const described = [false, true].map((unlabelled) => ({ ...named(settings), unlabelled }));
  await printCurves(curves, described, { kind: "few labels", labels, inAll, ...where, repeats, seed }, options);
}
