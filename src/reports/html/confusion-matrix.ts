import { sumOf } from "../../base/lists.js";
import { grouped, percent, plural } from "../../base/numbers.js";
import type { Confusion } from "../../evaluation/metrics/metrics.js";
import { mistakeShade, OFTEN } from "../plots/confusion-spec.js";
import { html, type Markup } from "./markup.js";
import { cellId, type WrongCell } from "./mistake-lists.js";
import type { EvaluationPage } from "./page.js";
import { SHADES } from "./style.js";

/** Maximum number of classes in the matrix. A larger one is not readable. */
const MATRIX_CLASSES = 40;
/** With more classes, the cells are smaller, so that the matrix fits a page on a wide screen. */
const DENSE = 24;

/**
 * Shows the confusion matrix as a heat map. It is a table, so a screen reader can read it. Cells on the diagonal are
 * shaded by their share of the row, other cells by `mistakeShade`.
 *
 * @param listed the cells whose documents are listed on the page; they become links
 */
export function confusionMatrixMarkup({ evaluation }: EvaluationPage, listed: readonly WrongCell[]): Markup {
  const { confusion, labels } = evaluation;
  const shown = mostConfused(confusion);
  const links = new Set(listed.map(cellId));
  const left = labels.length - shown.length;
  const cell = (actual: number, predicted: number, support: number): Markup => {
    const count = confusion[actual][predicted];
    if (count === 0) return html`<td></td>`;
    const share = percent(count / support);
    if (actual === predicted) {
      return html`<td class="r${level(count / support)}" title="${labels[actual]}: ${share} found">${grouped(count)}</td>`;
    }
    const shade = `m${level(mistakeShade(count, support))}`;
    const id = cellId({ actual, predicted });
    if (!links.has(id)) return html`<td class="${shade}">${grouped(count)}</td>`;
    const says = html`${labels[actual]} predicted as ${labels[predicted]}: ${grouped(count)}, ${share}`;
    return html`<td class="${shade}"><a href="#${id}" title="${says}" aria-label="${says}">${grouped(count)}</a></td>`;
  };
  return html`<p>${
    left > 0 &&
    html`The matrix shows the ${plural(shown.length, "class", "classes")} with most mistakes; ${plural(left, "other")} are in <a href="#classes">the table of classes</a>. `
  }Rows are actual classes, columns predicted ones. A number links to its documents.</p>
<div class="scroll" role="region" aria-labelledby="matrix-caption" tabindex="0">
<table class="matrix${shown.length > 8 && " many"}${shown.length > DENSE && " dense"}">
<caption id="matrix-caption" class="unseen">Confusion matrix: documents by actual and predicted class</caption>
<thead><tr><td></td>${shown.map((c) => html`<th scope="col"><span>${labels[c]}</span></th>`)}</tr></thead>
<tbody>
${shown.map((actual) => {
  const support = sumOf(confusion[actual]);
  return html`<tr><th scope="row">${labels[actual]}</th>${shown.map((predicted) => cell(actual, predicted, support))}</tr>
`;
})}</tbody>
</table>
</div>
${legend()}`;
}

/** Converts a share to a shade, from 1 to `SHADES`. 1e-9 keeps rounding errors from reaching the next shade. */
function level(share: number): number {
  return Math.max(1, Math.ceil(share * SHADES - 1e-9));
}

/** Returns the classes with most mistakes, as many as the matrix shows, in the order of the labels. */
function mostConfused(confusion: Confusion): number[] {
  // A right prediction is in the sums of its row and of its column.
  const mistakes = confusion.map((own, c) => sumOf(own) + sumOf(confusion.map((row) => row[c])) - 2 * own[c]);
  const order = [...mistakes.keys()].sort((a, b) => mistakes[b] - mistakes[a] || a - b);
  return order.slice(0, MATRIX_CLASSES).sort((a, b) => a - b);
}

/**
 * Returns the legend of the ten shades, each with its upper limit in percent. Mistake colours use the square root of the
 * share, so their limits are squared.
 */
function legend(): Markup {
  const levels = Array.from({ length: SHADES }, (_, l) => l + 1);
  return html`<dl class="legend">
<div><dt>found</dt><dd>${levels.map((l) => html`<span class="r${l}">${l * 10}</span>`)} % of the row at most</dd></div>
<div><dt>mistaken</dt><dd>${levels.map((l) => html`<span class="m${l}">${l * l}</span>`)} % of the row at most; of fewer than ${OFTEN} documents, paler</dd></div>
</dl>
`;
}
