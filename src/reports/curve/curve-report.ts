import { largest } from "../../base/lists.js";
import type { LearningCurve } from "../../evaluation/studies/learning-curve.js";
import type { Cell } from "../csv.js";
import { type CurveSpecOptions, curveSpec } from "../plots/curve-spec.js";
import type { Report } from "../report-forms.js";
import { curveSections } from "./curve-text.js";

/**
 * Returns learning curves as the content of report files.
 *
 * @param json the output of `thresher curve --json`
 * @param options the options of the plot; the Markdown has the same title and subtitle
 */
export function curveReport(curves: readonly LearningCurve[], json: object, options: CurveSpecOptions = {}): Report {
  const { title = "Learning curve", subtitle = "" } = options;
  return {
    json: () => json,
    rows: () => curveRows(curves),
    plot: () => curveSpec(curves, options),
    content: () => curveSections(curves, title, subtitle, options.baselines),
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
