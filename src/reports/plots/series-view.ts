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
  const marked = series.flatMap(({ points, forecast }) => [...points, ...(forecast ? [forecast] : [])]);
  const xs = [...new Set(marked.map(({ x }) => x))].sort((a, b) => a - b);
  const [first, final] = [xs[0], xs[xs.length - 1]];
  const domain = first === final ? [first / 2, final * 2] : [first, final];
  const domainOf = options.loss ? lossDomain : shareDomain;
  const all: readonly Partial<SeriesPoint>[] = [
    ...marked,
    ...series.flatMap(({ fitted = [] }) => fitted),
    ...baselines,
  ];
  const [bottom, top] = domainOf(all.flatMap(({ y, low, high }) => [y, low, high].filter((n) => n !== undefined)));
  const names = series.map(({ name }) => escapedText(name));

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
  const y = (field: string) => ({
    field,
    type: "quantitative",
    title: options.yTitle,
    scale: { domain: [bottom, top], zero: false, nice: false },
    axis: {
      labelExpr: options.loss ? "format(datum.value, '.3~f')" : PERCENT,
      tickCount: 6,
      domain: false,
      ticks: false,
    },
  });
  const byName = (channel: "color" | "shape", range: readonly string[]) => ({
    [channel]: {
      field: "series",
      type: "nominal",
      scale: { domain: names, range: names.map((_, i) => range[i % range.length]) },
      legend: null,
    },
  });
  const colours = byName("color", SERIES_COLOURS);
  const rows = (of: (one: PlotSeries) => readonly SeriesPoint[]) =>
    series.flatMap((one, s) => of(one).map((point) => ({ series: names[s], ...point })));
  const known = (points: readonly SeriesPoint[]) =>
    points.filter(({ low, high }) => low !== undefined && high !== undefined);
  const forecasts = ({ forecast }: PlotSeries) => (forecast === undefined ? [] : [forecast]);
  const ends = series.flatMap((one, s) => {
    const end = one.forecast ?? one.points[one.points.length - 1];
    return end === undefined ? [] : [{ name: names[s], y: end.y }];
  });
  const places = spread(
    ends.map((end) => end.y),
    (LABEL_DISTANCE / height) * (top - bottom),
    bottom,
    top,
  );
  const labels = places.map((place, e) => ({ series: ends[e].name, x: domain[1], y: place }));

  const points = rows((one) => one.points);
  const at = { x, y: y("y"), ...colours };
  const interval = { x, y: y("low"), y2: { field: "high" }, ...colours };
  const shape = byName("shape", SERIES_SHAPES);
  const hollow = { fill: colour("paper"), strokeWidth: 1.5 };
  const layers = [
    ...baselineLayers(baselines, y("y"), [bottom, top], height),
    layer(
      rows((one) => known(one.points)),
      { type: "area", opacity: 0.16, line: false },
      interval,
    ),
    layer(
      rows((one) => known([...one.points, ...forecasts(one)])),
      { type: "rule", opacity: 0.55, strokeWidth: 1 },
      interval,
    ),
    layer(
      rows(({ fitted = [] }) => fitted),
      { type: "line", strokeDash: [3, 3], strokeWidth: 1.25, opacity: 0.9 },
      at,
    ),
    layer(points, { type: "line", strokeWidth: 2 }, at),
    layer(points, { type: "point", filled: true, size: 52, opacity: 1 }, { ...at, ...shape }),
    layer(
      rows(forecasts),
      { type: "point", filled: true, size: 58, opacity: 1, ...hollow },
      { x, y: y("y"), stroke: colours.color, ...shape },
    ),
    layer(
      labels,
      { type: "text", align: "left", baseline: "middle", dx: 14, fontWeight: 600 },
      { x, y: y("y"), text: { field: "series" }, ...colours },
    ),
  ];
  return { width, height, layer: layers };
}

/** Draws thin lines across the plot. Their names are at the right end, where the curves are above them. */
function baselineLayers(
  baselines: readonly Baseline[],
  y: object,
  [bottom, top]: readonly [number, number],
  height: number,
): PlotView[] {
  if (baselines.length === 0) return [];
  // A name is above its line. It moves up to make room for the name of the line below.
  const ascending = [...baselines].sort((a, b) => a.y - b.y);
  const step = (LABEL_DISTANCE / height) * (top - bottom);
  let least = bottom;
  const values = ascending.map(({ name, y: share }) => {
    const place = Math.max(share, least);
    least = place + step;
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
  const pools: { sum: number; size: number }[] = [];
  order.forEach((i, rank) => {
    let pool = { sum: places[i] - rank * step, size: 1 };
    for (let below = pools.at(-1); below !== undefined && below.sum / below.size >= pool.sum / pool.size; ) {
      pool = { sum: pool.sum + below.sum, size: pool.size + below.size };
      pools.pop();
      below = pools.at(-1);
    }
    pools.push(pool);
  });
  const bases = pools.flatMap(({ sum, size }) => new Array<number>(size).fill(sum / size));
  const highest = high - (places.length - 1) * step;
  const moved = [...places];
  order.forEach((i, rank) => {
    moved[i] = Math.max(low, Math.min(highest, bases[rank])) + rank * step;
  });
  return moved;
}
