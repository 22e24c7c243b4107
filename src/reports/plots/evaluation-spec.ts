import { grouped, percent, percentRange } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { errorsOfSurest } from "../../evaluation/metrics/limits.js";
import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import { type ConfusionPicture, confusionInWords, confusionView } from "./confusion-view.js";
import { colour } from "./palette.js";
import { layer, type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

/** Makes a plot of the confusion matrix, the reliability diagram and the errors of the surest answers. */
export function evaluationSpec(evaluation: Evaluation): PlotSpec {
  const { accuracy, accuracyInterval } = evaluation;
  const title = (text: string) => ({ title: { text, fontSize: 13, fontWeight: 400, offset: 12 } });
  const matrix = { ...title("Predicted classes in % of each actual class"), ...confusionView(evaluation) };
  const diagram = { ...title("How often predictions of a probability are right"), ...reliabilityView(evaluation) };
  const errors = { ...title("How often the surest predictions are wrong"), ...errorView(evaluation) };
  const resolve = { scale: { x: "independent", y: "independent", color: "independent", opacity: "independent" } };
  const figures = `Accuracy ${percent(accuracy)}, 95 % interval ${percentRange(accuracyInterval).replace(" to", " % to")}.`;
  return plotSpec(
    { hconcat: [matrix, { vconcat: [diagram, errors], spacing: 32 }], spacing: 48, resolve },
    { title: `${percent(accuracy)} right`, subtitle: `95 % interval ${percentRange(accuracyInterval)}` },
    [figures, confusionInWords(evaluation), reliabilityInWords(evaluation), errorsInWords(evaluation)].join(" "),
    700,
  );
}

/** Makes a plot of the confusion matrix for a page that names it. */
export function confusionSpec(picture: ConfusionPicture): PlotSpec {
  return plotSpec(confusionView(picture), { title: "" }, confusionInWords(picture), 560);
}

/** Makes a reliability diagram for a page that names it. */
export function reliabilitySpec(picture: ReliabilityPicture): PlotSpec {
  return plotSpec(reliabilityView(picture), { title: "" }, reliabilityInWords(picture), SIZE);
}

/** Makes a plot of the errors of the surest answers for a page that names it. */
export function errorSpec(evaluation: Evaluation): PlotSpec {
  return plotSpec(errorView(evaluation), { title: "" }, errorsInWords(evaluation), SIZE);
}

/** The parts of an evaluation that the diagram shows. */
type ReliabilityPicture = Pick<Evaluation, "reliability" | "calibrationError">;

/** The width and height of a diagram, in pixels. */
const SIZE = 320;

/** Makes a channel of shares. @param top the upper end of the axis */
function channel(field: string, title: string, top: number, options: object) {
  const axis = { labelExpr: "format(datum.value * 100, '.0f') + ' %'", tickCount: 5, ...options };
  return { field, type: "quantitative", title, scale: { domain: [0, top] }, axis };
}

/** The areas of the smallest and the largest point, in square pixels. */
const POINT_SIZES = [20, 220];

/**
 * Makes a view of the share of right predictions by probability, with Wilson's 95 % intervals. Calibrated probabilities
 * are on the diagonal. Larger points stand for more documents.
 */
function reliabilityView({ reliability, calibrationError }: ReliabilityPicture): PlotView {
  const color = colour("series-1");
  const values = reliability
    .filter(({ documents }) => documents > 0)
    .map(({ confidence, accuracy, documents }) => {
      const [low, high] = wilsonInterval(accuracy * documents, documents);
      return { confidence, accuracy, documents, low, high };
    });
  const x = channel("confidence", "Probability of the predicted class", 1, { grid: false, labelFlush: false });
  const y = channel("accuracy", "Share of right predictions", 1, { domain: false, ticks: false });
  const interval = { x, y: { ...y, field: "low" }, y2: { field: "high" } };
  const size = { field: "documents", type: "quantitative", scale: { range: POINT_SIZES }, legend: null };
  // The ends of the diagonal.
  const ends = [0, 1].map((end) => ({ confidence: end, accuracy: end }));
  const caption = [{ text: `calibration error ${calibrationError.toFixed(3)}` }];
  const captionMark = { type: "text", align: "left", baseline: "top", fontSize: 11, fontWeight: 600, color };
  const layers = [
    layer(ends, { type: "line", strokeDash: [4, 4], strokeWidth: 1, color: colour("dim") }, { x, y }),
    layer(values, { type: "rule", strokeWidth: 1.25, color }, interval),
    layer(values, { type: "line", strokeWidth: 1.5, color }, { x, y }),
    layer(values, { type: "point", filled: true, opacity: 1, color }, { x, y, size }),
    // In the corner that is empty, because the predicted class has a probability of at least 1 / classes.
    layer(caption, captionMark, { x: { value: 8 }, y: { value: 6 }, text: { field: "text" } }),
  ];
  return { width: SIZE, height: SIZE, layer: layers };
}

/** Describes the diagram for screen readers: each bin that has documents. */
function reliabilityInWords({ reliability, calibrationError }: ReliabilityPicture): string {
  const filled = reliability.filter(({ documents }) => documents > 0);
  const parts = filled.map(({ confidence, accuracy, documents }) => {
    return `${percent(accuracy)} right of ${grouped(documents)} at ${percent(confidence)}`;
  });
  return `Probabilities, expected calibration error ${calibrationError.toFixed(3)}: ${parts.join("; ")}.`;
}

/**
 * Makes a view of the share of wrong answers among the surest ones, by the share of documents that these are. Dotted
 * lines are limits of errors. A line leads from each to a point for the documents that it files.
 */
function errorView({ predictions, logProbabilities, labels, limits = [] }: Evaluation): PlotView {
  const curve = errorsOfSurest(predictions, logProbabilities, labels);
  // The limits have room, and shares of errors far above them are cut off.
  const top = Math.max(0.06, Math.min(0.2, curve[curve.length - 1].wrong));
  const x = channel("filed", "Share of documents filed", 1, { grid: false, labelFlush: false });
  const y = channel("wrong", "Share of these that are wrong", top, { domain: false, ticks: false, grid: false });
  const color = colour("dim");
  const lines = limits.map(({ limit }) => ({ wrong: limit, text: `limit ${100 * limit} %` }));
  const points = limits.filter(({ filed }) => filed > 0);
  const name = { x: { value: "width" }, y, text: { field: "text" } };
  const layers = [
    layer(lines, { type: "rule", strokeDash: [1, 3], color }, { y }),
    layer(lines, { type: "text", align: "left", dx: 6, fontSize: 11, color }, name),
    layer(curve, { type: "line", strokeWidth: 1.5, clip: true, color: colour("series-1") }, { x, y }),
    layer(points, { type: "rule", color }, { x, y, y2: { field: "limit" } }),
    layer(points, { type: "point", filled: true, size: 60, opacity: 1, color: colour("series-1") }, { x, y }),
  ];
  return { width: SIZE, height: SIZE, layer: layers };
}

/** Describes the plot for screen readers: what each limit files. */
function errorsInWords({ limits = [], accuracy }: Evaluation): string {
  const parts = limits.map(({ limit, filed }) => `; ${percent(filed)} are filed with a limit of ${100 * limit} %`);
  return `${percent(1 - accuracy)} of all predictions are wrong${parts.join("")}.`;
}
