import type { LearningCurves } from "../../evaluation/studies/learning-curve.js";
import { curveReport } from "../../reports/curve/curve-report.js";
import { type CurveProtocol, curveJson, curveProtocolText, curveText } from "../../reports/curve/curve-text.js";
import type { EvaluatedClassifier } from "../../reports/evaluation/evaluation-json.js";
import type { CommonOptions } from "../options/options.js";
import { type ReportOptions, writeReports } from "../options/report-option.js";
import { NO_TERMS, tell } from "./notices.js";
import { print, terminalStyle } from "./output.js";

/** Prints learning curves, and writes the reports that the options name. */
export async function printCurves(
  curves: LearningCurves,
  described: readonly EvaluatedClassifier[],
  protocol: CurveProtocol,
  options: CommonOptions & ReportOptions,
): Promise<void> {
  if (curves.curves.every(({ points }) => points.every(({ vocabulary }) => vocabulary === 0))) tell(options, NO_TERMS);
  const json = curveJson(curves, described, protocol);
  await print(
    options,
    () => json,
    () => curveText(curves, described, protocol, terminalStyle()),
  );
  const { baselines } = curves;
  await writeReports(options, curveReport(curves.curves, json, { subtitle: curveProtocolText(protocol), baselines }));
}
