import { grouped, plural } from "../numbers.js";
import { documentName, probability } from "./figures.js";
import { breakable, html, type Markup } from "./markup.js";
import type { EvaluationReport } from "./report-input.js";
import { cellId, type WrongCell } from "./wrong-cells.js";

/** As many documents of one cell, and as many cells, as the page lists: with all of a large corpus nobody could open it. */
const DOCUMENTS = 30;
export const CELLS = 400;

/** For each class its wrong cells of the matrix, and for each of these the documents in it. */
export function mistakeListsMarkup(report: EvaluationReport, cells: readonly WrongCell[]): Markup {
  const { labels, perClass } = report.evaluation;
  const groups = labels.map((label, actual) => ({
    label,
    support: perClass[actual].support,
    cells: cells.filter((cell) => cell.actual === actual),
  }));
  return html`<p>Each document that was put into a wrong class, with the probability that it was given there.</p>
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

function list(cell: WrongCell, { evaluation: { labels }, link }: EvaluationReport): Markup {
  const { documents, count } = cell;
  const more = documents.length - DOCUMENTS;
  const shown = documents.slice(0, DOCUMENTS);
  return html`<details id="${cellId(cell)}" class="list"><summary><span class="count">${grouped(count)}</span> <span><span class="unseen">${labels[cell.actual]}</span> <span class="aside">taken for</span> ${breakable(labels[cell.predicted])}</span></summary>
<ol>${shown.map(
    ({ id, probability: p, times }) =>
      html`<li>${documentName(id, link)} <span class="aside">${probability(p)}${times > 1 && `, ${times} times`}</span></li>`,
  )}</ol>
${more > 0 && html`<p class="aside">and ${plural(more, "more", "more")}</p>`}<p class="back"><a href="#confusion">Back to the matrix</a></p>
</details>
`;
}
