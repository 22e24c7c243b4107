import { grouped, plural } from "../numbers.js";
import { widthClass } from "./figures.js";
import { breakable, html, type Markup } from "./markup.js";
import type { ClassTerms } from "./report-input.js";

/** A card for each class: the terms that speak most for it, each with a bar beside the strongest of the class. */
export function strongestTermsMarkup(classes: readonly ClassTerms[]): Markup {
  return html`<p>The terms that are frequent in a class and rarer elsewhere, over all documents learned from. A bar is a term’s strength, P(t|c) · ln (P(t|c) / P(t|others)), beside the strongest of its class.</p>
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
