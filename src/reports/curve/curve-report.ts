import { largest } from "../../base/lists.js";
import { grouped, percent, percentRange } from "../../base/numbers.js";
import type { LearningCurve } from "../../evaluation/studies/learning-curve.js";
import { phrase, type Section } from "../blocks.js";
import type { Cell } from "../csv.js";
import { type CurveSpecOptions, curveSpec } from "../plots/curve-spec.js";
import type { Report } from "../report-forms.js";
import { forecastSentence } from "./curve-text.js";

/**
 * Returns learning curves as the content of report files.
 *
 * @param json the output of `thresher curve --json`
 * @param options the options of the plot; the Markdown has the same title and subtitle
 */
export function curveReport(curves: readonly LearningCurve[], json: object, options: CurveSpecOptions = {}): Report {
  return {
    json: () => json,
    rows: () => curveRows(curves),
    plot: () => curveSpec(curves, options),
    content: () => curveContent(curves, options),
  };
}

/** Makes a row for each measured or forecast point. The columns after the interval are the repeats. */
function curveRows(curves: readonly LearningCurve[]): Cell[][] {
  const counts = curves.flatMap(({ points }) => points.map(({ accuracies }) => accuracies.length));
  const repeats = Array.from({ length: largest(counts, 0) }, (_, repeat) => repeat);
  const ofRepeats = repeats.map((r) => `repeat ${r + 1}`);
  return [
    ["classifier", "kind", "documents", "terms", "accuracy", "low", "high", ...ofRepeats],
    ...curves.flatMap(({ classifier, points, forecast }): Cell[][] => {
      const measured = points.map(({ documents, vocabulary, accuracy, interval, accuracies }): Cell[] => {
        const own = repeats.map((r) => accuracies[r]);
        return [classifier, "measured", documents, vocabulary, accuracy, ...interval, ...own];
      });
      if (forecast === undefined) return measured;
      const { documents, accuracy, interval: [low, high] = [] } = forecast;
      const none = repeats.map(() => undefined);
      return [...measured, [classifier, "forecast", documents, undefined, accuracy, low, high, ...none]];
    }),
  ];
}

/** Makes a table for each classifier, and the forecast for twice as many documents. */
function curveContent(
  curves: readonly LearningCurve[],
  { title = "Learning curve", subtitle, baselines }: CurveSpecOptions = {},
): Section[] {
  const sections: Section[] = [[{ heading: title }]];
  if (subtitle !== undefined) sections.push([phrase`${subtitle}.`]);
  if (baselines !== undefined) {
    const { majority, proportional } = baselines;
    sections.push([
      phrase`Majority class: ${percent(majority)}; random guess by class size: ${percent(proportional)}.`,
    ]);
  }
  for (const curve of curves) {
    const { classifier, points, law } = curve;
    const rows = points.map(({ documents, accuracy, interval, vocabulary }) => {
      return [grouped(documents), percent(accuracy), percentRange(interval), grouped(vocabulary)];
    });
    const head = ["training documents", "accuracy", "95 % interval", "terms"];
    sections.push([{ heading: classifier }], [{ rows: [head, ...rows], align: "rrrr" }]);
    if (law !== undefined) {
      const { asymptote, scale, exponent } = law;
      const formula = `${asymptote.toFixed(3)} - ${scale.toPrecision(3)} n^-${exponent.toFixed(3)}`;
      sections.push([phrase`Fitted: accuracy = ${formula}, n documents.`]);
    }
    sections.push([`${forecastSentence(curve)}.`]);
  }
  return sections;
}
