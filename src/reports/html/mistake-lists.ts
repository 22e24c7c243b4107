import { groupedBy, largest } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Prediction } from "../../evaluation/metrics/outcome.js";
import { documentName } from "./document-links.js";
import { breakable, html, type Markup, probability } from "./markup.js";
import type { EvaluationPage } from "./page.js";

/** Maximum number of documents in a list. Browsers cannot open a page with all documents of a large corpus. */
const MAX_DOCUMENTS = 30;
/** Maximum number of lists on the page. */
export const CELLS = 400;

/** Lists the documents of each wrong cell of the confusion matrix, grouped by actual class. */
export function mistakeListsMarkup(report: EvaluationPage, cells: readonly WrongCell[]): Markup {
  const { labels, perClass } = report.evaluation;
  const groups = labels.map((label, actual) => ({
    label,
    support: perClass[actual].support,
    cells: cells.filter((cell) => cell.actual === actual),
  }));
  return html`<p>Every wrong prediction, with its probability.</p>
<div class="lists">
${groups
  .filter((group) => group.cells.length > 0)
  .map((group) => {
    const wrong = group.cells.reduce((sum, { count }) => sum + count, 0);
    return html`<article><h3>${breakable(group.label)} <span class="aside">${grouped(wrong)} of ${grouped(group.support)}</span></h3>
${group.cells.map((cell) => list(cell, report))}</article>
`;
  })}</div>
`;
}

/** Lists the documents of a cell. The list is closed until the reader opens it. */
function list(cell: WrongCell, { evaluation: { labels }, link }: EvaluationPage): Markup {
  const { documents, count } = cell;
  const more = documents.length - MAX_DOCUMENTS;
  const shown = documents.slice(0, MAX_DOCUMENTS);
  return html`<details id="${cellId(cell)}" class="list"><summary><span class="count">${grouped(count)}</span> <span><span class="unseen">${labels[cell.actual]}</span> <span class="aside">predicted as</span> ${breakable(labels[cell.predicted])}</span></summary>
<ol>${shown.map(
    ({ id, probability: p, times }) =>
      html`<li>${documentName(id, link)} <span class="aside">${probability(p)}${times > 1 && `, ${times} times`}</span></li>`,
  )}</ol>
${more > 0 && html`<p class="aside">and ${plural(more, "more", "more")}</p>`}<p class="back"><a href="#confusion">Back to the matrix</a></p>
</details>
`;
}

/** The documents of one class that were predicted as one other class. */
export type WrongCell = ReturnType<typeof wrongCells>[number];

/** Finds the non-empty cells of the confusion matrix with wrong predictions, largest first. */
export function wrongCells({ evaluation: { predictions }, ids }: Pick<EvaluationPage, "evaluation" | "ids">) {
  const wrong = predictions.filter(({ actual, predicted }) => actual !== predicted);
  return [...groupedBy(wrong, cellId).values()]
    .map((cell) => {
      const byDocument = groupedBy(cell, ({ row }) => row);
      const documents = Array.from(byDocument, ([row, runs]) => ({
        id: ids[row],
        /** Probability of the predicted class; the highest one if the document was tested in several runs. */
        probability: largest(runs.map(({ probability }) => probability)),
        /** Number of runs with this wrong prediction. */
        times: runs.length,
      }));
      const [{ actual, predicted }] = cell;
      return {
        actual,
        predicted,
        /** Number of predictions. */
        count: cell.length,
        /** The documents, each once, most confident prediction first. */
        documents: documents.sort((a, b) => b.probability - a.probability || (a.id < b.id ? -1 : 1)),
      };
    })
    .sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted);
}

/** Returns the id of the element that lists the documents of a cell. */
export function cellId({ actual, predicted }: Pick<Prediction, "actual" | "predicted">): string {
  return `cell-${actual}-${predicted}`;
}
