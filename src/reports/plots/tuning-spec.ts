import { percent } from "../numbers.js";
import { escapedText } from "../safe-text.js";
import { type PlotSpec, plotSpec } from "./plot-spec.js";
import { type PlotSeries, type SeriesPoint, seriesView } from "./series-view.js";

/** What a search for settings found, as it is drawn. */
export interface TuningPicture {
  /** One for each choice of classifier and features; x is the setting, such as alpha, from 0 up, ascending. */
  readonly series: readonly { readonly name: string; readonly points: readonly Required<SeriesPoint>[] }[];
  /** What x is. */
  readonly xLabel: string;
}

/** How it is drawn. */
export interface TuningSpecOptions {
  /** Default "Tuning". */
  readonly title?: string;
  /** Default: what lines and bands are. */
  readonly subtitle?: string;
  /** What y is. Default "Mean accuracy". */
  readonly yLabel?: string;
  /** Whether y is a loss, of which less is better, instead of a share. Default false. */
  readonly loss?: boolean;
  /** Of the plot within its axes, in pixels. Default 560 by 340, and higher if the names need it. */
  readonly width?: number;
  readonly height?: number;
}

/** Lines named at their ends need so much each. */
const LINE_HEIGHT = 16;

/** Mean score against a setting on a logarithmic axis, with intervals, a line for each choice. */
export function tuningSpec({ series, xLabel }: TuningPicture, options: TuningSpecOptions = {}): PlotSpec {
  const { title = "Tuning", subtitle = "Mean over the folds, with its interval", yLabel = "Mean accuracy" } = options;
  const { width = 560, height = Math.max(340, LINE_HEIGHT * series.length), loss = false } = options;
  const positive = series.flatMap(({ points }) => points.map(({ x }) => x)).filter((x) => x > 0);
  // No logarithm reaches 0: it stands a step below the rest.
  const zero = positive.length === 0 ? 1 : Math.min(...positive) / 10;
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
