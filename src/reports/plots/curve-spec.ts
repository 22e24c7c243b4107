import { grouped, percent, percentRange } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import type { Baselines } from "../../evaluation/metrics/outcome.js";
import type { CurvePoint, Forecast, LearningCurve } from "../../evaluation/studies/measured-curves.js";
import { accuracyAt, type PowerLaw } from "../../evaluation/studies/power-law.js";
import { type PlotSpec, plotSpec } from "./plot-spec.js";
import { type PlotSeries, type SeriesPoint, seriesView } from "./series-view.js";

/** The parts of a learning curve that the plot shows. */
export interface DrawnCurve extends Pick<LearningCurve, "classifier" | "law" | "forecast"> {
  readonly points: readonly Pick<CurvePoint, "documents" | "accuracy" | "interval">[];
}

/** The options of `curveSpec`. */
export interface CurveSpecOptions {
  /** The title. Default "Learning curve". An empty title also removes the subtitle, for a plot below a heading. */
  readonly title?: string;
  /** The protocol, before the legend. Default: none. */
  readonly subtitle?: string;
  /** The documents that the horizontal axis counts. Default "training documents". */
  readonly unit?: string;
  /** Baselines, drawn as thin lines across the plot. Default: none. */
  readonly baselines?: Baselines;
  /** Size of the area inside the axes, in pixels. Default 560 by 340. */
  readonly width?: number;
  readonly height?: number;
}

/** Number of points of the line that draws the fitted law. */
const LAW_POINTS = 40;

/**
 * Plots accuracy by number of training documents on a logarithmic axis. For each classifier it shows the mean, its 95 %
 * interval as a band, and the fitted power law as a dashed line up to the forecast for twice as many documents.
 */
export function curveSpec(curves: readonly DrawnCurve[], options: CurveSpecOptions = {}): PlotSpec {
  const name = curves.length === 1 ? ` of ${escapedText(curves[0].classifier)}` : "";
  const {
    title = `Learning curve${name}`,
    width = 560,
    height = 340,
    unit = "training documents",
    baselines,
  } = options;
  const forecast = curves.some((curve) => curve.forecast !== undefined);
  const legend = `Mean and 95 % interval${forecast ? "; dashed, a fitted power law; hollow, twice the documents" : ""}`;
  const subtitle = options.subtitle === undefined ? legend : `${options.subtitle}\n${legend}`;
  const view = seriesView({
    series: curves.map(seriesOf),
    baselines: baselines && [
      { name: "majority class", y: baselines.majority },
      { name: "random guess by class size", y: baselines.proportional },
    ],
    xTitle: `${unit[0].toUpperCase()}${unit.slice(1)} (logarithmic)`,
    yTitle: "Accuracy on test documents",
    width,
    height,
    // The title names a single classifier.
    hasLegend: curves.length > 1,
  });
  return plotSpec(view, { title, subtitle }, curves.map((curve) => curveInWords(curve, unit)).join(" "), width);
}

/** Returns a curve as a line of the plot. Its fitted law ends at the forecast, or at the last point. */
function seriesOf({ classifier, points, law, forecast }: DrawnCurve): PlotSeries {
  const end = forecast?.documents ?? points[points.length - 1].documents;
  return {
    name: classifier,
    points: points.map(pointOf),
    fitted: law && lawPoints(law, points[0].documents, end),
    forecast: forecast && pointOf(forecast),
  };
}

function pointOf({ documents, accuracy, interval }: DrawnCurve["points"][number] | Forecast): SeriesPoint {
  return { x: documents, y: accuracy, low: interval?.[0], high: interval?.[1] };
}

/** Returns points of the law from one size to another. Accuracies below 0 are left out. */
function lawPoints(law: PowerLaw, start: number, end: number): SeriesPoint[] {
  return Array.from({ length: LAW_POINTS }, (_, i) => {
    const x = start * (end / start) ** (i / (LAW_POINTS - 1));
    return { x, y: accuracyAt(law, x) };
  }).filter(({ y }) => y >= 0);
}

/** Describes the curve for screen readers. */
function curveInWords({ classifier, points, forecast }: DrawnCurve, unit: string): string {
  const [first, last] = [points[0], points[points.length - 1]];
  const measured = `${escapedText(classifier)}: ${percent(first.accuracy)} of ${grouped(first.documents)} ${unit} up to ${percent(last.accuracy)} of ${grouped(last.documents)}`;
  if (forecast === undefined) return `${measured}.`;
  const { documents, accuracy, interval } = forecast;
  const sure = interval === undefined ? "" : ` (${percentRange(interval).replace(" to", " % to")})`;
  return `${measured}; of ${grouped(documents)}, ${percent(accuracy)} expected${sure}.`;
}
