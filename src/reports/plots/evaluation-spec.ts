import { percent, percentRange } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { LabelMetrics } from "../../evaluation/metrics/label-metrics.js";
import { type ConfusionPicture, confusionInWords, confusionView } from "./confusion-view.js";
import { colour } from "./palette.js";
import { layer, type PlotSpec, plotSpec } from "./plot-spec.js";
import { type ReliabilityPicture, reliabilityInWords, reliabilityView } from "./reliability-view.js";

/** The parts of an evaluation that the plot shows. */
export type EvaluationPicture = ConfusionPicture &
  ReliabilityPicture &
  Pick<Evaluation, "accuracy" | "accuracyInterval">;

/** Makes a plot of the confusion matrix and the reliability diagram. */
export function evaluationSpec(evaluation: EvaluationPicture): PlotSpec {
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

/** The width of the plot and the height of a bar, in pixels. */
const LABEL_WIDTH = 480;
const BAR_HEIGHT = 18;

/** Makes a plot of the F1 of each label, the best first. */
export function labelSpec({ labels, micro, macro }: Pick<LabelMetrics, "labels" | "micro" | "macro">): PlotSpec {
  const tested = labels.filter(({ support }) => support > 0);
  const values = tested.map(({ label, f1 }) => ({ label: escapedText(label), f1 }));
  const encoding = {
    y: { field: "label", type: "nominal", title: null, sort: { field: "f1", order: "descending" } },
    x: { field: "f1", type: "quantitative", title: "F1", scale: { domain: [0, 1] } },
  };
  const bars = layer(values, { type: "bar", color: colour("right") }, encoding);
  const figures = `micro F1 ${micro.f1.toFixed(3)}, macro F1 ${macro.f1.toFixed(3)}`;
  const inWords = values.map(({ label, f1 }) => `${label}: F1 ${f1.toFixed(3)}.`).join(" ");
  return plotSpec(
    { ...bars, width: LABEL_WIDTH, height: { step: BAR_HEIGHT } },
    { title: "F1 of each label", subtitle: figures },
    `${figures}. ${inWords}`,
    LABEL_WIDTH,
  );
}
