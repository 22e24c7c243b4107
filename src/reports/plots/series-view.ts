import { largest, smallest } from "../../base/lists.js";
import { percent } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import { colour, SERIES_COLOURS, SERIES_SHAPES } from "./palette.js";
import { layer, type PlotView } from "./plot-spec.js";

/** A point of a line: a share in [0, 1], or a loss, measured at x. */
export interface SeriesPoint {
  readonly x: number;
  readonly y: number;
  /** The ends of the interval, if known. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** One line of a plot. */
export interface PlotSeries {
  readonly name: string;
  /** The points, with x ascending. */
  readonly points: readonly SeriesPoint[];
  /** A fitted curve, drawn dashed. */
  readonly fitted?: readonly SeriesPoint[] | undefined;
  /** A forecast, drawn hollow. */
  readonly forecast?: SeriesPoint | undefined;
}

/** A share for comparison, drawn as a thin horizontal line. */
type Baseline = Pick<SeriesPoint, "y"> & Pick<PlotSeries, "name">;

/** The content of a plot. */
interface SeriesViewOptions {
  readonly series: readonly PlotSeries[];
  readonly baselines?: readonly Baseline[] | undefined;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Size of the area inside the axes, in pixels. */
  readonly width: number;
  readonly height: number;
  /** A Vega expression for the labels of the horizontal axis. Default: the number with commas. */
  readonly xLabels?: string | undefined;
  /** Whether the lines have a legend. Default true. */
  readonly hasLegend?: boolean | undefined;
  /** Whether y is a loss of at least 0 instead of a share. Default false. */
  readonly loss?: boolean | undefined;
}

/** A Vega expression that writes a share in percent, without a needless .0. */
const PERCENT = "format(datum.value * 100, '.3~g') + ' %'";

/** The legend with the names of the lines. */
const LEGEND = { title: null, symbolOpacity: 1, labelColor: colour("ink"), labelFontSize: 12, labelLimit: 0 };

/** Minimum distance between the names of baselines, in pixels. */
const LABEL_DISTANCE = 15;

/**
 * Draws lines with intervals over a logarithmic axis, with a legend of their names. Names are made safe. Names must
 * differ, and x must be above 0.
 */
export function seriesView(options: SeriesViewOptions): PlotView {
  const { series, baselines = [], width, height } = options;
  const names = series.map(({ name }) => escapedText(name));
  /** Returns points of all lines as rows of data, with the names of their lines. */
  const rows = (pointsOf: (one: PlotSeries) => readonly (SeriesPoint | undefined)[]) =>
    series.flatMap((one, s) => pointsOf(one).flatMap((point) => (point ? { series: names[s], ...point } : [])));
  const points = rows((one) => one.points);
  const forecasts = rows(({ forecast }) => [forecast]);
  const fits = rows(({ fitted = [] }) => fitted);
  const marked = rows(({ points, forecast }) => [...points, forecast]);

  const x = xChannel(marked, options);
  const all: readonly Partial<SeriesPoint>[] = [...marked, ...fits, ...baselines];
  const ys = all.flatMap(({ y, low, high }) => [y, low, high].filter((n) => n !== undefined));
  const domain = options.loss ? lossDomain(ys) : shareDomain(ys);
  const [bottom, top] = domain;
  const y = yChannel("y", domain, options);
  const byName = (range: readonly string[]) => ({
    field: "series",
    type: "nominal",
    scale: { domain: names, range: names.map((_, i) => range[i % range.length]) },
    legend: options.hasLegend === false ? null : LEGEND,
  });
  const color = byName(SERIES_COLOURS);
  const shape = byName(SERIES_SHAPES);

  // In the unit of y.
  const distance = (LABEL_DISTANCE / height) * (top - bottom);
  const hasInterval = ({ low, high }: SeriesPoint) => low !== undefined && high !== undefined;
  const interval = { x, y: yChannel("low", domain, options), y2: { field: "high" }, color };
  const hollow = { fill: colour("paper"), strokeWidth: 1.5 };
  const layers = [
    ...baselineLayers(baselines, y, bottom, distance),
    layer(points.filter(hasInterval), { type: "area", opacity: 0.16, line: false }, interval),
    layer(marked.filter(hasInterval), { type: "rule", opacity: 0.55, strokeWidth: 1 }, interval),
    layer(fits, { type: "line", strokeDash: [3, 3], strokeWidth: 1.25, opacity: 0.9 }, { x, y, color }),
    layer(points, { type: "line", strokeWidth: 2 }, { x, y, color }),
    layer(points, { type: "point", filled: true, size: 52, opacity: 1 }, { x, y, color, shape }),
    layer(forecasts, { type: "point", filled: true, size: 58, opacity: 1, ...hollow }, { x, y, stroke: color, shape }),
  ];
  return { width, height, layer: layers };
}

/** Returns the horizontal channel: a logarithmic axis with a label at each x. */
function xChannel(points: readonly SeriesPoint[], { xTitle, xLabels }: SeriesViewOptions) {
  const values = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const [first, last] = [values[0], values[values.length - 1]];
  return {
    field: "x",
    type: "quantitative",
    title: xTitle,
    // A single x is in the middle of the axis.
    scale: { type: "log", domain: first === last ? [first / 2, last * 2] : [first, last], nice: false, padding: 8 },
    axis: {
      values,
      labelExpr: xLabels ?? "format(datum.value, ',')",
      labelOverlap: "greedy",
      labelSeparation: 6,
      grid: false,
      tickSize: 4,
    },
  };
}

/** Returns a vertical channel. @param field of the rows: `y`, or the lower end of the interval */
function yChannel(field: "y" | "low", domain: readonly number[], { yTitle, loss }: SeriesViewOptions) {
  const labelExpr = loss ? "format(datum.value, '.3~f')" : PERCENT;
  return {
    field,
    type: "quantitative",
    title: yTitle,
    scale: { domain, zero: false, nice: false },
    axis: { labelExpr, tickCount: 6, domain: false, ticks: false },
  };
}

/** Draws thin lines across the plot. Their names are at the right end, where the curves are above them. */
function baselineLayers(baselines: readonly Baseline[], y: object, bottom: number, distance: number): PlotView[] {
  if (baselines.length === 0) return [];
  // A name is above its line. It moves up to make room for the name of the line below.
  const ascending = [...baselines].sort((a, b) => a.y - b.y);
  let least = bottom;
  const values = ascending.map(({ name, y: share }) => {
    const place = Math.max(share, least);
    least = place + distance;
    return { y: share, place, text: `${escapedText(name)} ${percent(share)}` };
  });
  const dim = colour("dim");
  return [
    layer(values, { type: "rule", strokeDash: [1, 3], color: dim }, { y }),
    layer(
      values,
      { type: "text", align: "right", baseline: "bottom", dx: -16, dy: -2, fontSize: 11, color: dim },
      { x: { value: "width" }, y: { ...y, field: "place" }, text: { field: "text" } },
    ),
  ];
}

/** Returns the range of an axis for shares. It ends at multiples of 10 %, or of 5 % if the shares are close. */
function shareDomain(shares: readonly number[]): [bottom: number, top: number] {
  const [low, high] = [smallest(shares), largest(shares)];
  // 1e-9 keeps rounding errors from adding a step.
  const steps = high - low < 0.25 ? 20 : 10;
  const bottom = Math.max(0, Math.floor(low * steps + 1e-9) / steps);
  const top = Math.min(1, Math.ceil(high * steps - 1e-9) / steps);
  return bottom < top ? [bottom, top] : bottom === 0 ? [0, 1 / steps] : [bottom - 1 / steps, top];
}

/** Returns the range of an axis for losses, with some margin. */
function lossDomain(losses: readonly number[]): [bottom: number, top: number] {
  const [low, high] = [smallest(losses), largest(losses)];
  const room = (high - low) / 10 || high / 10 || 1;
  return [Math.max(0, low - room), high + room];
}
