import { percent, percentRange } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { LabelMetrics } from "../../evaluation/metrics/label-metrics.js";
import { type ConfusionPicture, confusionInWords, confusionView } from "./confusion-spec.js";
import { colour } from "./palette.js";
import { layer, type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";
import { type ReliabilityPicture, reliabilityInWords, reliabilityView } from "./reliability-spec.js";

/** The parts of an evaluation that the plot shows. */
export type EvaluationPicture = ConfusionPicture &
  ReliabilityPicture &
  Pick<Evaluation, "accuracy" | "accuracyInterval">;

/** The space between the two plots, and their total width, in pixels. */
const SPACING = 48;
const WIDTH = 700;

/** Makes a plot of the confusion matrix, with the reliability diagram beside it. */
export function evaluationSpec(evaluation: EvaluationPicture): PlotSpec {
  const { accuracy, accuracyInterval } = evaluation;
  return plotSpec(
    {
      hconcat: [
        part(confusionView(evaluation), "Predicted classes in % of each actual class"),
        part(reliabilityView(evaluation), "How often predictions of a probability are right"),
      ],
      spacing: SPACING,
      resolve: { scale: { x: "independent", y: "independent", color: "independent", opacity: "independent" } },
    },
    { title: `${percent(accuracy)} right`, subtitle: `95 % interval ${percentRange(accuracyInterval)}` },
    [
      `Accuracy ${percent(accuracy)}, 95 % interval ${percentRange(accuracyInterval).replace(" to", " % to")}.`,
      confusionInWords(evaluation),
      reliabilityInWords(evaluation),
    ].join(" "),
    WIDTH,
  );
}

/** Adds a small title to a plot. */
function part(view: PlotView, title: string): PlotView {
  return { title: { text: title, fontSize: 13, fontWeight: 400, offset: 12 }, ...view };
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
  const view = {
    ...layer(values, { type: "bar", color: colour("right") }, encoding),
    width: LABEL_WIDTH,
    height: { step: BAR_HEIGHT },
  };
  const figures = `micro F1 ${micro.f1.toFixed(3)}, macro F1 ${macro.f1.toFixed(3)}`;
  const inWords = values.map(({ label, f1 }) => `${label}: F1 ${f1.toFixed(3)}.`).join(" ");
  return plotSpec(view, { title: "F1 of each label", subtitle: figures }, `${figures}. ${inWords}`, LABEL_WIDTH);
}
