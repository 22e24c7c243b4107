import { largest } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { ClassTerms } from "../../evaluation/studies/report-details.js";
import { breakable, html, type Markup } from "./markup.js";
import { widthClass } from "./widths.js";

const COLUMNS = ["Class", "Precision", "Recall", "F1", "Tested", "Most often predicted as"];

/** Shows a table of the classes, with the class that each is most often mistaken for. */
export function classTableMarkup({ perClass, macro, weighted, confusion, labels }: Evaluation): Markup {
  return html`<div class="scroll" role="region" aria-labelledby="classes-caption" tabindex="0">
<table class="classes">
<caption id="classes-caption">Precision: the share of the documents predicted as the class that belong to it. Recall: the share of the documents of the class that were predicted as it. F1: their harmonic mean.</caption>
<thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${perClass.map(({ label, precision, recall, f1, support }, c) => {
  const mistakes = confusion[c].with(c, 0);
  const count = largest(mistakes);
  return html`<tr><th scope="row">${label}</th>${[precision, recall, f1].map(share)}<td class="number">${grouped(support)}</td><td>${
    count > 0 && html`${labels[mistakes.indexOf(count)]} <span class="aside">${grouped(count)}</span>`
  }</td></tr>
`;
})}</tbody>
<tfoot>
<tr><th scope="row">mean over classes</th>${[macro.precision, macro.recall, macro.f1].map(plain)}<td></td><td></td></tr>
<tr><th scope="row">weighted by size</th>${[weighted.precision, weighted.recall, weighted.f1].map(plain)}<td></td><td></td></tr>
</tfoot>
</table>
</div>
`;
}

/** Returns the cell of a share, with a bar behind the figure. */
export function share(value: number): Markup {
  return html`<td class="number share ${widthClass(value)}">${value.toFixed(3)}</td>`;
}

/** Returns the cell of a figure without a bar. */
export function plain(value: number): Markup {
  return html`<td class="number">${value.toFixed(3)}</td>`;
}

/** Shows a card for each class with its strongest terms, each with a bar relative to the strongest one. */
export function strongestTermsMarkup(classes: readonly ClassTerms[]): Markup {
  return html`<p>Terms that are frequent in a class and rarer elsewhere, over all training documents. A bar is the strength of a term, P(t|c) · ln (P(t|c) / P(t|others)), relative to the strongest term of the class.</p>
<div class="cards">
${classes.map(({ label, documents, terms }) => {
  const most = terms[0]?.strength ?? 1;
  return html`<article><h3>${breakable(label)}</h3><p class="aside">${plural(documents, "document")}</p>
<ol class="terms">${terms.map(
    ({ term, count, strength }) =>
      html`<li class="${widthClass(strength / most)}"><span>${term}</span> <span class="aside">${grouped(count)}</span></li>`,
  )}</ol></article>
`;
})}</div>
`;
}
