import { grouped, percent, percentRange } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { wilsonInterval } from "../../evaluation/significance/intervals.js";
import { type ConfusionPicture, confusionInWords, confusionView } from "./confusion-view.js";
import { colour } from "./palette.js";
import { layer, type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

/** Makes a plot of the confusion matrix and the reliability diagram. */
export function evaluationSpec(evaluation: Evaluation): PlotSpec {
  const { accuracy, accuracyInterval } = evaluation;
  const title = (text: string) => ({ title: { text, fontSize: 13, fontWeight: 400, offset: 12 } });
  const matrix = { ...title("Predicted classes in % of each actual class"), ...confusionView(evaluation) };
  const diagram = { ...title("How often predictions of a probability are right"), ...reliabilityView(evaluation) };
  const resolve = { scale: { x: "independent", y: "independent", color: "independent", opacity: "independent" } };
  const figures = `Accuracy ${percent(accuracy)}, 95 % interval ${percentRange(accuracyInterval).replace(" to", " % to")}.`;
  return plotSpec(
    { hconcat: [matrix, diagram], spacing: 48, resolve },
    { title: `${percent(accuracy)} right`, subtitle: `95 % interval ${percentRange(accuracyInterval)}` },
    [figures, confusionInWords(evaluation), reliabilityInWords(evaluation)].join(" "),
    700,
  );
}

/** Makes a plot of the confusion matrix for a page that names it. */
export function confusionSpec(picture: ConfusionPicture): PlotSpec {
  return plotSpec(confusionView(picture), { title: "" }, confusionInWords(picture), 560);
}

/** Makes a reliability diagram for a page that names it. */
export function reliabilitySpec(picture: ReliabilityPicture): PlotSpec {
  return plotSpec(reliabilityView(picture), { title: "" }, reliabilityInWords(picture), 320);
}

/** The parts of an evaluation that the diagram shows. */
type ReliabilityPicture = Pick<Evaluation, "reliability" | "calibrationError">;

/** The width and height of the diagram, in pixels. */
const SIZE = 320;

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
  const channel = (field: string, title: string, axis: object) => ({
    field,
    type: "quantitative",
    title,
    scale: { domain: [0, 1] },
    axis: { labelExpr: "format(datum.value * 100, '.0f') + ' %'", tickCount: 5, ...axis },
  });
  const x = channel("confidence", "Probability of the predicted class", { grid: false, labelFlush: false });
  const y = channel("accuracy", "Share of right predictions", { domain: false, ticks: false });
  const interval = { x, y: { ...y, field: "low" }, y2: { field: "high" } };
  const size = { field: "documents", type: "quantitative", scale: { range: POINT_SIZES }, legend: null };
  // The ends of the diagonal.
  const ends = [0, 1].map((end) => ({ confidence: end, accuracy: end }));
  const caption = [{ text: `calibration error ${calibrationError.toFixed(3)}` }];
  const captionMark = { type: "text", align: "left", baseline: "top", fontSize: 11, fontWeight: 600, color };
  return {
    width: SIZE,
    height: SIZE,
    layer: [
      layer(ends, { type: "line", strokeDash: [4, 4], strokeWidth: 1, color: colour("dim") }, { x, y }),
      layer(values, { type: "rule", strokeWidth: 1.25, color }, interval),
      layer(values, { type: "line", strokeWidth: 1.5, color }, { x, y }),
      layer(values, { type: "point", filled: true, opacity: 1, color }, { x, y, size }),
      // In the corner that is empty, because the predicted class has a probability of at least 1 / classes.
      layer(caption, captionMark, { x: { value: 8 }, y: { value: 6 }, text: { field: "text" } }),
    ],
  };
}

/** Describes the diagram for screen readers: each bin that has documents. */
function reliabilityInWords({ reliability, calibrationError }: ReliabilityPicture): string {
  const filled = reliability.filter(({ documents }) => documents > 0);
  const parts = filled.map(({ confidence, accuracy, documents }) => {
    return `${percent(accuracy)} right of ${grouped(documents)} at ${percent(confidence)}`;
  });
  return `Probabilities, expected calibration error ${calibrationError.toFixed(3)}: ${parts.join("; ")}.`;
}
