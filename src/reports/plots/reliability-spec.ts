import type { Evaluation } from "../../evaluation/evaluate.js";
import { wilsonInterval } from "../../evaluation/intervals.js";
import type { ReliabilityBin } from "../../evaluation/probability-metrics.js";
import { grouped, percent } from "../numbers.js";
import { escapedText } from "../safe-text.js";
import { colour, SERIES_COLOURS, SERIES_SHAPES } from "./palette.js";
import { type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

/** Probabilities of one origin, such as raw and calibrated ones. */
export interface ReliabilitySeries {
  /** Default: none, for a plot of one. */
  readonly name?: string;
  readonly bins: readonly ReliabilityBin[];
  /** Expected calibration error, written beside the name. */
  readonly calibrationError?: number;
}

/** The probabilities of an evaluation: calibrated ones beside those that they were made of. */
export function reliabilityOf({
  reliability,
  calibrationError,
  uncalibrated,
}: Pick<Evaluation, "reliability" | "calibrationError" | "uncalibrated">): ReliabilitySeries[] {
  if (uncalibrated === undefined) return [{ bins: reliability, calibrationError }];
  return [
    { name: "calibrated", bins: reliability, calibrationError },
    { name: "before", bins: uncalibrated.reliability, calibrationError: uncalibrated.calibrationError },
  ];
}

/** How a reliability diagram is drawn. */
export interface ReliabilitySpecOptions {
  /** Default "Reliability"; empty for a plot that stands below its heading. */
  readonly title?: string;
  readonly subtitle?: string;
  /** Of the square diagram, in pixels. Default 320. */
  readonly size?: number;
}

const SIZE = 320;
const COUNTS_HEIGHT = 46;
const CAPTION_HEIGHT = 17;

/**
 * Of the documents said to be right with such a probability, how many are: on the diagonal
 * where probabilities can be taken at their word. Below it how many documents each bin has.
 */
export function reliabilitySpec(series: readonly ReliabilitySeries[], options: ReliabilitySpecOptions = {}): PlotSpec {
  const {
    title = "Reliability",
    subtitle = "How often predictions of a probability are right, with Wilson's 95 % interval; below, documents per bin",
  } = options;
  const description = series.map(reliabilityInWords).join(" ");
  return plotSpec(reliabilityView(series, options.size), { title, subtitle }, description, options.size ?? SIZE);
}

/** The diagram without a title, to stand beside others. */
export function reliabilityView(series: readonly ReliabilitySeries[], size = SIZE): PlotView {
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
  const labelExpr = "format(datum.value * 100, '.0f') + ' %'";
  const x = {
    field: "confidence",
    type: "quantitative",
    title: "Probability of the class predicted",
    scale: { domain: [0, 1] },
    axis: { labelExpr, tickCount: 5, grid: false, labelFlush: false },
  };
  const y = {
    field: "accuracy",
    type: "quantitative",
    title: "Share that is right",
    scale: { domain: [0, 1] },
    axis: { labelExpr, tickCount: 5, domain: false, ticks: false },
  };
  const color = { field: "series", type: "nominal", scale: scale(SERIES_COLOURS), legend: null };
  const diagram = {
    width: size,
    height: size,
    layer: [
      {
        data: {
          values: [
            { confidence: 0, accuracy: 0 },
            { confidence: 1, accuracy: 1 },
          ],
        },
        mark: { type: "line", strokeDash: [4, 4], strokeWidth: 1, color: colour("dim") },
        encoding: { x, y },
      },
      {
        data: { values },
        mark: { type: "rule", strokeWidth: 1.25, opacity: 0.7 },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
      },
      { data: { values }, mark: { type: "line", strokeWidth: 1.5 }, encoding: { x, y, color } },
      {
        data: { values },
        mark: { type: "point", filled: true, size: 48, opacity: 1 },
        encoding: {
          x,
          y,
          color,
          shape: { field: "series", type: "nominal", scale: scale(SERIES_SHAPES), legend: null },
        },
      },
      ...series.map((one, s) => captionLayer(one, s)),
    ],
  };
  return {
    vconcat: [diagram, ...series.map(({ bins }, s) => countsView(bins, s, size, s === series.length - 1))],
    spacing: 8,
  };
}

/** The name of a series and its calibration error, in the corner that a diagram of probabilities leaves free. */
function captionLayer({ name, calibrationError }: ReliabilitySeries, s: number): PlotView {
  const words = [
    ...(name === undefined ? [] : [escapedText(name)]),
    ...(calibrationError === undefined ? [] : [`calibration error ${calibrationError.toFixed(3)}`]),
  ];
  return {
    data: { values: [{ text: words.join(", ") }] },
    mark: {
      type: "text",
      align: "left",
      baseline: "top",
      // So small that it ends before a probability of a half, the least that a predicted one of two classes has.
      fontSize: 11,
      fontWeight: 600,
      color: SERIES_COLOURS[s % SERIES_COLOURS.length],
    },
    encoding: { x: { value: 8 }, y: { value: 6 + CAPTION_HEIGHT * s }, text: { field: "text" } },
  };
}

function countsView(bins: readonly ReliabilityBin[], s: number, size: number, last: boolean): PlotView {
  const values = bins.map(({ low, high, documents }) => ({
    low,
    high,
    middle: (low + high) / 2,
    documents,
    text: documents === 0 ? "" : shortCount(documents),
  }));
  const x = {
    type: "quantitative",
    scale: { domain: [0, 1] },
    axis: last ? { labels: false, ticks: false, title: null, grid: false } : null,
  };
  const y = { field: "documents", type: "quantitative", axis: null, scale: { nice: false } };
  return {
    width: size,
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

/** 4812 as `4.8k`: there is no room for more. */
function shortCount(n: number): string {
  if (n < 1000) return String(n);
  return n < 9950 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}

/** The diagram for those who do not see it: each bin that has documents. */
export function reliabilityInWords({ name, bins, calibrationError }: ReliabilitySeries): string {
  const filled = bins.filter(({ documents }) => documents > 0);
  const parts = filled.map(
    ({ confidence, accuracy, documents }) =>
      `${percent(accuracy)} right of ${grouped(documents)} at ${percent(confidence)}`,
  );
  const error = calibrationError === undefined ? "" : `, expected calibration error ${calibrationError.toFixed(3)}`;
  return `${escapedText(name ?? "Probabilities")}${error}: ${parts.join("; ")}.`;
}
