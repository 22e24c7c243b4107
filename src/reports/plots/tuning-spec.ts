import { smallest } from "../../base/lists.js";
import { percent } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import { isLoss, type Measure } from "../../evaluation/metrics/measure.js";
import { type PlotSpec, plotSpec } from "./plot-spec.js";
import { type SeriesPoint, seriesView } from "./series-view.js";

/** One line for each classifier. x is the value of the option, such as alpha: at least 0 and ascending. */
export type TuningSeries = readonly { readonly name: string; readonly points: readonly Required<SeriesPoint>[] }[];

/** The parts of a search for settings that the plot shows. */
interface TuningPicture {
  readonly series: TuningSeries;
  /** The name of the option on the x axis. */
  readonly xLabel: string;
  /** The measure; y is its mean. */
  readonly by: Measure;
}

/** Size of the area inside the axes, in pixels. It is higher if the names of the lines need more room. */
const WIDTH = 560;
const HEIGHT = 340;
const LINE_HEIGHT = 16;

/** Plots the mean measure by an option on a logarithmic axis, with intervals and one line for each classifier. */
export function tuningSpec(picture: TuningPicture): PlotSpec {
  const { series, xLabel, by } = picture;
  const positive = series.flatMap(({ points }) => points.map(({ x }) => x)).filter((x) => x > 0);
  // 0 has no logarithm, so it is placed one step below the other values.
  const zero = positive.length === 0 ? 1 : smallest(positive) / 10;
  const view = seriesView({
    series: series.map(({ name, points }) => ({
      name,
      points: points.map((point) => ({ ...point, x: point.x === 0 ? zero : point.x })),
    })),
    xTitle: `${escapedText(xLabel)} (logarithmic)`,
    yTitle: `Mean ${by}`,
    width: WIDTH,
    height: Math.max(HEIGHT, LINE_HEIGHT * series.length),
    loss: isLoss(by),
    xLabels: `datum.value === ${zero} ? '0' : format(datum.value, '~r')`,
  });
  const title = { title: "Tuning", subtitle: "Mean over the folds, with its interval" };
  return plotSpec(view, title, series.map((one) => bestInWords(one, picture)).join(" "), WIDTH);
}

/** Describes a line for screen readers: its best value, and where it is. */
function bestInWords({ name, points }: TuningPicture["series"][number], { xLabel, by }: TuningPicture): string {
  if (points.length === 0) return `${escapedText(name)}: nothing measured.`;
  const best = points.reduce((a, b) => ((isLoss(by) ? b.y < a.y : b.y > a.y) ? b : a));
  const value = isLoss(by) ? best.y.toFixed(3) : percent(best.y);
  return `${escapedText(name)}: at best ${value}, with ${escapedText(xLabel)} ${best.x}.`;
}
