import type { LearningCurves } from "../../../evaluation/studies/measured-curves.js";
import { curveJson, curveReport } from "../../../reports/curve/curve-report.js";
import {
  type CurveProtocol,
  countedDocuments,
  curveProtocolText,
  curveText,
} from "../../../reports/curve/curve-text.js";
import type { EvaluatedClassifier } from "../../../reports/evaluation/evaluation-json.js";
import { type ReportOptions, writeReports } from "../../options/report-option.js";
import { print, terminalStyle } from "../../output/output.js";

/** Prints learning curves, and writes the reports that the options name. @param described the classifier of each curve */
export async function printCurves(
  curves: LearningCurves,
  described: readonly EvaluatedClassifier[],
  protocol: CurveProtocol,
  options: ReportOptions & { readonly json?: boolean },
): Promise<void> {
  const json = curveJson(curves, described, protocol);
  await print(options, { asJson: () => json, asText: () => curveText(curves, described, protocol, terminalStyle()) });
  const { baselines } = curves;
  const [subtitle, unit] = [curveProtocolText(protocol), countedDocuments(protocol)];
  await writeReports(options, curveReport(curves.curves, json, { subtitle, unit, baselines }));
}
