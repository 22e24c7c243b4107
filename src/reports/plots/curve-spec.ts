import { largest, smallest } from "../../base/lists.js";
import { grouped, percent, percentRange } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import type { Baselines } from "../../evaluation/metrics/outcome.js";
import type { CurvePoint, Forecast, LearningCurve } from "../../evaluation/studies/measured-curves.js";
import { accuracyAt } from "../../evaluation/studies/power-law.js";
import { colour, SERIES, SERIES_SHAPES } from "./palette.js";
import { layer, type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

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
}

/** A point of the plot: an accuracy of a series at a number of documents, and the ends of its interval, if known. */
interface Point {
  readonly series: string;
  readonly x: number;
  readonly y: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Width of the area inside the axes, in pixels. */
const WIDTH = 560;
/** Height of this area, in pixels. */
const HEIGHT = 340;

/** Number of points of the line that draws a fitted law. */
const LAW_POINTS = 40;

/**
 * Plots accuracy by number of training documents on a logarithmic axis. For each classifier it shows the mean, its 95 %
 * interval as a band, and the fitted power law as a dashed line up to the forecast for twice as many documents.
 */
export function curveSpec(curves: readonly DrawnCurve[], options: CurveSpecOptions = {}): PlotSpec {
  const { unit = "training documents", baselines } = options;
  const points = curves.flatMap((curve) => curve.points.map((point) => pointOf(curve, point)));
  const forecasts = curves.flatMap((curve) => (curve.forecast ? pointOf(curve, curve.forecast) : []));
  const laws = curves.flatMap(lawPoints);
  const marked = [...points, ...forecasts];
  const lines = baselines === undefined ? [] : [baselines.majority, baselines.proportional];
  const shares = [...marked, ...laws].flatMap(({ y, low = y, high = y }) => [y, low, high]);
  const domain = shareDomain([...shares, ...lines]);
  const x = xChannel(marked, `${unit[0].toUpperCase()}${unit.slice(1)} (logarithmic)`);
  const y = yChannel("y", domain);
  const names = curves.map(({ classifier }) => escapedText(classifier));
  // The legend has the names of the classifiers. A single one is in the title.
  const legend = { title: null, symbolOpacity: 1, labelColor: colour("ink"), labelFontSize: 12, labelLimit: 0 };
  const byName = (range: readonly string[]) => ({
    field: "series",
    type: "nominal",
    scale: { domain: names, range: names.map((_, i) => range[i % range.length]) },
    legend: curves.length > 1 ? legend : null,
  });
  const color = byName(SERIES.map(colour));
  const shape = byName(SERIES_SHAPES);
  const interval = { x, y: yChannel("low", domain), y2: { field: "high" }, color };
  const hasInterval = ({ low }: Point) => low !== undefined;
  const hollow = { type: "point", filled: true, size: 58, opacity: 1, fill: colour("paper"), strokeWidth: 1.5 };
  const view = {
    width: WIDTH,
    height: HEIGHT,
    layer: [
      ...(baselines === undefined ? [] : baselineLayers(baselines, y, domain)),
      layer(points.filter(hasInterval), { type: "area", opacity: 0.16, line: false }, interval),
      layer(marked.filter(hasInterval), { type: "rule", opacity: 0.55, strokeWidth: 1 }, interval),
      layer(laws, { type: "line", strokeDash: [3, 3], strokeWidth: 1.25, opacity: 0.9 }, { x, y, color }),
      layer(points, { type: "line", strokeWidth: 2 }, { x, y, color }),
      layer(points, { type: "point", filled: true, size: 52, opacity: 1 }, { x, y, color, shape }),
      layer(forecasts, hollow, { x, y, stroke: color, shape }),
    ],
  };
  const inWords = curves.map((curve) => curveInWords(curve, unit)).join(" ");
  return plotSpec(view, headingOf(names, forecasts.length > 0, options), inWords, WIDTH);
}

/** Returns the title and the subtitle, which explains the marks of the plot. */
function headingOf(names: readonly string[], hasForecast: boolean, { title, subtitle }: CurveSpecOptions) {
  const legend = `Mean and 95 % interval${hasForecast ? "; dashed, a fitted power law; hollow, twice the documents" : ""}`;
  return {
    title: title ?? `Learning curve${names.length === 1 ? ` of ${names[0]}` : ""}`,
    subtitle: subtitle === undefined ? legend : `${subtitle}\n${legend}`,
  };
}

/** Returns a measured or forecast accuracy as a point of the plot. */
function pointOf({ classifier }: DrawnCurve, point: DrawnCurve["points"][number] | Forecast): Point {
  const { documents, accuracy, interval: [low, high] = [] } = point;
  return { series: escapedText(classifier), x: documents, y: accuracy, low, high };
}

/** Returns points of the fitted law, up to the forecast or the last point. Accuracies below 0 are left out. */
function lawPoints({ classifier, points, law, forecast }: DrawnCurve): Point[] {
  if (law === undefined) return [];
  const start = points[0].documents;
  const end = forecast?.documents ?? points[points.length - 1].documents;
  return Array.from({ length: LAW_POINTS }, (_, i) => {
    const x = start * (end / start) ** (i / (LAW_POINTS - 1));
    return { series: escapedText(classifier), x, y: accuracyAt(law, x) };
  }).filter(({ y }) => y >= 0);
}

/** Returns the horizontal channel: a logarithmic axis with a label at each number of documents. */
function xChannel(points: readonly Point[], title: string) {
  const values = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const [first, last] = [values[0], values[values.length - 1]];
  return {
    field: "x",
    type: "quantitative",
    title,
    // A single number is in the middle of the axis.
    scale: { type: "log", domain: first === last ? [first / 2, last * 2] : [first, last], nice: false, padding: 8 },
    axis: { values, labelExpr: "format(datum.value, ',')", labelOverlap: "greedy", labelSeparation: 6, grid: false },
  };
}

/** Returns a vertical channel. @param field of the points: `y`, or the lower end of the interval */
function yChannel(field: "y" | "low", domain: readonly number[]) {
  return {
    field,
    type: "quantitative",
    title: "Accuracy on test documents",
    scale: { domain, zero: false, nice: false },
    axis: { labelExpr: "format(datum.value * 100, '.3~g') + ' %'", tickCount: 6, domain: false, ticks: false },
  };
}

/** Minimum distance between the names of baselines, in pixels. */
const LABEL_DISTANCE = 15;

/** Draws thin lines across the plot. Their names are at the right end, where the curves are above them. */
function baselineLayers(baselines: Baselines, y: object, [bottom, top]: readonly [number, number]): PlotView[] {
  // A name is above its line. It moves up to make room for the name of the line below.
  let lowest = bottom;
  const values = [
    { name: "majority class", share: baselines.majority },
    { name: "random guess by class size", share: baselines.proportional },
  ]
    .sort((a, b) => a.share - b.share)
    .map(({ name, share }) => {
      const place = Math.max(share, lowest);
      lowest = place + (LABEL_DISTANCE / HEIGHT) * (top - bottom);
      return { y: share, place, text: `${name} ${percent(share)}` };
    });
  const color = colour("dim");
  const nameMark = { type: "text", align: "right", baseline: "bottom", dx: -16, dy: -2, fontSize: 11, color };
  return [
    layer(values, { type: "rule", strokeDash: [1, 3], color }, { y }),
    layer(values, nameMark, { x: { value: "width" }, y: { ...y, field: "place" }, text: { field: "text" } }),
  ];
}

/** Returns the range of an axis for shares. It ends at multiples of 10 %, or of 5 % if the shares are close. */
function shareDomain(shares: readonly number[]): [bottom: number, top: number] {
  const [low, high] = [smallest(shares), largest(shares)];
  const steps = high - low < 0.25 ? 20 : 10;
  // 1e-9 keeps rounding errors from adding a step.
  const bottom = Math.max(0, Math.floor(low * steps + 1e-9) / steps);
  const top = Math.min(1, Math.ceil(high * steps - 1e-9) / steps);
  if (bottom < top) return [bottom, top];
  // All shares are the same multiple, so the range gets one more step.
  return bottom === 0 ? [0, 1 / steps] : [bottom - 1 / steps, top];
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
