import { grouped, percent } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import { colour } from "./palette.js";
import { layer, type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

/** The parts of an evaluation that the diagram shows. */
export type ReliabilityPicture = Pick<Evaluation, "reliability" | "calibrationError">;

/** The width and height of the diagram, and the height of the counts, in pixels. */
const SIZE = 320;
const COUNTS_HEIGHT = 46;

/** The colour of the points and of the counts. */
const COLOUR = colour("series-1");

/** Makes a reliability diagram for a page that has a heading for it. */
export function reliabilitySpec(picture: ReliabilityPicture): PlotSpec {
  return plotSpec(reliabilityView(picture), { title: "" }, reliabilityInWords(picture), SIZE);
}

/**
 * Makes a view of the share of right predictions by probability. Calibrated probabilities are on the diagonal. The
 * number of documents in each bin is below the diagram.
 */
export function reliabilityView({ reliability, calibrationError }: ReliabilityPicture): PlotView {
  const values = reliability
    .filter(({ documents }) => documents > 0)
    .map(({ confidence, accuracy, documents }) => {
      const [low, high] = wilsonInterval(accuracy * documents, documents);
      return { confidence, accuracy, documents, low, high };
    });
  const channel = (field: string, title: string, axis: object) => ({
    field,
    type: "quantitative",
    title,
    scale: { domain: [0, 1] },
    axis: { labelExpr: "format(datum.value * 100, '.0f') + ' %'", tickCount: 5, ...axis },
  });
  const x = channel("confidence", "Probability of the predicted class", { grid: false, labelFlush: false });
  const y = channel("accuracy", "Share of right predictions", { domain: false, ticks: false });
  // The ends of the diagonal.
  const ends = [0, 1].map((end) => ({ confidence: end, accuracy: end }));
  const interval = { x, y: { ...y, field: "low" }, y2: { field: "high" } };
  const layers = [
    layer(ends, { type: "line", strokeDash: [4, 4], strokeWidth: 1, color: colour("dim") }, { x, y }),
    layer(values, { type: "rule", strokeWidth: 1.25, opacity: 0.7, color: COLOUR }, interval),
    layer(values, { type: "line", strokeWidth: 1.5, color: COLOUR }, { x, y }),
    layer(values, { type: "point", filled: true, size: 48, opacity: 1, color: COLOUR }, { x, y }),
    captionLayer(calibrationError),
  ];
  return { vconcat: [{ width: SIZE, height: SIZE, layer: layers }, countsView(reliability)], spacing: 8 };
}

/** Writes the calibration error in the empty corner of the diagram. */
function captionLayer(calibrationError: number): PlotView {
  return layer(
    [{ text: `calibration error ${calibrationError.toFixed(3)}` }],
    // Small enough to end before a probability of 1/2, the minimum for the predicted one of two classes.
    { type: "text", align: "left", baseline: "top", fontSize: 11, fontWeight: 600, color: COLOUR },
    { x: { value: 8 }, y: { value: 6 }, text: { field: "text" } },
  );
}

/** Makes a view of the number of documents in each bin, as bars with figures. */
function countsView(bins: Evaluation["reliability"]): PlotView {
  const values = bins.map(({ low, high, documents }) => {
    return { low, high, middle: (low + high) / 2, documents, text: documents === 0 ? "" : shortCount(documents) };
  });
  const axis = { labels: false, ticks: false, title: null, grid: false };
  const x = { type: "quantitative", scale: { domain: [0, 1] }, axis };
  const y = { field: "documents", type: "quantitative", axis: null, scale: { nice: false } };
  return {
    width: SIZE,
    height: COUNTS_HEIGHT,
    layer: [
      layer(
        values,
        { type: "bar", color: COLOUR, opacity: 0.75, binSpacing: 2 },
        { x: { ...x, field: "low", bin: "binned" }, x2: { field: "high" }, y },
      ),
      layer(
        values,
        { type: "text", baseline: "bottom", dy: -2, fontSize: 9, color: colour("dim") },
        { x: { ...x, field: "middle" }, y, text: { field: "text" } },
      ),
    ],
  };
}

/** Writes 4812 as `4.8k`. */
function shortCount(n: number): string {
  if (n < 1000) return String(n);
  return n < 9950 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}

/** Describes the diagram for screen readers: each bin that has documents. */
export function reliabilityInWords({ reliability, calibrationError }: ReliabilityPicture): string {
  const filled = reliability.filter(({ documents }) => documents > 0);
  const parts = filled.map(({ confidence, accuracy, documents }) => {
    return `${percent(accuracy)} right of ${grouped(documents)} at ${percent(confidence)}`;
  });
  return `Probabilities, expected calibration error ${calibrationError.toFixed(3)}: ${parts.join("; ")}.`;
}
