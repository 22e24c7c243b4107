import { append, largest } from "../../base/lists.js";
import { grouped, percent } from "../../base/numbers.js";
import type { Interval } from "../../evaluation/significance/intervals.js";
import type { LearningCurve } from "../../evaluation/studies/learning-curve.js";
import type { Cell } from "../csv.js";
import { markdownTable, markdownText } from "../markdown.js";
import { type CurveSpecOptions, curveSpec } from "../plots/curve-spec.js";
import type { Report } from "../report-forms.js";
import { forecastSentence } from "./curve-text.js";

/**
 * Learning curves as report files.
 *
 * @param json what `thresher curve --json` prints
 * @param options how they are drawn; the Markdown has the same title and subtitle
 */
export function curveReport(curves: readonly LearningCurve[], json: object, options: CurveSpecOptions = {}): Report {
  return {
    json: () => json,
    rows: () => curveRows(curves),
    plot: () => curveSpec(curves, options),
    markdown: () => curveMarkdown(curves, options),
  };
}

/** A row for each point, measured or forecast. The columns after the interval are the repeats. */
function curveRows(curves: readonly LearningCurve[]): Cell[][] {
  const repeats = largest(
    curves.flatMap(({ points }) => points.map(({ accuracies }) => accuracies.length)),
    0,
  );
  const ofRepeats = <T>(of: (repeat: number) => T) => Array.from({ length: repeats }, (_, repeat) => of(repeat));
  return [
    ["classifier", "kind", "documents", "terms", "accuracy", "low", "high", ...ofRepeats((r) => `repeat ${r + 1}`)],
    ...curves.flatMap(({ classifier, points, forecast }): Cell[][] => {
      const measured = points.map(({ documents, vocabulary, accuracy, interval, accuracies }) => [
        ...[classifier, "measured", documents, vocabulary, accuracy, ...interval],
        ...ofRepeats((r) => accuracies[r]),
      ]);
      if (forecast === undefined) return measured;
      const { documents, accuracy, interval } = forecast;
      const expected = [classifier, "forecast", documents, undefined, accuracy, interval?.[0], interval?.[1]];
      return [...measured, [...expected, ...ofRepeats(() => undefined)]];
    }),
  ];
}

/** A table for each classifier, and the forecast for twice the documents. */
function curveMarkdown(
  curves: readonly LearningCurve[],
  { title = "Learning curve", subtitle, baselines }: CurveSpecOptions = {},
): string {
  const lines = [`# ${markdownText(title)}`];
  if (subtitle !== undefined) lines.push("", `${markdownText(subtitle)}.`);
  if (baselines !== undefined) {
    const { majority, proportional } = baselines;
    lines.push("", `Majority class: ${percent(majority)}; random guess by class size: ${percent(proportional)}.`);
  }
  for (const curve of curves) {
    const { classifier, points, law } = curve;
    append(lines, [
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
    ]);
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
