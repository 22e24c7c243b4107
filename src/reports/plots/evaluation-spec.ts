import { percent, percentRange } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { type ConfusionPicture, confusionInWords, confusionView } from "./confusion-view.js";
import { type PlotSpec, plotSpec } from "./plot-spec.js";
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
