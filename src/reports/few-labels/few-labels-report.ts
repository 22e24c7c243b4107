import { percent, percentRange, plural } from "../../base/numbers.js";
import type { DrawnAccuracy, FewLabels } from "../../evaluation/studies/few-labels.js";
import { dimmed } from "../blocks.js";
import type { Cell } from "../csv.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";
import { classifierText } from "../evaluation/settings-text.js";
import { curveSpec } from "../plots/curve-spec.js";
import type { Report } from "../report-forms.js";

/** How the labelled documents were drawn. */
export interface FewLabelsProtocol {
  readonly kind: "few labels";
  /** The test corpus, or the share that was withheld. */
  readonly test?: string;
  readonly share?: number;
  readonly inAll: boolean;
  readonly draws: number;
  readonly seed: number;
}

const SERIES = [
  { name: "with the rest, unlabelled", of: "with" },
  { name: "labelled documents alone", of: "without" },
] as const;

const EXPLANATION =
  "The rest of the training documents is learned from without its labels. Folds inside the labelled ones decide how.";

/** Makes the report of accuracy with few labels, in all its forms. */
export function fewLabelsReport(
  { points, documents }: FewLabels,
  classifier: EvaluatedClassifier,
  protocol: FewLabelsProtocol,
): Report {
  const unit = protocol.inAll ? "labelled documents" : "labelled documents a class";
  const where = protocol.test === undefined ? `${percent(protocol.share ?? 0)} withheld` : `tested on ${protocol.test}`;
  const subtitle = `${where}, ${plural(protocol.draws, "draw")}; ${plural(documents.test, "document")} tested`;
  const title = "Accuracy with few labels";
  const draws = points[0].with.accuracies.map((_, draw) => `draw ${draw + 1}`);
  return {
    json: () => ({ protocol, classifier, documents, points }),
    rows: () => [
      ["labels", "documents", "unlabelled", "accuracy", "low", "high", ...draws],
      ...points.flatMap((point) =>
        SERIES.map(({ of }): Cell[] => {
          const { accuracy, interval, accuracies } = point[of];
          return [point.labels, point.documents, of, accuracy, ...interval, ...accuracies];
        }),
      ),
    ],
    plot: () => {
      const curves = SERIES.map(({ name, of }) => ({
        classifier: name,
        points: points.map(({ labels, [of]: drawn }) => ({ ...drawn, documents: labels })),
      }));
      return curveSpec(curves, { title, subtitle, unit });
    },
    content: () => {
      const cell = ({ accuracy, interval }: DrawnAccuracy) => `${percent(accuracy)} (${percentRange(interval)})`;
      const rows = points.map((point) => [
        String(point.labels),
        cell(point.without),
        cell(point.with),
        `${((point.with.accuracy - point.without.accuracy) * 100).toFixed(1)} points`,
        chosenText(point.chosen),
      ]);
      const head = [unit, "alone", "with the rest", "gain", "weighed most"];
      return [
        [{ heading: `${title}: ${classifierText(classifier)}` }, dimmed(subtitle)],
        [{ rows: [head, ...rows], align: "rrrrl" }],
        [EXPLANATION],
      ];
    },
  };
}

/** Lists how often each opinion weighed most. */
function chosenText(chosen: FewLabels["points"][number]["chosen"]): string {
  const told = Object.entries(chosen).filter(([, times]) => times > 0);
  return told.map(([name, times]) => `${name} ${times}`).join(", ");
}
