import { largest } from "../../base/lists.js";
import type { LearningCurve, LearningCurves } from "../../evaluation/studies/measured-curves.js";
import type { Cell } from "../csv.js";
import type { EvaluatedClassifier } from "../evaluation/settings-text.js";
import { type CurveSpecOptions, curveSpec } from "../plots/curve-spec.js";
import type { Report } from "../report-forms.js";
import { type CurveProtocol, curveSections } from "./curve-text.js";

/**
 * Returns learning curves as the content of report files.
 *
 * @param json the result of `curveJson`
 * @param options the options of the plot; the Markdown has the same title and subtitle
 */
export function curveReport(curves: readonly LearningCurve[], json: object, options: CurveSpecOptions = {}): Report {
  return {
    json: () => json,
    rows: () => curveRows(curves),
    plot: () => curveSpec(curves, options),
    content: () => curveSections(curves, options),
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

/** Returns learning curves as `thresher curve --json` prints them. @param classifiers one for each curve, in their order */
export function curveJson(
  { curves, documents, baselines }: LearningCurves,
  classifiers: readonly EvaluatedClassifier[],
  protocol: CurveProtocol,
): object {
  return {
    protocol,
    documents,
    baselines,
    curves: curves.map(({ points, law = null, forecast = null }, c) => {
      return { classifier: classifiers[c], points, law, forecast };
    }),
  };
}
