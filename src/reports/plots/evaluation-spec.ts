import { percent, percentRange } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { type ConfusionPicture, confusionInWords, confusionView } from "./confusion-spec.js";
import { type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";
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
