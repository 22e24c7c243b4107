import type { Interval } from "../evaluation/intervals.js";
import type { LearningCurve } from "../evaluation/learning-curve.js";
import { csvText } from "./csv.js";
import { forecastSentence } from "./curve-report.js";
import { markdownTable, markdownText } from "./markdown.js";
import { grouped, percent } from "./numbers.js";
import { type CurveSpecOptions, curveSpec } from "./plots/curve-spec.js";
import { plotReports } from "./plots/plot-reports.js";
import type { Reports } from "./report-forms.js";
import { safeJson } from "./safe-text.js";

/**
 * Learning curves in every form but `.html`.
 *
 * @param json what `thresher curve --json` prints
 * @param options how they are drawn; the subtitle also stands in the Markdown
 */
export function curveReports(curves: readonly LearningCurve[], json: object, options: CurveSpecOptions = {}): Reports {
  return {
    ...plotReports(() => curveSpec(curves, options)),
    ".csv": () => curveCsv(curves),
    ".json": () => `${safeJson(json, 2)}\n`,
    ".md": () => curveMarkdown(curves, options),
  };
}

/** A row a point: measured, or forecast for twice the documents. The columns after the interval are the repeats. */
export function curveCsv(curves: readonly LearningCurve[]): string {
  const repeats = Math.max(0, ...curves.flatMap(({ points }) => points.map(({ accuracies }) => accuracies.length)));
  const head = ["classifier", "kind", "documents", "terms", "accuracy", "low", "high"];
  const rows = curves.flatMap(({ classifier, points, forecast }) => [
    ...points.map(({ documents, vocabulary, accuracy, interval, accuracies }) => [
      classifier,
      "measured",
      documents,
      vocabulary,
      accuracy,
      ...interval,
      ...Array.from({ length: repeats }, (_, repeat) => accuracies[repeat]),
    ]),
    ...(forecast === undefined
      ? []
      : [
          [
            classifier,
            "forecast",
            forecast.documents,
            undefined,
            forecast.accuracy,
            forecast.interval?.[0],
            forecast.interval?.[1],
            ...new Array<undefined>(repeats).fill(undefined),
          ],
        ]),
  ]);
  return csvText([[...head, ...Array.from({ length: repeats }, (_, repeat) => `repeat ${repeat + 1}`)], ...rows]);
}

/** A table a classifier, and what twice the documents should bring. */
export function curveMarkdown(
  curves: readonly LearningCurve[],
  { title = "Learning curve", subtitle, baselines }: CurveSpecOptions = {},
): string {
  const lines = [`# ${markdownText(title)}`];
  if (subtitle !== undefined) lines.push("", `${markdownText(subtitle)}.`);
  if (baselines !== undefined) {
    const { majority, proportional } = baselines;
    lines.push("", `Always the largest class: ${percent(majority)}; guessing in proportion: ${percent(proportional)}.`);
  }
  for (const curve of curves) {
    const { classifier, points, law } = curve;
    lines.push(
      "",
      `## ${markdownText(classifier)}`,
      "",
      ...markdownTable(
        [
          ["training documents", "accuracy", "95 % interval", "terms"],
          ...points.map(({ documents, accuracy, interval, vocabulary }) => [
            grouped(documents),
            percent(accuracy),
            intervalText(interval),
            grouped(vocabulary),
          ]),
        ],
        "rrrr",
      ),
    );
    if (law !== undefined) {
      const { asymptote, scale, exponent } = law;
      lines.push(
        "",
        `Fitted: accuracy = ${asymptote.toFixed(3)} - ${scale.toPrecision(3)} n^-${exponent.toFixed(3)}, n documents.`,
      );
    }
    lines.push("", `${markdownText(forecastSentence(curve))}.`);
  }
  return `${lines.join("\n")}\n`;
}

function intervalText([low, high]: Interval): string {
  return `${(low * 100).toFixed(1)} to ${percent(high)}`;
}
