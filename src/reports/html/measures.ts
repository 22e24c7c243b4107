import { grouped, percent } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { binaryRows, binaryTitle } from "../evaluation/binary-text.js";
import { html, type Markup } from "./markup.js";

/** Shows all figures of the evaluation, each with its meaning. */
export function measuresMarkup(evaluation: Evaluation): Markup {
  const { macro, weighted, topAccuracy, logLoss, brier, calibrationError, matthews, binary, labels } = evaluation;
  const top = topAccuracy.filter(({ k }) => k > 1);
  const f1 = (mean: typeof macro) => `precision ${mean.precision.toFixed(3)}, recall ${mean.recall.toFixed(3)}`;
  const figures = [
    ["F1, mean over classes", macro.f1.toFixed(3), f1(macro)],
    ["F1, weighted by size", weighted.f1.toFixed(3), f1(weighted)],
    ...top.map(({ k, accuracy }) => {
      return [`top-${k} accuracy`, percent(accuracy), `the right class is among the ${k} most probable`];
    }),
    ["log loss", logLoss.toFixed(3), "mean of -ln P(right class); 0 is best"],
    ["Brier score", brier.toFixed(3), "0 is best, 2 is worst"],
    ["calibration error", calibrationError.toFixed(3), "distance between probability and accuracy"],
    ["Matthews correlation (MCC)", matthews.toFixed(3), "1 is best, 0 is chance"],
    ...(binary === undefined ? [] : binaryRows(binary, labels)),
  ];
  return html`${binary && html`<p>Two classes: ${binaryTitle(binary, labels)}.</p>\n`}${tilesMarkup(figures)}
${runsMarkup(evaluation)}`;
}

/** Shows figures as tiles. @param figures name, value and meaning of each */
export function tilesMarkup(figures: readonly (readonly string[])[]): Markup {
  return html`<dl class="tiles">
${figures.map(([name, value, meaning]) => {
  return html`<div><dt>${name}</dt><dd><strong>${value}</strong> <span>${meaning}</span></dd></div>\n`;
})}</dl>`;
}

/** Shows the accuracy of each run; undefined for a single run. */
function runsMarkup({ runs }: Evaluation): Markup | undefined {
  if (runs.length === 1) return undefined;
  return html`<details class="runs"><summary>Each of the ${grouped(runs.length)} runs</summary>
<ol>${runs.map(({ accuracy, correct, total }) => html`<li><b>${percent(accuracy)}</b> <span>${grouped(correct)} of ${grouped(total)}</span></li>`)}</ol>
</details>
`;
}
