import { smallest } from "../../base/lists.js";
import { percent } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import { type PlotSpec, plotSpec } from "./plot-spec.js";
import { type PlotSeries, type SeriesPoint, seriesView } from "./series-view.js";

/** The parts of a search for settings that the plot shows. */
export interface TuningPicture {
  /** A line for each classifier; x is the option, such as alpha, at least 0 and ascending. */
  readonly series: readonly { readonly name: string; readonly points: readonly Required<SeriesPoint>[] }[];
  /** The name of x. */
  readonly xLabel: string;
}

/** Options of the plot. */
export interface TuningSpecOptions {
  /** Default "Tuning". */
  readonly title?: string;
  /** Default: a legend of lines and bands. */
  readonly subtitle?: string;
  /** The name of y. Default "Mean accuracy". */
  readonly yLabel?: string;
  /** Whether y is a loss, where less is better, instead of a share. Default false. */
  readonly loss?: boolean;
  /** The plot within its axes, in pixels. Default 560 by 340, or higher if the names need it. */
  readonly width?: number;
  readonly height?: number;
}

/** The height that the name of a line takes, in pixels. */
const LINE_HEIGHT = 16;

/** The mean measure against an option on a logarithmic axis, with intervals, a line for each classifier. */
export function tuningSpec({ series, xLabel }: TuningPicture, options: TuningSpecOptions = {}): PlotSpec {
  const { title = "Tuning", subtitle = "Mean over the folds, with its interval", yLabel = "Mean accuracy" } = options;
  const { width = 560, height = Math.max(340, LINE_HEIGHT * series.length), loss = false } = options;
  const positive = series.flatMap(({ points }) => points.map(({ x }) => x)).filter((x) => x > 0);
  // 0 has no logarithm: it stands one step below the others.
  const zero = positive.length === 0 ? 1 : smallest(positive) / 10;
  const placed: PlotSeries[] = series.map(({ name, points }) => ({
    name,
    points: points.map((point) => ({ ...point, x: point.x === 0 ? zero : point.x })),
  }));
  const view = seriesView({
    series: placed,
    xTitle: `${escapedText(xLabel)} (logarithmic)`,
    yTitle: yLabel,
    width,
    height,
    loss,
    xLabels: `datum.value === ${zero} ? '0' : format(datum.value, '~r')`,
  });
  return plotSpec(view, { title, subtitle }, series.map((one) => bestInWords(one, xLabel, loss)).join(" "), width);
}

function bestInWords({ name, points }: TuningPicture["series"][number], xLabel: string, loss: boolean): string {
  if (points.length === 0) return `${escapedText(name)}: nothing measured.`;
  const best = points.reduce((a, b) => ((loss ? b.y < a.y : b.y > a.y) ? b : a));
  const value = loss ? best.y.toFixed(3) : percent(best.y);
  return `${escapedText(name)}: at best ${value}, with ${escapedText(xLabel)} ${best.x}.`;
}
