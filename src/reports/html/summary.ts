import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { methodTitle } from "../../classifiers/table.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { capital, html, type Markup } from "./markup.js";
import type { EvaluationPage } from "./report-input.js";
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
