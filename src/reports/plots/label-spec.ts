import { escapedText } from "../../base/safe-text.js";
import type { LabelMetrics } from "../../evaluation/metrics/label-metrics.js";
import { colour } from "./palette.js";
import { layer, type PlotSpec, plotSpec } from "./plot-spec.js";

/** The width of the plot and the height of a bar, in pixels. */
const WIDTH = 480;
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
    width: WIDTH,
    height: { step: BAR_HEIGHT },
  };
  const figures = `micro F1 ${micro.f1.toFixed(3)}, macro F1 ${macro.f1.toFixed(3)}`;
  const inWords = values.map(({ label, f1 }) => `${label}: F1 ${f1.toFixed(3)}.`).join(" ");
  return plotSpec(view, { title: "F1 of each label", subtitle: figures }, `${figures}. ${inWords}`, WIDTH);
}
