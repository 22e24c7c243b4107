import { groupedBy } from "../../base/lists.js";
import { grouped, percent, plural } from "../../base/numbers.js";
import { methodTitle } from "../../classifiers/table.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import { plain, share } from "./classes.js";
import { documentName } from "./document-links.js";
import { breakable, capital, html, type Markup } from "./markup.js";
import { tilesMarkup } from "./measures.js";
import { type EvaluationPage, pageHtml } from "./page.js";

/** The content of a page about the evaluation of a model of several labels. */
export interface LabelEvaluationPage
  extends Pick<EvaluationPage, "corpus" | "classifier" | "protocol" | "ids" | "link" | "command" | "version"> {
  readonly evaluation: LabelEvaluation;
}

/** Makes an HTML page about the evaluation of a model of several labels: see `pageHtml`. */
export function labelEvaluationHtml(report: LabelEvaluationPage): string {
  const { evaluation } = report;
  const mistakes = mistakesOf(report);
  return pageHtml(report, "labels", plural(evaluation.labels.length, "label"), [
    ["summary", "Summary", summaryMarkup(report)],
    ["labels", "Labels", labelTableMarkup(evaluation)],
    mistakes.length > 0 && ["mistakes", "Mistakes", mistakesMarkup(mistakes, report)],
  ]);
}

/** Shows the result in sentences and the main figures. */
function summaryMarkup({ evaluation, classifier }: LabelEvaluationPage): Markup {
  const { micro, macro, subsetAccuracy, hammingLoss, documents, vocabulary } = evaluation;
  const { labelsPerDocument, predictedPerDocument } = evaluation;
  const meaning = ({ precision, recall }: typeof micro, over: string) =>
    `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${over}`;
  return html`<p class="lead"><strong>${capital(methodTitle(classifier.name))}</strong> decides on each label by itself. In ${plural(documents, "test")}, <strong>${percent(subsetAccuracy)}</strong> of the documents got exactly their labels. A document has ${labelsPerDocument.toFixed(2)} labels and got ${predictedPerDocument.toFixed(2)}. The models have ${plural(Math.round(vocabulary), "term")}.</p>
${tilesMarkup([
  ["micro F1", micro.f1.toFixed(3), meaning(micro, "over all decisions")],
  ["macro F1", macro.f1.toFixed(3), meaning(macro, "mean over labels")],
  ["subset accuracy", percent(subsetAccuracy), "documents with exactly their labels"],
  ["Hamming loss", hammingLoss.toFixed(4), "wrong decisions among all"],
])}
`;
}

const COLUMNS = ["Label", "Precision", "Recall", "F1", "Tested", "Predicted", "Threshold"];

/** Shows a table of the labels, with the threshold of each. */
function labelTableMarkup({ labels, macro, thresholds }: LabelEvaluation): Markup {
  const count = (n: number) => html`<td class="number">${grouped(n)}</td>`;
  return html`<div class="scroll" role="region" aria-labelledby="labels-caption" tabindex="0">
<table class="classes">
<caption id="labels-caption">Precision: the share of the documents that got the label and have it. Recall: the share of the documents with the label that got it. F1: their harmonic mean. A document gets the label from the threshold on.</caption>
<thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${labels.map(({ label, precision, recall, f1, support, predicted }) => {
  return html`<tr><th scope="row">${label}</th>${[precision, recall, f1].map(support > 0 ? share : () => html`<td class="number">-</td>`)}${[support, predicted].map(count)}<td class="number">${thresholds.get(label)?.toFixed(3)}</td></tr>
`;
})}</tbody>
<tfoot>
<tr><th scope="row">mean over labels</th>${[macro.precision, macro.recall, macro.f1].map(plain)}<td></td><td></td><td></td></tr>
</tfoot>
</table>
</div>
`;
}

/** Maximum number of documents in a list. */
const MAX_DOCUMENTS = 30;

/** Finds the documents that lack a label or got it wrongly: a list for each label and kind of mistake, longest first. */
function mistakesOf({ evaluation: { predictions }, ids }: LabelEvaluationPage) {
  const wrong = predictions.flatMap(({ row, actual, predicted }) => [
    ...actual.filter((label) => !predicted.includes(label)).map((label) => ({ id: ids[row], label, what: "missed" })),
    ...predicted
      .filter((label) => !actual.includes(label))
      .map((label) => ({ id: ids[row], label, what: "given wrongly" })),
  ]);
  const lists = groupedBy(wrong, ({ label, what }) => JSON.stringify([label, what]));
  return Array.from(lists.values(), (group) => ({ ...group[0], ids: [...new Set(group.map(({ id }) => id))] })).sort(
    (a, b) => b.ids.length - a.ids.length || (a.label < b.label ? -1 : 1),
  );
}

/** Shows the lists, closed, each with its first documents. */
function mistakesMarkup(lists: ReturnType<typeof mistakesOf>, { link }: LabelEvaluationPage): Markup {
  return html`<p>The documents that lack one of their labels, and those that got another one.</p>
<div class="lists"><article>
${lists.map(
  ({
    label,
    what,
    ids,
  }) => html`<details class="list"><summary><span class="count">${grouped(ids.length)}</span> <span>${breakable(label)} <span class="aside">${what}</span></span></summary>
<ol>${ids.slice(0, MAX_DOCUMENTS).map((id) => html`<li>${documentName(id, link)}</li>`)}</ol>
${ids.length > MAX_DOCUMENTS && html`<p class="aside">and ${plural(ids.length - MAX_DOCUMENTS, "more", "more")}</p>`}
</details>
`,
)}</article></div>
`;
}
