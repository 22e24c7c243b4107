import { largest, smallest } from "../../base/lists.js";
import { percent } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import { pooledAdjacentViolators } from "../../classifiers/calibration/curve.js";
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
  /** Whether y is a loss of at least 0 instead of a share. Default false. */
  readonly loss?: boolean | undefined;
}

/** A Vega expression that writes a share in percent, without a needless .0. */
const PERCENT = "format(datum.value * 100, '.3~g') + ' %'";

/** Minimum distance between labels at the ends of lines, in pixels. */
const LABEL_DISTANCE = 15;

/**
 * Draws lines with intervals over a logarithmic axis. Each line has its name at its end; there is no legend. Names are
 * made safe. Names must differ, and x must be above 0.
 */
export function seriesView(options: SeriesViewOptions): PlotView {
  const { series, baselines = [], width, height } = options;
  const names = series.map(({ name }) => escapedText(name));
  const rows = (pointsOf: (one: PlotSeries) => readonly (SeriesPoint | undefined)[]) =>
    series.flatMap((one, s) => pointsOf(one).flatMap((point) => (point ? { series: names[s], ...point } : [])));
  const points = rows((one) => one.points);
  const forecasts = rows(({ forecast }) => [forecast]);
  const fits = rows(({ fitted = [] }) => fitted);
  const marked = rows(({ points, forecast }) => [...points, forecast]);
  const xs = [...new Set(marked.map(({ x }) => x))].sort((a, b) => a - b);
  const [first, final] = [xs[0], xs[xs.length - 1]];
  const domain = first === final ? [first / 2, final * 2] : [first, final];
  const all: readonly Partial<SeriesPoint>[] = [...marked, ...fits, ...baselines];
  const ys = all.flatMap(({ y, low, high }) => [y, low, high].filter((n) => n !== undefined));
  const [bottom, top] = options.loss ? lossDomain(ys) : shareDomain(ys);
  const distance = (LABEL_DISTANCE / height) * (top - bottom);

  const x = {
    field: "x",
    type: "quantitative",
    title: options.xTitle,
    scale: { type: "log", domain, nice: false, padding: 8 },
    axis: {
      values: xs,
      labelExpr: options.xLabels ?? "format(datum.value, ',')",
      labelOverlap: "greedy",
      labelSeparation: 6,
      grid: false,
      tickSize: 4,
    },
  };
  const labelExpr = options.loss ? "format(datum.value, '.3~f')" : PERCENT;
  const channel = (field: string) => ({
    field,
    type: "quantitative",
    title: options.yTitle,
    scale: { domain: [bottom, top], zero: false, nice: false },
    axis: { labelExpr, tickCount: 6, domain: false, ticks: false },
  });
  const y = channel("y");
  const byName = (range: readonly string[]) => ({
    field: "series",
    type: "nominal",
    scale: { domain: names, range: names.map((_, i) => range[i % range.length]) },
    legend: null,
  });
  const color = byName(SERIES_COLOURS);
  const shape = byName(SERIES_SHAPES);
  const ends = series.flatMap(({ points, forecast = points[points.length - 1] }, s) =>
    forecast === undefined ? [] : [{ series: names[s], y: forecast.y }],
  );
  const ideal = ends.map((end) => end.y);
  const places = spread(ideal, distance, bottom, top);
  const labels = ends.map(({ series }, e) => ({ series, x: domain[1], y: places[e] }));

  const isKnown = ({ low, high }: SeriesPoint) => low !== undefined && high !== undefined;
  const interval = { x, y: channel("low"), y2: { field: "high" }, color };
  const hollow = { fill: colour("paper"), strokeWidth: 1.5 };
  const layers = [
    ...baselineLayers(baselines, y, bottom, distance),
    layer(points.filter(isKnown), { type: "area", opacity: 0.16, line: false }, interval),
    layer(marked.filter(isKnown), { type: "rule", opacity: 0.55, strokeWidth: 1 }, interval),
    layer(fits, { type: "line", strokeDash: [3, 3], strokeWidth: 1.25, opacity: 0.9 }, { x, y, color }),
    layer(points, { type: "line", strokeWidth: 2 }, { x, y, color }),
    layer(points, { type: "point", filled: true, size: 52, opacity: 1 }, { x, y, color, shape }),
    layer(forecasts, { type: "point", filled: true, size: 58, opacity: 1, ...hollow }, { x, y, stroke: color, shape }),
    layer(
      labels,
      { type: "text", align: "left", baseline: "middle", dx: 14, fontWeight: 600 },
      { x, y, text: { field: "series" }, color },
    ),
  ];
  return { width, height, layer: layers };
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

/**
 * Moves places along a line so that neighbours keep a distance and their order, with the smallest sum of squared moves.
 * Method: subtract from each place the distances below it. Then the places only need to ascend, which is isotonic
 * regression by pooling adjacent violators (Ayer et al. 1955). If there is too little room, the distance shrinks.
 *
 * @param places the ideal places
 * @param distance minimum distance between neighbours, in the unit of the places
 * @param low the lowest allowed place
 * @param high the highest allowed place
 * @returns the new places, in the order of the ideal ones
 */
export function spread(places: readonly number[], distance: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const step = Math.min(distance, (high - low) / Math.max(1, places.length - 1));
  const bases = pooledAdjacentViolators(
    order.map((i, rank) => ({ documents: 1, right: places[i] - rank * step, sum: 0 })),
  ).flatMap(({ documents, right }) => new Array<number>(documents).fill(right / documents));
  const highest = high - (places.length - 1) * step;
  const moved = [...places];
  order.forEach((i, rank) => {
    moved[i] = Math.max(low, Math.min(highest, bases[rank])) + rank * step;
  });
  return moved;
}
