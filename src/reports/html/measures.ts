import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { methodTitle } from "../../classifiers/table.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { binaryRows, binaryTitle } from "../evaluation/binary-text.js";
import { capital, html, type Markup } from "./markup.js";
import type { EvaluationPage } from "./page.js";
import { widthClass } from "./widths.js";

/** Shows the result in sentences, and the accuracy beside the baselines. */
export function summaryMarkup({ evaluation, classifier }: EvaluationPage): Markup {
  const { accuracy, accuracyInterval, baselines } = evaluation;
  return html`<p class="lead">${sentence(evaluation, classifier.name)}</p>
<div class="headline">
<p class="figure"><strong>${percent(accuracy)}</strong> <span>accuracy, 95 % interval ${percentRange(accuracyInterval)}</span></p>
<table class="bars">
<caption>Accuracy beside baselines that learn nothing</caption>
<thead class="unseen"><tr><th scope="col">Method</th><th scope="col">Bar</th><th scope="col">Accuracy</th></tr></thead>
<tbody>
${barRow(methodTitle(classifier.name), accuracy)}
${barRow("majority class", baselines.majority)}
${barRow("random guess by class size", baselines.proportional)}
</tbody>
</table>
</div>
`;
}

/** Says how many documents were classified rightly, and what was learned. @param name of the method */
function sentence({ accuracy, documents, runs, resampled, labels, vocabulary }: Evaluation, name: string): Markup {
  const method = html`<strong>${capital(methodTitle(name))}</strong>`;
  const learned = html`learned ${plural(vocabulary, "term")} from ${plural(documents.train, "document")}`;
  const classes = `the right one of ${plural(labels.length, "class", "classes")}`;
  if (runs.length === 1) {
    const [{ correct, total }] = runs;
    return html`${method} puts ${grouped(correct)} of ${plural(total, "new document")} into ${classes}: <strong>${percent(accuracy)}</strong>. It has ${learned}.`;
  }
  const times = plural(runs.length, "run");
  const together = resampled ? `the mean of ${times}` : `${times} taken together`;
  return html`${method} puts <strong>${percent(accuracy)}</strong> of new documents into ${classes}, ${together}. In the first run it ${learned} and was tested on ${grouped(documents.test)}.`;
}

/** Returns a row of the table of accuracies, with a bar. */
function barRow(name: string, share: number): Markup {
  return html`<tr><th scope="row">${name}</th><td class="bar ${widthClass(share)}"></td><td class="number">${percent(share)}</td></tr>`;
}

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
