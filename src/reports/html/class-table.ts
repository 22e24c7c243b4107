import type { Evaluation } from "../../evaluation/evaluate.js";
import { grouped } from "../numbers.js";
import { widthClass } from "./figures.js";
import { html, type Markup } from "./markup.js";

const COLUMNS = ["Class", "Precision", "Recall", "F1", "Tested", "Most often taken for"];

/** Each class, in a table whose heads are buttons that sort it. */
export function classTableMarkup({ perClass, macro, weighted, confusion, labels }: Evaluation): Markup {
  return html`<div class="scroll" role="region" aria-labelledby="classes-caption" tabindex="0">
<table class="classes" data-sortable>
<caption id="classes-caption">Precision: of the documents said to be of the class, the share that is. Recall: of the documents of the class, the share that was found. F1 is their harmonic mean.</caption>
<thead><tr>${COLUMNS.map(
    (name, column) =>
      html`<th scope="col"${column === 0 && html` aria-sort="ascending"`}><button type="button">${name}</button></th>`,
  )}</tr></thead>
<tbody>
${perClass.map(({ label, precision, recall, f1, support }, c) => {
  const [other, count] = largest(confusion[c], c);
  return html`<tr><th scope="row" data-sort="${label}">${label}</th>${[precision, recall, f1].map(share)}<td class="number" data-sort="${support}">${grouped(support)}</td><td data-sort="${count}">${
    count > 0 && html`${labels[other]} <span class="aside">${grouped(count)}</span>`
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

function share(value: number): Markup {
  return html`<td class="number share ${widthClass(value)}" data-sort="${value}">${value.toFixed(3)}</td>`;
}

function plain(value: number): Markup {
  return html`<td class="number">${value.toFixed(3)}</td>`;
}

/** The class other than `own` that has most. */
function largest(counts: readonly number[], own: number): [index: number, count: number] {
  return counts.reduce<[number, number]>(
    (best, count, c) => (c !== own && count > best[1] ? [c, count] : best),
    [own, 0],
  );
}
