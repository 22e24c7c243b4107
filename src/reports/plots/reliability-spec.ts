import { grouped, percent } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { ReliabilityBin } from "../../evaluation/metrics/probability-metrics.js";
import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import { colour, SERIES_COLOURS, SERIES_SHAPES } from "./palette.js";
import { layer, type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

/** A set of probabilities, such as those before or after calibration. */
interface ReliabilitySeries {
  /** The name. Not needed for a plot of one series. */
  readonly name?: string;
  readonly bins: readonly ReliabilityBin[];
  readonly calibrationError: number;
}

/** Returns the probabilities of an evaluation. If they are calibrated, also those before calibration. */
export function reliabilityOf({
  reliability,
  calibrationError,
  uncalibrated,
}: Pick<Evaluation, "reliability" | "calibrationError" | "uncalibrated">): ReliabilitySeries[] {
  const own = { bins: reliability, calibrationError };
  if (uncalibrated === undefined) return [own];
  const before = { bins: uncalibrated.reliability, calibrationError: uncalibrated.calibrationError };
  return [
    { name: "calibrated", ...own },
    { name: "before", ...before },
  ];
}

/** The width and height of the diagram, and the heights of the counts and of a caption, in pixels. */
const SIZE = 320;
const COUNTS_HEIGHT = 46;
const CAPTION_HEIGHT = 17;

/** Makes a reliability diagram for a page that has a heading for it. */
export function reliabilitySpec(series: readonly ReliabilitySeries[]): PlotSpec {
  return plotSpec(reliabilityView(series), { title: "" }, series.map(reliabilityInWords).join(" "), SIZE);
}

/**
 * Makes a view of the share of right predictions by probability. Calibrated probabilities are on the diagonal. The
 * number of documents in each bin is below the diagram.
 */
export function reliabilityView(series: readonly ReliabilitySeries[]): PlotView {
  const names = series.map(({ name }, s) => escapedText(name ?? `series ${s + 1}`));
  const scale = (range: readonly string[]) => ({ domain: names, range: names.map((_, s) => range[s % range.length]) });
  const values = series.flatMap(({ bins }, s) =>
    bins
      .filter(({ documents }) => documents > 0)
      .map(({ confidence, accuracy, documents }) => {
        const [low, high] = wilsonInterval(accuracy * documents, documents);
        return { series: names[s], confidence, accuracy, documents, low, high };
      }),
  );
  const channel = (field: string, title: string, axis: object) => ({
    field,
    type: "quantitative",
    title,
    scale: { domain: [0, 1] },
    axis: { labelExpr: "format(datum.value * 100, '.0f') + ' %'", tickCount: 5, ...axis },
  });
  const x = channel("confidence", "Probability of the predicted class", { grid: false, labelFlush: false });
  const y = channel("accuracy", "Share of right predictions", { domain: false, ticks: false });
  const color = { field: "series", type: "nominal", scale: scale(SERIES_COLOURS), legend: null };
  const shape = { ...color, scale: scale(SERIES_SHAPES) };
  const interval = { x, y: { ...y, field: "low" }, y2: { field: "high" }, color };
  const ends = [0, 1].map((end) => ({ confidence: end, accuracy: end }));
  const layers = [
    layer(ends, { type: "line", strokeDash: [4, 4], strokeWidth: 1, color: colour("dim") }, { x, y }),
    layer(values, { type: "rule", strokeWidth: 1.25, opacity: 0.7 }, interval),
    layer(values, { type: "line", strokeWidth: 1.5 }, { x, y, color }),
    layer(values, { type: "point", filled: true, size: 48, opacity: 1 }, { x, y, color, shape }),
    ...series.map(captionLayer),
  ];
  const diagram = { width: SIZE, height: SIZE, layer: layers };
  return {
    vconcat: [diagram, ...series.map(({ bins }, s) => countsView(bins, s, s === series.length - 1))],
    spacing: 8,
  };
}

/** Writes the name of a series and its calibration error in the empty corner of the diagram. */
function captionLayer({ name, calibrationError }: ReliabilitySeries, s: number): PlotView {
  const caption = name === undefined ? "" : `${escapedText(name)}, `;
  const text = `${caption}calibration error ${calibrationError.toFixed(3)}`;
  const color = SERIES_COLOURS[s % SERIES_COLOURS.length];
  return layer(
    [{ text }],
    // Small enough to end before a probability of 1/2, the minimum for the predicted one of two classes.
    { type: "text", align: "left", baseline: "top", fontSize: 11, fontWeight: 600, color },
    { x: { value: 8 }, y: { value: 6 + CAPTION_HEIGHT * s }, text: { field: "text" } },
  );
}

function countsView(bins: readonly ReliabilityBin[], s: number, last: boolean): PlotView {
  const values = bins.map(({ low, high, documents }) => {
    return { low, high, middle: (low + high) / 2, documents, text: documents === 0 ? "" : shortCount(documents) };
  });
  const x = {
    type: "quantitative",
    scale: { domain: [0, 1] },
    axis: last ? { labels: false, ticks: false, title: null, grid: false } : null,
  };
  const y = { field: "documents", type: "quantitative", axis: null, scale: { nice: false } };
  return {
    width: SIZE,
    height: COUNTS_HEIGHT,
    data: { values },
    layer: [
      {
        mark: { type: "bar", color: SERIES_COLOURS[s % SERIES_COLOURS.length], opacity: 0.75, binSpacing: 2 },
        encoding: { x: { ...x, field: "low", bin: "binned" }, x2: { field: "high" }, y },
      },
      {
        mark: { type: "text", baseline: "bottom", dy: -2, fontSize: 9, color: colour("dim") },
        encoding: { x: { ...x, field: "middle" }, y, text: { field: "text" } },
      },
    ],
  };
}

/** Writes 4812 as `4.8k`. */
function shortCount(n: number): string {
  if (n < 1000) return String(n);
  return n < 9950 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}

/** Describes the diagram for screen readers: each bin that has documents. */
export function reliabilityInWords({ name, bins, calibrationError }: ReliabilitySeries): string {
  const filled = bins.filter(({ documents }) => documents > 0);
  const parts = filled.map(({ confidence, accuracy, documents }) => {
    return `${percent(accuracy)} right of ${grouped(documents)} at ${percent(confidence)}`;
  });
  const error = `expected calibration error ${calibrationError.toFixed(3)}`;
  return `${escapedText(name ?? "Probabilities")}, ${error}: ${parts.join("; ")}.`;
}
